"""The encoded size of rows, as the service's documentation calculates it.

An example of that documentation: a row of integers 1 to 5, two of them partition key and two clustering columns, takes
31 bytes of throughput, and 131 bytes of storage with the metadata of the row, which count towards the limit.
"""

import json
from typing import NamedTuple

from .tokens import split
from .wire import Reader

ROW_METADATA = 100
KEY_METADATA = 3
COLLECTION_METADATA = 3
COLUMNS_PER_ID_BYTE = 62
FIXED = {"boolean": 1, "double": 8, "float": 4, "timestamp": 8, "date": 4, "time": 8, "uuid": 16, "timeuuid": 16}
INTEGERS = frozenset({"int", "bigint", "smallint", "tinyint", "varint"})
COUNTER = 51
SCALAR = {(False, False): 0, (True, False): 18, (False, True): 16, (True, True): 27}
"""What a scalar or frozen column takes more by whether client-side timestamps are on, and whether TTL is."""
COLLECTION = {
    "list": {(True, False): (30, 19), (False, True): (15, 0), (True, True): (39, 19)},
    "set": {(True, False): (14, 26), (False, True): (12, 7), (True, True): (23, 26)},
    "map": {(True, False): (17, 26), (False, True): (15, 7), (True, True): (26, 26)},
}
"""The same for each element of a collection, and for its column."""


class Size(NamedTuple):
    """The size of a value in bytes, and of how many elements it is where these count one by one."""

    bytes: int
    elements: int = 0


NULL = Size(1)


def is_collection(kind):
    """Tell whether a column's elements count one by one."""
    return kind.name in {"list", "set", "map"} and not kind.frozen


def of_integer(number):
    """Return the bytes of an integer: one for two significant digits, and one."""
    digits = len(str(abs(number)).strip("0"))
    return (digits + 1) // 2 + 1


def of_wire(kind, data):
    """Return the Size of a value that came as bytes of the protocol."""
    if data is None:
        return NULL
    if kind.name in FIXED:
        return Size(FIXED[kind.name])
    if kind.name in INTEGERS:
        return Size(of_integer(int.from_bytes(data, "big", signed=True)))
    if not is_collection(kind):
        return Size(len(data))
    reader = Reader(data)
    count = reader.integer()
    parts = (of_wire(part, reader.value()).bytes for _ in range(count) for part in kind.of)
    return Size(COLLECTION_METADATA + count + sum(parts), count)


def of_literal(kind, tokens):
    """Return the Size of a value that is written in the statement; what functions return counts as their argument."""
    if kind.name in FIXED:
        return Size(FIXED[kind.name])
    size = sum(map(of_token, tokens))
    if not tokens or tokens[0].text not in {"[", "{", "("}:
        return Size(size)
    count = len(split(tokens[1:-1], ",")) if len(tokens) > 2 else 0
    return Size(COLLECTION_METADATA + count + size, count if is_collection(kind) else 0)


def of_token(token):
    """Return the bytes of a constant; signs and names have none."""
    if token.kind == "string":
        return len(token.content.encode())
    if token.kind == "blob":
        return (len(token.text) - 1) // 2
    if token.kind == "number":
        return of_integer(int(token.text.lstrip("-").partition(".")[0]))
    if token.kind == "uuid":
        return 16
    return int(token.keyword in {"TRUE", "FALSE", "NULL"})


def of_json(kind, thing):
    """Return the Size of a value of INSERT JSON."""
    if thing is None:
        return NULL
    if kind.name in FIXED:
        return Size(FIXED[kind.name])
    if isinstance(thing, (list, dict)):
        size = len(json.dumps(thing, ensure_ascii=False).encode())
        return Size(COLLECTION_METADATA + size, len(thing) if is_collection(kind) else 0)
    if isinstance(thing, int):
        return Size(of_integer(thing))
    return Size(len(thing) // 2 - 1 if kind.name == "blob" else len(str(thing).encode()))


def of_column(kind, size, place, identifier, features):
    """Return the bytes that a value takes in a row.

    `place` is what the column is: partition, clustering, or another; `identifier` the bytes of a column's identifier;
    `features` whether client-side timestamps are on, and whether TTL is.
    """
    if place == "partition":
        return 2 * size.bytes + KEY_METADATA + identifier
    if place == "clustering":
        return 2 * size.bytes + -(-size.bytes // 5) + identifier
    return size.bytes + identifier + of_features(kind, size, features)


def of_features(kind, size, features):
    """Return the bytes that timestamps and TTL add to a column."""
    if kind.name == "counter":
        return COUNTER if features[0] else 0
    if is_collection(kind):
        each, once = COLLECTION[kind.name].get(features, (0, 0))
        return size.elements * each + once
    return SCALAR[features]


def of_identifier(columns):
    """Return the bytes of a column's identifier in a table of so many columns."""
    return 1 + (max(columns, 1) - 1) // COLUMNS_PER_ID_BYTE
