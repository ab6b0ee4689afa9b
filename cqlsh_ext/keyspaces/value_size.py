"""How many bytes a value counts in a row of Amazon Keyspaces.

The rules are those of https://docs.aws.amazon.com/keyspaces/latest/devguide/calculating-row-size.html.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cqlsh_ext.keyspaces.cql_types import CqlType
from cqlsh_ext.keyspaces.tokens import Kind, Token, split

FIXED = {
    "boolean": 1, "inet": 4, "float": 4, "double": 8, "date": 4, "time": 8, "timestamp": 8, "uuid": 16, "timeuuid": 16,
}  # fmt: skip
NUMBERS = frozenset({"tinyint", "smallint", "int", "bigint", "varint", "counter", "decimal"})
NULL = 1
COLLECTION = 3
"""What a collection or a user-defined type takes beyond its elements, each of which takes one byte more."""
UNKNOWN = CqlType("")


class Size(NamedTuple):
    """The bytes of a value, and its elements where it is a collection."""

    bytes: int
    elements: int = 0


def size_of_number(text: str) -> int:
    """Return the bytes of a number: one for two significant digits, and one."""
    digits = "".join(filter(str.isdecimal, text.lower().partition("e")[0])).strip("0")
    return -(-len(digits) // 2) + 1


def size_of_literal(kind: CqlType, tokens: Sequence[Token]) -> Size:
    """Return the size of a term of CQL; what a function gives counts as its arguments do."""
    if kind.name in FIXED:
        return Size(FIXED[kind.name])
    if not tokens or tokens[0].keyword not in {"[", "{", "("}:
        return Size(sum(map(_size_of_token, tokens)))
    elements = split(tokens[1:-1], ",")
    sizes = (_size_of_element(kind, place, element) for place, element in enumerate(elements))
    return Size(COLLECTION + len(elements) + sum(sizes), len(elements))


def _size_of_element(kind: CqlType, place: int, element: Sequence[Token]) -> int:
    parts = split(element, ":")
    if kind.name == "map":
        return sum(size_of_literal(part(kind, number), each).bytes for number, each in enumerate(parts))
    return size_of_literal(part(kind, place if kind.name == "tuple" else 0), parts[-1] if parts else ()).bytes


def part(kind: CqlType, place: int) -> CqlType:
    """Return the type of an element of a collection, or of a field of a tuple."""
    return kind.of[place] if place < len(kind.of) else UNKNOWN


def _size_of_token(token: Token) -> int:
    if token.kind is Kind.STRING:
        return len(token.content.encode())
    if token.kind is Kind.BLOB:
        return len(token.text) // 2 - 1
    if token.kind is Kind.UUID:
        return FIXED["uuid"]
    if token.kind is Kind.NUMBER:
        return size_of_number(token.text)
    return NULL if token.keyword in {"NULL", "TRUE", "FALSE"} else 0


def size_of_json(kind: CqlType, thing: Any) -> Size:
    """Return the size of a value of INSERT JSON."""
    if thing is None:
        return Size(NULL)
    if kind.name in FIXED:
        return Size(FIXED[kind.name])
    if isinstance(thing, (Mapping, list)):
        sizes = _sizes_of_json_elements(kind, thing)
        return Size(COLLECTION + len(sizes) + sum(sizes), len(sizes))
    if kind.name == "blob" and isinstance(thing, str):
        return Size(len(thing) // 2 - 1)
    if kind.name in NUMBERS or not isinstance(thing, str):
        return Size(size_of_number(json.dumps(thing)))
    return Size(len(thing.encode()))


def _sizes_of_json_elements(kind: CqlType, thing: Mapping[str, Any] | list[Any]) -> list[int]:
    if isinstance(thing, list):
        return [size_of_json(part(kind, 0), element).bytes for element in thing]
    names = (size_of_json(part(kind, 0), name).bytes if kind.name == "map" else 0 for name in thing)
    values = (size_of_json(part(kind, 1), value).bytes for value in thing.values())
    return [name + value for name, value in zip(names, values, strict=True)]
