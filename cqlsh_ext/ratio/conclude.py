"""From what was counted to the figures of a report."""

from collections.abc import Iterable, Sequence

from cqlsh_ext.decoding import Status
from cqlsh_ext.keyspaces.row_size import ROW_METADATA
from cqlsh_ext.ratio.chain import Chain, Tally
from cqlsh_ext.ratio.clusters import Draw, Estimate, estimate_ratio, estimate_total
from cqlsh_ext.ratio.entropy import entropy
from cqlsh_ext.ratio.figures import ChainFigures, ColumnFigures, Extent, Percentiles, Ratio, Reading, RowFigures, Values
from cqlsh_ext.ratio.money import Load, monthly
from cqlsh_ext.ratio.rows import READ_UNIT, WRITE_UNIT, Rows
from cqlsh_ext.ratio.settings import KB, Measuring
from cqlsh_ext.ratio.sizes import Sizes
from cqlsh_ext.ratio.survey import Layout, Survey
from cqlsh_ext.ratio.tally import ColumnTally

SHARES = (0.5, 0.95, 0.99)


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
