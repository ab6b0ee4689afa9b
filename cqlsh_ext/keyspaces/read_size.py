"""How many bytes a value counts that was read from a row, by the rules that `value_size` has for statements."""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID

from cqlsh_ext.keyspaces.cql_types import CqlType
from cqlsh_ext.keyspaces.value_size import COLLECTION, FIXED, NULL, UNKNOWN, Size, part, size_of_number

OTHER = 8
"""What a moment takes in a user-defined type, whose fields' types are not known here."""


def size_of_value(kind: CqlType, value: Any) -> Size:
    """Return the size of a value as the driver gives it."""
    if value is None:
        return Size(NULL)
    if kind.name in FIXED:
        return Size(FIXED[kind.name])
    for types, size in SCALARS:
        if isinstance(value, types):
            return Size(size(value))
    if not hasattr(value, "__iter__"):
        return Size(OTHER)
    sizes = list(_sizes_of_elements(kind, value))
    return Size(COLLECTION + len(sizes) + sum(sizes), len(sizes))


def _size_of_text(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def _size_of_integer(number: int) -> int:
    return -(-len(str(abs(number)).strip("0")) // 2) + 1


SCALARS: tuple[tuple[type | tuple[type, ...], Callable[[Any], int]], ...] = (
    ((bytes, bytearray), len),
    (str, _size_of_text),
    (bool, lambda _: FIXED["boolean"]),
    (int, _size_of_integer),
    (Decimal, lambda number: size_of_number(str(number))),
    (float, lambda _: FIXED["double"]),
    (UUID, lambda _: FIXED["uuid"]),
)
"""Sizes by what the driver gives, the narrower types first."""


BY_KIND: Mapping[str, Callable[[Any], int]] = {
    "blob": len,
    **dict.fromkeys(("text", "ascii", "varchar"), _size_of_text),
    **dict.fromkeys(("tinyint", "smallint", "int", "bigint", "varint", "counter"), _size_of_integer),
}


def scalar_size(kind: CqlType) -> Callable[[Any], int] | None:
    """Return what tells the bytes of a value of a type that is not null, as `size_of_value` does; None for others."""
    if kind.name in FIXED:
        size = FIXED[kind.name]
        return lambda _: size
    return BY_KIND.get(kind.name)


def _sizes_of_elements(kind: CqlType, value: Any) -> Iterator[int]:
    if hasattr(value, "_fields"):
        yield from (size_of_value(UNKNOWN, getattr(value, name)).bytes for name in value._fields)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield size_of_value(part(kind, 0), key).bytes + size_of_value(part(kind, 1), each).bytes
    elif hasattr(value, "__iter__"):
        for place, each in enumerate(value):
            yield size_of_value(part(kind, place if kind.name == "tuple" else 0), each).bytes
