"""Values of every type of CQL as JSON and as text, by functions that are made once a column."""

from collections.abc import Callable
from math import isfinite
from typing import Any

from cassandra import cqltypes

from cqlsh_ext.output.json_text import quote
from cqlsh_ext.output.opener import Opener
from cqlsh_ext.output.scalars import TEXT_TYPES, TEXTS

Write = Callable[[Any], str]

SAFE_INTEGER = (1 << 53) - 1
"""Larger integers are strings in JSON: most readers make doubles of numbers, and would round them."""


def _is_safe(value: int) -> bool:
    return -SAFE_INTEGER <= value <= SAFE_INTEGER


def _always(_value: Any) -> bool:
    return True


BARE: dict[str, Callable[[Any], bool]] = {
    "bigint": _is_safe,
    "boolean": _always,
    "counter": _is_safe,
    "double": isfinite,
    "float": isfinite,
    "int": _always,
    "smallint": _always,
    "tinyint": _always,
    "varint": _is_safe,
}
"""Types whose values are bare in JSON, and which of them; all others are strings."""


def json_writer(kind: Any, opener: Opener | None) -> Write:
    """Return what writes values of one type, a class of the driver's; blobs are opened where an opener is given."""
    write = _containers(kind, opener) or _simple_json(kind.typename, opener)

    def write_any(value: Any) -> str:
        return "null" if value is None else '""' if value is cqltypes.EMPTY else write(value)

    return write_any


def text_writer(kind: Any, opener: Opener) -> Write:
    """Return what writes values of one type as bare text, containers as JSON; the value may not be None."""
    if kind.typename == "blob":
        write: Write = opener.blob_text
    elif kind.typename in TEXT_TYPES:
        write = opener.text_text
    else:
        write = _containers(kind, opener) or TEXTS.get(kind.typename, _unknown)
    return lambda value: "" if value is cqltypes.EMPTY else write(value)


def key_writer(kind: Any) -> Write:
    """Return what writes keys of one type as text that tells any two apart; nothing in them is opened."""
    write = _containers(kind, None) or TEXTS.get(kind.typename, _unknown)
    return lambda key: "" if key is cqltypes.EMPTY else "null" if key is None else write(key)


def parts(kind: Any) -> tuple[Any, ...]:
    """Return the types of which a container is made; none for a simple type."""
    return (kind.subtype,) if issubclass(kind, cqltypes.VectorType) else tuple(kind.subtypes)


def holds_openable(kind: Any, opener: Opener) -> bool:
    """Tell whether values of a type have something to open inside."""
    if found := parts(kind):
        return any(holds_openable(each, opener) for each in found)
    return kind.typename == "blob" or (opener.opens_text and kind.typename in TEXT_TYPES)


def _simple_json(name: str, opener: Opener | None) -> Write:
    if opener and name == "blob":
        return opener.blob_json
    if opener and opener.opens_text and name in TEXT_TYPES:
        return opener.text_json
    text, is_bare = TEXTS.get(name, _unknown), BARE.get(name)
    if is_bare is None:
        return lambda value: quote(text(value))
    return lambda value: text(value) if is_bare(value) else f'"{text(value)}"'


def _containers(kind: Any, opener: Opener | None) -> Write | None:
    makers = (
        (cqltypes.UserType, _fields),
        (cqltypes.TupleType, _tuple),
        (cqltypes.MapType, _map),
        (cqltypes.ListType, _array),
        (cqltypes.SetType, _array),
        (cqltypes.VectorType, _array),
        (cqltypes.FrozenType, _inner),
        (cqltypes.ReversedType, _inner),
    )
    return next((make(kind, opener) for base, make in makers if issubclass(kind, base)), None)


def _inner(kind: Any, opener: Opener | None) -> Write:
    return json_writer(kind.subtypes[0], opener)


def _array(kind: Any, opener: Opener | None) -> Write:
    write = json_writer(parts(kind)[0], opener)
    return lambda values: f"[{', '.join([write(value) for value in values])}]"


def _tuple(kind: Any, opener: Opener | None) -> Write:
    writers = [json_writer(each, opener) for each in kind.subtypes]
    return lambda values: f"[{', '.join([write(value) for write, value in zip(writers, values, strict=True)])}]"


def _fields(kind: Any, opener: Opener | None) -> Write:
    """Write a user-defined type as an object."""
    names = [quote(name) for name in kind.fieldnames]
    writers = [json_writer(each, opener) for each in kind.subtypes]

    def write(values: Any) -> str:
        fields = zip(names, writers, values, strict=True)
        return "{" + ", ".join([f"{name}: {write(value)}" for name, write, value in fields]) + "}"

    return write


def _map(kind: Any, opener: Opener | None) -> Write:
    """Write a map as an object; its keys are told apart as they are stored, so nothing in them is opened."""
    key_kind, value_kind = kind.subtypes
    write_key, write_value = key_writer(key_kind), json_writer(value_kind, opener)

    def write(values: Any) -> str:
        return "{" + ", ".join([f"{quote(write_key(key))}: {write_value(each)}" for key, each in values.items()]) + "}"

    return write


def _unknown(value: Any) -> str:
    """Write a value of a type that only the server knows."""
    return f"0x{value.hex()}" if isinstance(value, bytes) else str(value)
