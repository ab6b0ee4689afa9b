"""The figures of a survey, ready to be written: a report and its JSON are drawn from these alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import NamedTuple

from cqlsh_ext.decoding import Status
from cqlsh_ext.keyspaces.row_size import ROW_METADATA
from cqlsh_ext.ratio.clusters import Draw, Estimate, estimate_ratio, estimate_total
from cqlsh_ext.ratio.entropy import entropy
from cqlsh_ext.ratio.money import Load, monthly
from cqlsh_ext.ratio.rows import READ_UNIT, WRITE_UNIT, Rows
from cqlsh_ext.ratio.settings import KB, Measuring
from cqlsh_ext.ratio.sizes import Sizes
from cqlsh_ext.ratio.survey import Layout, Survey
from cqlsh_ext.ratio.tally import Chain, ColumnTally, Tally

SHARES = (0.5, 0.95, 0.99)


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


def figures_of(survey: Survey, reading: Reading, told: Measuring) -> Ratio:
    """Work out the figures of a survey that has ended; a sample of all there is has exact ones."""
    if reading.draw and reading.draw.is_all:
        reading = reading._replace(extent=Extent.FULL, draw=None)
    scale = reading.draw.scale if reading.draw else 1
    counts = survey.counts
    rows = _exact(counts.weight)
    if reading.draw:  # rows that were left out in a cluster are counted all the same
        rows = estimate_total(list(counts.cluster_rows.values()), reading.draw._replace(complete=True))
    return Ratio(
        reading.place,
        reading.extent,
        reading.interrupted,
        reading.seconds,
        counts.count,
        rows,
        told.bands,
        [_column(column, survey.layout, reading, told.bands) for column in counts.columns],
        _rows(counts.rows, scale, told) if survey.measures_rows else None,
        _rows(counts.plain_rows, scale, told) if survey.measures_rows else None,
    )


def _exact(value: float) -> Estimate:
    return Estimate(value, value, value)


def _column(column: ColumnTally, layout: Layout, reading: Reading, bands: Sequence[int]) -> ColumnFigures:
    scale = reading.draw.scale if reading.draw else 1
    chains = column.chains
    return ColumnFigures(
        column.name,
        column.kind,
        column.nulls * scale,
        {status: _count(chains, status) * scale for status in Status},
        {status: [layout.place(*each) for each in places] for status, places in column.places.items()},
        _values(_together(chains), reading, bands),
        [ChainFigures(chain.status, chain.formats, _values(chain.tally, reading, bands)) for chain in chains],
        entropy(column.sample) if column.sample else None,
    )


def _count(chains: Iterable[Chain], status: Status) -> float:
    return sum(chain.tally.values for chain in chains if chain.status is status)


def _together(chains: Iterable[Chain]) -> Tally:
    whole = Tally()
    for chain in chains:
        whole.merge(chain.tally)
    return whole


def _values(tally: Tally, reading: Reading, bands: Sequence[int]) -> Values:
    scale = reading.draw.scale if reading.draw else 1
    bounds = [band * KB for band in bands]
    each = tally.seconds / max(tally.timed, 1)
    return Values(
        tally.values * scale,
        tally.stored * scale,
        tally.plain * scale,
        _ratio(tally, reading.draw),
        tally.grown * scale,
        tally.unchecked * scale,
        _percentiles(tally.stored_sizes),
        _percentiles(tally.plain_sizes),
        [count * scale for count in tally.plain_sizes.by_band(bounds)],
        [count * scale for count in tally.stored_sizes.by_band(bounds)],
        1e6 * each,
        each * tally.read / reading.seconds if reading.seconds else 0.0,
    )


def _ratio(tally: Tally, draw: Draw | None) -> Estimate | None:
    if draw:
        return estimate_ratio(list(tally.clusters.values()), draw)
    return _exact(tally.plain / tally.stored) if tally.stored else None


def _percentiles(sizes: Sizes) -> Percentiles:
    p50, p95, p99 = sizes.percentiles(SHARES)
    return Percentiles(p50, p95, p99, sizes.largest, sizes.exact)


def _rows(rows: Rows, scale: float, told: Measuring) -> RowFigures:
    write_units, read_units = rows.sizes.units(WRITE_UNIT), rows.sizes.units(READ_UNIT)
    count = max(rows.count, 1)
    load = Load(write_units / count, read_units / count, (rows.bytes + rows.count * ROW_METADATA) * scale)
    return RowFigures(
        rows.count * scale,
        rows.bytes * scale,
        _percentiles(rows.sizes),
        rows.over * scale,
        rows.near * scale,
        write_units * scale,
        read_units * scale,
        monthly(load, told),
    )
