"""Rows that are read one after the other, and what is counted of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cqlsh_ext.decoding import Decoded
from cqlsh_ext.keyspaces.row_size import Role, Table
from cqlsh_ext.ratio.counts import Counts, Extract
from cqlsh_ext.ratio.rows import KEYS, row_measure
from cqlsh_ext.ratio.tally import Cell, ColumnTally, Row

NOTHING: Cell = ()
"""A cell that is not counted."""


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
    place: Callable[[Row, int], str]
    """Says where a row is, of which the number is given as well."""

    def role(self, name: str) -> Role | None:
        """Return what a column is in the table."""
        column = self.table.columns.get(name) if self.table else None
        return column.role if column else None

    def places_of(self, *roles: Role) -> list[int]:
        """Return where the columns of some roles stand."""
        return [at for at, name in enumerate(self.names) if self.role(name) in roles]


class Survey:
    """Takes from rows what is counted."""

    def __init__(self, layout: Layout, wanted: Sequence[Wanted]) -> None:
        self.layout = layout
        self._wanted = wanted
        self._roles = [layout.role(each.name) for each in wanted]
        self._measure = row_measure(layout.table, layout.names) if layout.table else None
        self._partition = layout.places_of(Role.PARTITION)
        self._last_partitions: dict[int, list[Any]] = {}
        self._taken = 0
        self.counts = self.new_counts()

    @property
    def measures_rows(self) -> bool:
        """Whether the sizes of rows can be told."""
        return self._measure is not None

    def new_counts(self) -> Counts:
        """Return what counts rows like these."""
        columns = [ColumnTally(each.name, each.kind, each.decode) for each in self._wanted]
        return Counts(columns, [role not in {*KEYS, Role.STATIC} for role in self._roles])

    def add(self, rows: Sequence[Row], weight: float = 1, source: int = 0) -> None:
        """Count rows, each `weight` times; partitions of one source come one after the other."""
        self.counts.add(self.extract(rows, weight, source))

    def extract(self, rows: Sequence[Row], weight: float = 1, source: int = 0) -> Extract:
        """Take from rows what is counted."""
        firsts = self._first_rows(rows, source) if Role.STATIC in self._roles else set()
        cells = [
            _static_cells(each, rows, firsts) if role is Role.STATIC else _cells(each, rows)
            for each, role in zip(self._wanted, self._roles, strict=True)
        ]
        first, self._taken = self._taken + 1, self._taken + len(rows)
        return Extract(cells, self._measure(rows) if self._measure else None, rows, first, weight)

    def _first_rows(self, rows: Sequence[Row], source: int) -> set[int]:
        """Return which rows begin a partition, as static columns have one value in each."""
        found = set()
        last = self._last_partitions.get(source)
        for number, row in enumerate(rows):
            partition = [row[at] for at in self._partition]
            if partition != last or not partition:
                found.add(number)
                last = partition
        if last is not None:
            self._last_partitions[source] = last
        return found


def _cells(wanted: Wanted, rows: Sequence[Row]) -> list[Cell]:
    at = wanted.at
    return [_cell(wanted, row[at]) for row in rows]


def _static_cells(wanted: Wanted, rows: Sequence[Row], firsts: set[int]) -> list[Cell]:
    return [_cell(wanted, row[wanted.at]) if number in firsts else NOTHING for number, row in enumerate(rows)]


def _cell(wanted: Wanted, value: Any) -> Cell:
    if value is None or isinstance(value, bytes):
        return value
    return bytes(value) if isinstance(value, bytearray) else list(wanted.values(value))
