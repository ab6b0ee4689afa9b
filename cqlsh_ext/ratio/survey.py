"""Rows that are read one after the other, and what is counted of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cqlsh_ext.decoding import Decoded
from cqlsh_ext.keyspaces.row_size import Role, Table
from cqlsh_ext.ratio.rows import KEYS, Rows, row_measure
from cqlsh_ext.ratio.tally import ColumnTally, Place, Row


class Wanted(NamedTuple):
    """A column that is measured."""

    at: int
    """Where it stands in a row."""
    name: str
    kind: str
    """Its type, as the schema writes it."""
    values: Callable[[Any], Iterable[bytes]]
    """Finds the values in a cell that is neither null nor a blob."""
    decode: Callable[[bytes], Decoded]


@dataclass(frozen=True)
class Layout:
    """What is known of the rows: the names of their columns, and of their table if that is known."""

    names: Sequence[str]
    table: Table | None
    place: Place

    def role(self, name: str) -> Role | None:
        """Return what a column is in the table."""
        column = self.table.columns.get(name) if self.table else None
        return column.role if column else None

    def partition_places(self) -> list[int]:
        """Return where the columns of the partition key stand."""
        return [at for at, name in enumerate(self.names) if self.role(name) is Role.PARTITION]


class Survey:
    """Counts rows and the values in them."""

    def __init__(self, layout: Layout, wanted: Sequence[Wanted]) -> None:
        self.rows = Rows()
        """As stored, where all columns were read."""
        self.plain_rows = Rows()
        self.count = 0
        """Rows that were read."""
        self.weight: float = 0
        """Rows that these stand for."""
        self.cluster_rows: dict[int, float] = {}
        """Those of each cluster that is not empty."""
        self.columns = [ColumnTally(each.name, each.kind, each.decode, layout.place) for each in wanted]
        roles = [layout.role(each.name) for each in wanted]
        self._wanted = list(zip(wanted, self.columns, roles, strict=True))
        self._measure = row_measure(layout.table, layout.names) if layout.table else None
        self._has_statics = Role.STATIC in roles
        self._partition = layout.partition_places()
        self._last_partitions: dict[int, list[Any]] = {}
        self._closed: float = 0

    @property
    def measures_rows(self) -> bool:
        """Whether the sizes of rows can be told."""
        return self._measure is not None

    def add(self, rows: Sequence[Row], weight: float = 1, source: int = 0) -> None:
        """Count rows, each `weight` times; partitions of one source come one after the other."""
        gained = [0] * len(rows)
        firsts = self._first_rows(rows, source) if self._has_statics else ()
        for wanted, column, role in self._wanted:
            if role is Role.STATIC:
                self._count(wanted, column, [rows[number] for number in firsts], weight)
                continue
            more = self._count(wanted, column, rows, weight)
            if role not in KEYS:
                gained = [before + each for before, each in zip(gained, more, strict=True)]
        if self._measure:
            sizes = self._measure(rows)
            self.rows.add(sizes, weight)
            self.plain_rows.add([size + more for size, more in zip(sizes, gained, strict=True)], weight)
        self.count += len(rows)
        self.weight += weight * len(rows)

    def close_cluster(self, number: int) -> None:
        """End a cluster."""
        if self.weight != self._closed:
            self.cluster_rows[number] = self.weight - self._closed
            self._closed = self.weight
        for column in self.columns:
            column.close_cluster(number)

    def _first_rows(self, rows: Sequence[Row], source: int) -> list[int]:
        """Return which rows begin a partition, as static columns have one value in each."""
        found = []
        last = self._last_partitions.get(source)
        for number, row in enumerate(rows):
            partition = [row[at] for at in self._partition]
            if partition != last or not partition:
                found.append(number)
                last = partition
        if last is not None:
            self._last_partitions[source] = last
        return found

    def _count(self, wanted: Wanted, column: ColumnTally, rows: Sequence[Row], weight: float) -> list[int]:
        """Count the values in one column; return how many bytes more each row has without compression."""
        gained = []
        for number, row in enumerate(rows, self.count + 1):
            value = row[wanted.at]
            if value is None:
                column.nulls += weight
                gained.append(0)
            elif isinstance(value, (bytes, bytearray)):
                gained.append(column.open(bytes(value), weight, row, number))
            else:
                gained.append(sum([column.open(each, weight, row, number) for each in wanted.values(value)]))
        column.count_opened(weight)
        return gained
