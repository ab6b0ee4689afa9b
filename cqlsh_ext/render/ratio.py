"""RATIO's report: what compression pays in each column, what rows take on Amazon Keyspaces, and warnings."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isfinite

from cqlsh_ext.decoding import Status
from cqlsh_ext.ratio.clusters import Estimate
from cqlsh_ext.ratio.figures import ChainFigures, ColumnFigures, Extent, Percentiles, Ratio, RowFigures, Values
from cqlsh_ext.render.bars import bar
from cqlsh_ext.render.cell import SEPARATOR
from cqlsh_ext.render.hexdump import Paint
from cqlsh_ext.render.words import ratio, size, visible
from cqlsh_ext.render.wrap import wrap

LABEL, COUNT, BAR = 12, 12, 14
READ = {
    Extent.FULL: "all of them",
    Extent.LIMIT: "the first ones",
    Extent.SELECT: "those of the SELECT",
}
UNOPENED = (Status.DAMAGED, Status.OVER_LIMIT, Status.UNSUPPORTED)


def report(found: Ratio, paint: Paint) -> Iterator[str]:
    """Give the report's lines."""
    yield paint("title", visible(found.place))
    if not found.rows_read:
        yield "  no rows in the sample" if found.extent is Extent.SAMPLE else "  no rows"
        return
    yield from wrap(_extent(found), "  ")
    for column in found.columns:
        yield ""
        yield from _column(column, found, paint)
    if found.stored_rows and found.plain_rows:
        yield ""
        yield from _rows(found.stored_rows, found.plain_rows, paint)
    if found.warnings:
        yield ""
        yield paint("bad", "warnings")
        for warning in found.warnings:
            yield from wrap(visible(warning), "  ")


def _extent(found: Ratio) -> str:
    stopped = "; interrupted" if found.interrupted else ""
    if found.extent is not Extent.SAMPLE:
        which = "those up to the interruption" if found.interrupted else READ[found.extent]
        return f"{rows(found.rows_read)}, {which}, in {found.seconds:.1f} s"
    about = f"about {rows(found.rows.value)}"
    if isfinite(found.rows.high):
        about += f" ({_count(found.rows.low)} to {_count(found.rows.high)})"
    sample = f"estimated from a sample of {_count(found.rows_read)}, in {found.seconds:.1f} s{stopped}"
    return f"{about}, {sample}; so is all that follows, intervals being those of 95 % confidence"


def _column(column: ColumnFigures, found: Ratio, paint: Paint) -> Iterator[str]:
    yield f"{paint('title', visible(column.name))} {visible(column.kind)}"
    yield _line("values", ", ".join(_values_told(column)))
    for status in UNOPENED:
        for place in column.places.get(status, ()):
            yield f"    {paint('bad', status.value)}: {visible(place)}"
    opened = [chain for chain in column.chains if chain.status not in UNOPENED]
    if len(opened) == 1:
        yield _line("format", _name(opened[0]))
    yield from _figures(column.figures, found)
    yield from _bands(column.figures, found.bands)
    for chain in column.chains if len(column.chains) > 1 else ():
        yield f"  {paint('format', _name(chain))}"
        yield _line("values", _count(chain.figures.values))
        if chain.status not in UNOPENED:
            yield from _figures(chain.figures, found)
            yield from _bands(chain.figures, found.bands, in_use=True)


def _values_told(column: ColumnFigures) -> Iterator[str]:
    yield f"{_count(column.figures.values)}, {_count(column.nulls)} null"
    yield f"{_count(column.by_status[Status.DECODED])} compressed"
    yield f"{_count(column.by_status[Status.PLAIN])} plain"
    yield f"{_count(column.by_status[Status.DAMAGED])} damaged"
    for status in UNOPENED[1:]:
        if column.by_status[status]:
            yield f"{_count(column.by_status[status])} {status.value}"


def _name(chain: ChainFigures) -> str:
    formats = SEPARATOR.join(chain.formats)
    if chain.status is Status.DECODED:
        return formats
    return "not compressed" if chain.status is Status.PLAIN else f"{formats}, {chain.status.value}"


def _figures(values: Values, found: Ratio) -> Iterator[str]:
    yield _line("stored", size(round(values.stored)))
    yield _line("", _percentiles(values.stored_sizes))
    yield _line("plain", size(round(values.plain)))
    yield _line("", _percentiles(values.plain_sizes))
    yield _line("ratio", ratio(round(values.stored), round(values.plain)))
    if values.ratio and found.extent is Extent.SAMPLE:
        yield _line("", _interval(values.ratio))
    yield _line(
        "decoding", f"{values.microseconds:.1f} µs a value, {100 * values.share:.0f} % of the time that reading took"
    )


def _interval(estimate: Estimate) -> str:
    low, high = estimate.low, estimate.high
    if not isfinite(high):
        return "no interval: too little was drawn"
    saved = f" ({_saving(low)} to {_saving(high)} % saved)" if low else ""
    return f"{low:.3f}x to {high:.3f}x{saved}"


def _saving(value: float) -> str:
    return f"{100 * (1 - 1 / value):.1f}"


def _percentiles(sizes: Percentiles) -> str:
    about = "" if sizes.exact else "about "
    return f"{about}p50 {sizes.p50:,}, p95 {sizes.p95:,}, p99 {sizes.p99:,}, max {sizes.largest:,}"


def _bands(values: Values, bands: Sequence[int], *, in_use: bool = False) -> Iterator[str]:
    """Give a line for each band, of those alone that hold values where these are the ones `in_use`."""
    most = max((*values.before, *values.after), default=0)
    yield f"  {'size':<{LABEL}}{'before':>{COUNT}} {'':<{BAR}} {'after':>{COUNT}}"
    for label, before, after in zip(band_names(bands), values.before, values.after, strict=True):
        if in_use and not before and not after:
            continue
        left, right = f"{_count(before):>{COUNT}}", f"{_count(after):>{COUNT}}"
        line = f"  {label:<{LABEL}}{left} {bar(before, most, BAR):<{BAR}} {right} {bar(after, most, BAR)}"
        yield line.rstrip()


def band_names(bands: Sequence[int]) -> list[str]:
    """Name the bands between these bounds in KB, and the one above."""
    inner = [f"{low}-{high} KB" for low, high in pairwise(bands)]
    return [f"to {bands[0]} KB", *inner, f"over {bands[-1]} KB"]


def _rows(stored: RowFigures, plain: RowFigures, paint: Paint) -> Iterator[str]:
    yield paint("title", "rows, by the rules of Amazon Keyspaces")
    yield _pair("", "stored", "uncompressed")
    figures = (
        ("bytes with keys", stored.bytes, plain.bytes),
        ("storage, bytes", stored.stored_bytes, plain.stored_bytes),
        ("p50 of a row", stored.sizes.p50, plain.sizes.p50),
        ("p99 of a row", stored.sizes.p99, plain.sizes.p99),
        ("largest row", stored.sizes.largest, plain.sizes.largest),
        ("90-100 % of 1 MB", stored.near, plain.near),
        ("over 1 MB", stored.over, plain.over),
        ("units to write all", stored.write_units, plain.write_units),
        ("units to read all", stored.read_units, plain.read_units),
    )
    for label, left, right in figures:
        yield _pair(label, _count(left), _count(right))
    for label, price in stored.money.items():
        yield _pair(f"{label} a month", f"{price:,.2f}", f"{plain.money[label]:,.2f}")


def _pair(label: str, left: str, right: str) -> str:
    return f"  {label:<20}{left:>24}{right:>24}".rstrip()


def _line(label: str, text: str) -> str:
    return f"  {label:<{LABEL}}{text}"


def _count(count: float) -> str:
    return f"{round(count):,}"


def rows(count: float) -> str:
    """Write a number of rows."""
    return "1 row" if round(count) == 1 else f"{_count(count)} rows"
