"""The figures of a survey, ready to be written: a report and its JSON are drawn from these alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import NamedTuple

from cqlsh_ext.decoding import Status
from cqlsh_ext.keyspaces.row_size import ROW_METADATA
from cqlsh_ext.ratio.clusters import Draw, Estimate


class Extent(str, Enum):
    """Which rows were read."""

    FULL = "full"
    SAMPLE = "sample"
    LIMIT = "limit"
    SELECT = "select"


class Percentiles(NamedTuple):
    """Of sizes in bytes."""

    p50: int
    p95: int
    p99: int
    largest: int
    exact: bool
    """Whether they are no more than a thousandth too large."""


@dataclass(frozen=True)
class Values:
    """The figures of the values of one chain, or of a whole column; bytes are of those that could be opened."""

    values: float
    stored: float
    plain: float
    ratio: Estimate | None
    """Plain over stored bytes; the interval is empty where every value was read. None where there is no byte."""
    grown: float
    unchecked: float
    stored_sizes: Percentiles
    plain_sizes: Percentiles
    before: Sequence[float]
    """Values by bands of plain sizes, the last band above all bounds."""
    after: Sequence[float]
    microseconds: float
    """Of the processor, for decoding one value."""
    share: float
    """Of decoding all values in the time that reading them took."""


@dataclass(frozen=True)
class ChainFigures:
    """The figures of one chain of formats."""

    status: Status
    formats: tuple[str, ...]
    figures: Values


@dataclass(frozen=True)
class ColumnFigures:
    """The figures of one column."""

    name: str
    kind: str
    nulls: float
    by_status: Mapping[Status, float]
    places: Mapping[Status, Sequence[str]]
    """Where the first values are that could not be opened."""
    figures: Values
    chains: Sequence[ChainFigures]
    entropy: float | None
    """Bits a byte of the first stored bytes of compressed values; None where there are none."""


@dataclass(frozen=True)
class RowFigures:
    """What rows take on Amazon Keyspaces; bytes are of throughput, and storage takes 100 more a row."""

    count: float
    bytes: float
    sizes: Percentiles
    over: float
    near: float
    write_units: float
    read_units: float
    money: Mapping[str, Decimal]

    @property
    def stored_bytes(self) -> float:
        """What storage is paid for."""
        return self.bytes + self.count * ROW_METADATA


@dataclass(frozen=True)
class Ratio:
    """All that RATIO tells."""

    place: str
    extent: Extent
    interrupted: bool
    seconds: float
    rows_read: int
    rows: Estimate
    """Of the table where a sample was drawn, else those that were read."""
    bands: Sequence[int]
    """Upper bounds in KB."""
    columns: Sequence[ColumnFigures]
    stored_rows: RowFigures | None
    """None where not all columns were read."""
    plain_rows: RowFigures | None
    warnings: Sequence[str] = ()


class Reading(NamedTuple):
    """How the rows of a survey were read."""

    place: str
    extent: Extent
    seconds: float
    draw: Draw | None = None
    """What a sample was drawn from."""
    interrupted: bool = False
