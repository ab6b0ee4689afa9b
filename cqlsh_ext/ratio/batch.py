"""Rows as they are handed on from whoever reads them to whoever counts them."""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, Protocol

from cqlsh_ext.ratio.clusters import Draw
from cqlsh_ext.ratio.table import TableFacts

Row = Sequence[Any]


class Batch(NamedTuple):
    """Rows that were read, in the order of the columns that were asked for."""

    rows: Sequence[Row]
    weight: float = 1
    """How many rows each one stands for."""
    source: int = 0
    """Where they come from: partitions of one source come one after the other."""
    share: float = 0.0
    """The part of all there is that is done with these rows, where that is known."""
    cluster: int | None = None
    """The cluster of a sample that ends with these rows."""


Batches = Generator[Batch, None, None]


class Probe(NamedTuple):
    """What a look at a few partitions tells of a table."""

    partitions: float
    """About how many there are."""
    rows_each: float
    """About how many rows a partition has, those of large ones not counted to the end."""
    row_bytes: float
    """The mean size of a row."""


class Source(Protocol):
    """Rows of a table or of a SELECT."""

    @property
    def names(self) -> Sequence[str]:
        """The columns, in the order of the rows."""

    @property
    def kinds(self) -> Sequence[str]:
        """Their types, as the schema writes them."""

    @property
    def facts(self) -> TableFacts | None:
        """The table, None where it is not known."""

    def place(self, row: Row, number: int) -> str:
        """Say where a row is, as a WHERE clause where its key is known."""

    def read(self) -> Batches:
        """Read all rows."""


class TableSource(Source, Protocol):
    """Rows of a table, some or all."""

    @property
    def name(self) -> str:
        """The table, in CQL."""

    @property
    def facts(self) -> TableFacts:
        """The table."""

    @property
    def binds_partition(self) -> bool:
        """Whether the conditions choose partitions by themselves."""

    @property
    def is_random(self) -> bool:
        """Whether rows can be drawn at random, as partitions are spread by tokens that are numbers."""

    @property
    def draw(self) -> Draw | None:
        """What was drawn up to now."""

    @property
    def uncounted(self) -> int:
        """How many partitions in the sample count for fewer rows than they have."""

    def probe(self) -> Probe:
        """Look at a few partitions, where rows can be drawn at random."""

    def first(self, rows: int) -> Batches:
        """Read the first rows, those with the smallest tokens."""

    def sample(self, rows: int) -> Batches:
        """Read about so many rows, from ranges of tokens that are drawn at random; each is a cluster."""
