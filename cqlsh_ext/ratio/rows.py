"""What rows take on Amazon Keyspaces, as they are stored and as they would be if nothing in them were compressed.

The rules of sizes are those of https://docs.aws.amazon.com/keyspaces/latest/devguide/calculating-row-size.html, those
of units those of https://docs.aws.amazon.com/keyspaces/latest/devguide/ReadWriteCapacityMode.html.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from cqlsh_ext.keyspaces.cql_types import read_type
from cqlsh_ext.keyspaces.read_size import scalar_size, size_of_value
from cqlsh_ext.keyspaces.row_size import ROW_METADATA, Column, Role, Table, size_of_column, size_of_id
from cqlsh_ext.keyspaces.value_size import Size
from cqlsh_ext.ratio.sizes import Sizes

WRITE_UNIT, READ_UNIT = 1024, 4096
"""Bytes of a row that one unit writes, and that one unit reads at LOCAL_QUORUM; ONE and LOCAL_ONE take half."""
LARGEST_ROW = 1_000_000
"""The limit is 1 MB, and the documentation does not say which."""
NEARLY = LARGEST_ROW * 9 // 10
REMEMBERED = 1 << 13
"""Sizes of one column whose bytes in a row are worked out once."""
KEYS = frozenset({Role.PARTITION, Role.CLUSTERING})

Measure = Callable[[Any], int]


def row_measure(table: Table, names: Sequence[str]) -> Callable[[Sequence[Sequence[Any]]], list[int]] | None:
    """Return what measures rows with these columns, in bytes of throughput; None where columns are missing.

    Storage, and the limit of 1 MB, count 100 bytes more. Static columns count in none of the rows.
    """
    if set(names) != set(table.columns):
        return None
    places = [(at, table.columns[name]) for at, name in enumerate(names)]
    measures = [(at, _column_measure(each, table)) for at, each in places if each.role is not Role.STATIC]

    def measure(rows: Sequence[Sequence[Any]]) -> list[int]:
        return [sum(sizes) for sizes in zip(*([each(row[at]) for row in rows] for at, each in measures), strict=True)]

    return measure


def _column_measure(column: Column, table: Table) -> Measure:
    kind = read_type(column.type)
    more = size_of_id(table)

    @lru_cache(REMEMBERED)
    def of_scalar(size: int) -> int:
        return size_of_column(column, kind, Size(size), table) + more

    def of_any(value: Any) -> int:
        return size_of_column(column, kind, size_of_value(kind, value), table) + more

    size_of, null = scalar_size(kind), of_any(None)
    if size_of is None:
        return of_any

    def of_value(value: Any) -> int:
        try:
            return null if value is None else of_scalar(size_of(value))
        except TypeError:  # a value of zero bytes, which the driver has an object of its own for
            return of_any(value)

    return of_value


class Rows:
    """Counts rows by size in bytes of throughput."""

    def __init__(self) -> None:
        self.sizes = Sizes()
        self.count: float = 0
        self.bytes: float = 0
        self.over: float = 0
        """Rows over the limit, of which only those that are not stored so can be any."""
        self.near: float = 0
        """Rows within 10 % of the limit."""

    def add(self, sizes: Sequence[int], weight: float = 1) -> None:
        """Count rows of these sizes, each `weight` times."""
        self.count += len(sizes) * weight
        self.bytes += sum(sizes) * weight
        self.sizes.add_all(sizes, weight)
        for size in sizes:
            if size > NEARLY - ROW_METADATA:
                self._count_large(size, weight)

    def merge(self, other: "Rows") -> None:
        """Add what another has counted."""
        self.sizes.merge(other.sizes)
        self.count += other.count
        self.bytes += other.bytes
        self.over += other.over
        self.near += other.near

    def _count_large(self, size: int, weight: float) -> None:
        if size > LARGEST_ROW - ROW_METADATA:
            self.over += weight
        else:
            self.near += weight
