"""How large a row of Amazon Keyspaces gets by a write, and which column makes it so.

The rules are those of https://docs.aws.amazon.com/keyspaces/latest/devguide/calculating-row-size.html.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from cqlsh_ext.keyspaces.cql_types import CqlType, read_type
from cqlsh_ext.keyspaces.value_size import Size, size_of_json, size_of_literal
from cqlsh_ext.keyspaces.writes import JsonValue, Write

ROW_METADATA = 100
KEY_METADATA = 3
COLUMNS_PER_ID_BYTE = 62
SCALAR = {(True, False): 18, (False, True): 16, (True, True): 27}
"""Bytes that a column takes more where client-side timestamps are on, and where TTL is."""
COLLECTION = {
    "list": {(True, False): (30, 19), (False, True): (15, 0), (True, True): (39, 19)},
    "set": {(True, False): (14, 26), (False, True): (12, 7), (True, True): (23, 26)},
    "map": {(True, False): (17, 26), (False, True): (15, 7), (True, True): (26, 26)},
}
"""The same for each element of a collection, and for the collection."""


class Role(str, Enum):
    """What a column is in its table."""

    PARTITION = "partition"
    CLUSTERING = "clustering"
    STATIC = "static"
    REGULAR = "regular"


class Column(NamedTuple):
    """A column: its type as the schema writes it, and what it is."""

    type: str
    role: Role


class Table(NamedTuple):
    """What the size of a row depends on."""

    columns: Mapping[str, Column]
    timestamps: bool = False
    """Whether client-side timestamps are on."""
    ttl: bool = False


class RowSize(NamedTuple):
    """The bytes of a row, key and metadata included, and those of each column that was written."""

    total: int
    columns: Mapping[str, int]


def measure(write: Write, table: Table) -> RowSize:
    """Return the size of the row that a write makes, or of the partition's static columns if these are larger."""
    id_bytes = size_of_id(table)
    sizes: dict[Role, dict[str, int]] = {role: {} for role in Role}
    for name, value in write.values.items():
        column = table.columns.get(name)
        if column is not None:
            kind = read_type(column.type)
            size = size_of_json(kind, value.thing) if isinstance(value, JsonValue) else size_of_literal(kind, value)
            sizes[column.role][name] = size_of_column(column, kind, size, table) + id_bytes
    rows = {**sizes[Role.PARTITION], **sizes[Role.CLUSTERING], **sizes[Role.REGULAR]}
    statics = {**sizes[Role.PARTITION], **sizes[Role.STATIC]}
    total = sum(rows.values()) + ROW_METADATA
    return RowSize(sum(statics.values()), statics) if sum(statics.values()) > total else RowSize(total, rows)


def size_of_id(table: Table) -> int:
    """Return the bytes of a column's identifier, which each value comes with."""
    return 1 + (max(len(table.columns), 1) - 1) // COLUMNS_PER_ID_BYTE


def size_of_column(column: Column, kind: CqlType, size: Size, table: Table) -> int:
    """Return the bytes that a value of a size takes in its column, its identifier aside."""
    if column.role is Role.PARTITION:
        return 2 * size.bytes + KEY_METADATA
    if column.role is Role.CLUSTERING:
        return 2 * size.bytes + -(-size.bytes // 5)
    features = (table.timestamps, table.ttl)
    if kind.name in COLLECTION and not kind.frozen:
        each, once = COLLECTION[kind.name].get(features, (0, 0))
        return size.bytes + size.elements * each + once
    return size.bytes + SCALAR.get(features, 0)
