"""What is counted of rows: values column by column, and the sizes of rows; can be merged, and handed to a process."""

from collections.abc import Sequence
from typing import NamedTuple

from cqlsh_ext.ratio.rows import Rows
from cqlsh_ext.ratio.tally import Cell, ColumnTally, Row


class Extract(NamedTuple):
    """What is counted of some rows."""

    cells: Sequence[Sequence[Cell]]
    """Those of each column."""
    sizes: Sequence[int] | None
    """Bytes of each row, where these can be told."""
    rows: Sequence[Row]
    """The rows, as far as they are needed to say where a value is."""
    first: int
    """The number of the first row."""
    weight: float


class Counts:
    """Counts rows and the values in them."""

    def __init__(self, columns: Sequence[ColumnTally], in_rows: Sequence[bool]) -> None:
        """Begin with nothing; `in_rows` says of each column whether its values add to the sizes of rows."""
        self.columns = columns
        self.rows = Rows()
        """As stored, where their sizes can be told."""
        self.plain_rows = Rows()
        self.count = 0
        """Rows that were read."""
        self.weight: float = 0
        """Rows that these stand for."""
        self.cluster_rows: dict[int, float] = {}
        """Those of each cluster that is not empty."""
        self._in_rows = in_rows
        self._closed: float = 0

    def add(self, extract: Extract) -> None:
        """Count rows."""
        count, weight = len(extract.rows), extract.weight
        gained = [0] * count
        for column, in_rows, cells in zip(self.columns, self._in_rows, extract.cells, strict=True):
            more = column.count(cells, extract)
            if in_rows:
                gained = [before + each for before, each in zip(gained, more, strict=True)]
        if extract.sizes is not None:
            self.rows.add(extract.sizes, weight)
            self.plain_rows.add([size + more for size, more in zip(extract.sizes, gained, strict=True)], weight)
        self.count += count
        self.weight += weight * count

    def close_cluster(self, number: int) -> None:
        """End a cluster."""
        if self.weight != self._closed:
            self.cluster_rows[number] = self.weight - self._closed
            self._closed = self.weight
        for column in self.columns:
            column.close_cluster(number)

    def merge(self, other: "Counts") -> None:
        """Add what another has counted, outside of clusters."""
        self.rows.merge(other.rows)
        self.plain_rows.merge(other.plain_rows)
        self.count += other.count
        self.weight += other.weight
        for column, more in zip(self.columns, other.columns, strict=True):
            column.merge(more)
