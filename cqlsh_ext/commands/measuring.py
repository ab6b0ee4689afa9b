"""Which rows RATIO reads, what that costs, and the figures that come of them."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

from cqlsh_ext.codec import OFF
from cqlsh_ext.commands.command import Shell
from cqlsh_ext.commands.ratio_request import DEFAULT_SAMPLE, SelectRequest, TableRequest
from cqlsh_ext.decoding import Decoded, decode
from cqlsh_ext.errors import UsageError
from cqlsh_ext.ratio.batch import Batch, Batches, Source, TableSource
from cqlsh_ext.ratio.conclude import figures_of
from cqlsh_ext.ratio.cost import ASKED_ABOVE, read_units, scan_units
from cqlsh_ext.ratio.crew import MOST, Crew
from cqlsh_ext.ratio.figures import Extent, Ratio, Reading
from cqlsh_ext.ratio.survey import Layout, Survey, Wanted
from cqlsh_ext.ratio.table import TEXTS, TableFacts
from cqlsh_ext.ratio.warnings import warnings
from cqlsh_ext.render.nested import blobs
from cqlsh_ext.settings import Column, Settings

SLICE, SLICE_SECONDS = 64, 0.1
"""Rows that are counted between two looks at whether Ctrl-C was pressed; one after those that took long."""

COSTS = "reading costs a read unit for each 4 KB, and at least one for each partition; at ONE and LOCAL_ONE half"
FEW = 100
"""Rows that cost less than it takes to estimate what they cost."""


class Amount(NamedTuple):
    """Which rows of a table are read, and about how many if not all."""

    extent: Extent
    rows: int = 0


def measure_select(shell: Shell, request: SelectRequest) -> Ratio:
    """Measure the rows of a SELECT; raises UsageError."""
    if shell.on_keyspaces:
        shell.note(COSTS)
    source = shell.selected_rows(request.statement)
    wanted = _wanted(shell, source, ())
    if not wanted:
        raise UsageError("the SELECT gives no column that holds blobs")
    place = f"{source.facts.keyspace}.{source.facts.name}" if source.facts else "SELECT"
    return _measure(shell, source, wanted, source.read(), Reading(place, Extent.SELECT, 0.0))


def measure_table(shell: Shell, request: TableRequest) -> Ratio | None:
    """Measure rows of a table, None where what that costs is too much; raises UsageError."""
    facts = shell.facts(request.keyspace, request.table)
    source = shell.table_rows(facts, request.where)
    wanted = _wanted(shell, source, [check_column(shell, facts, typed) for typed in request.columns])
    if not wanted:
        raise UsageError(f"{facts.keyspace}.{facts.name} has no column that holds blobs: name one that holds text")
    amount = amount_of(shell, source, request)
    if shell.on_keyspaces and not is_worth(shell, source, amount):
        return None
    reading = Reading(f"{facts.keyspace}.{facts.name}", amount.extent, 0.0)
    found = _measure(shell, source, wanted, batches_of(source, amount), reading)
    if source.uncounted:
        shell.note(
            f"{source.uncounted:,} large partitions count for fewer rows than they have, as not all of these were"
            " counted: figures lean towards small partitions"
        )
    return found


def amount_of(shell: Shell, source: TableSource, request: TableRequest) -> Amount:
    """Return which rows are read; raises UsageError where a sample is asked for that cannot be drawn."""
    if request.limit:
        return Amount(Extent.LIMIT, request.limit)
    if request.sample is None:
        return Amount(Extent.FULL)
    if source.is_random:
        return Amount(Extent.SAMPLE, request.sample)
    if request.is_sample_asked:
        why = "WHERE names partitions" if source.binds_partition else "the partitioner does not spread them by numbers"
        raise UsageError(f"rows cannot be drawn at random, as {why}: write LIMIT n or FULL in the place of SAMPLE")
    if source.binds_partition:
        return Amount(Extent.FULL)
    shell.note(f"the first {DEFAULT_SAMPLE:,} rows, as the partitioner does not let rows be drawn at random")
    return Amount(Extent.LIMIT, DEFAULT_SAMPLE)


def batches_of(source: TableSource, amount: Amount) -> Batches:
    """Read these rows."""
    if amount.extent is Extent.SAMPLE:
        return source.sample(amount.rows)
    return source.first(amount.rows) if amount.extent is Extent.LIMIT else source.read()


def is_worth(shell: Shell, source: TableSource, amount: Amount) -> bool:
    """Tell what reading costs, and ask whether to go on if that is much."""
    if not source.is_random or (amount.extent is Extent.LIMIT and amount.rows <= FEW):
        shell.note(COSTS)
        return True
    probe = source.probe()
    rows = f"about {amount.rows:,} rows" if amount.rows else "all rows"
    units = read_units(amount.rows, probe, shell.consistency) if amount.rows else scan_units(probe, shell.consistency)
    shell.note(f"reading {rows} costs about {max(units, 1):,.0f} read units")
    return units <= ASKED_ABOVE or shell.is_meant(f"That is more than {ASKED_ABOVE:,} read units.")


def check_column(shell: Shell, facts: TableFacts, typed: str) -> str:
    """Return the column that is called as typed; raises UsageError where it has nothing to measure."""
    name = shell.unquote(typed)
    column = facts.sizing.columns.get(name)
    if column is None:
        known = ", ".join(facts.sizing.columns)
        raise UsageError(f"the table {facts.keyspace}.{facts.name} has no column {name!r}: it has {known}")
    if column.type not in TEXTS and not facts.holds_blobs(column.type):
        raise UsageError(f"the column {name} is of type {column.type}: only blobs and text can be measured")
    return name


def _wanted(shell: Shell, source: Source, named: Sequence[str]) -> list[Wanted]:
    """Return what is measured: the columns that are named, else those with blobs or with a codec of their own."""
    facts, found = source.facts, []
    for at, (name, kind) in enumerate(zip(source.names, source.kinds, strict=True)):
        column = Column(facts.keyspace, facts.name, name) if facts else None
        holds_blobs = facts.holds_blobs(kind) if facts else "blob" in kind
        opens = holds_blobs or column in shell.settings.columns
        if name in named if named else opens:
            found.append(Wanted(at, name, kind, values_of, decoder_of(shell.settings, column, opens=opens)))
    return found


def values_of(value: Any) -> Iterable[bytes]:
    """Return the values in a cell: the text, or the blobs."""
    return [value.encode()] if isinstance(value, str) else [blob for _, blob in blobs(value)]


def decoder_of(settings: Settings, column: Column | None, *, opens: bool) -> Callable[[bytes], Decoded]:
    """Return what decodes the values of a column, if it `opens` them."""
    codecs = settings.codecs_for(column) if opens else (OFF,)
    return partial(decode, codec=codecs, limits=settings.limits, dictionaries=settings.dictionaries_for(column))


def _measure(shell: Shell, source: Source, wanted: Sequence[Wanted], batches: Batches, reading: Reading) -> Ratio:
    """Count rows until there are no more or Ctrl-C is pressed, and return the figures."""
    facts = source.facts
    survey = Survey(Layout(source.names, facts.sizing if facts else None, source.place), wanted)
    crew = Crew(survey, most=0 if reading.extent is Extent.SAMPLE else MOST)
    start, interrupted = perf_counter(), False
    with closing(shell.watched(batches)) as watched, closing(crew):
        try:
            for batch in watched:
                _count(shell, survey, crew, batch)
        except KeyboardInterrupt:
            interrupted = True
            shell.note("interrupted: these are the figures of the rows that were read")
        crew.finish()
    draw = getattr(source, "draw", None) if reading.extent is Extent.SAMPLE else None
    reading = reading._replace(seconds=perf_counter() - start, draw=draw, interrupted=interrupted)
    found = figures_of(survey, reading, shell.measuring)
    compression = facts.compression if facts else {}
    return replace(found, warnings=[line for column in found.columns for line in warnings(column, compression)])


def _count(shell: Shell, survey: Survey, crew: Crew, batch: Batch) -> None:
    with shell.uninterrupted():
        if crew.takes(batch):
            return
    at, count = 0, SLICE
    while at < len(batch.rows):
        started = perf_counter()
        with shell.uninterrupted():
            survey.add(batch.rows[at : at + count], batch.weight, batch.source)
        at += count
        count = SLICE if perf_counter() - started < SLICE_SECONDS else 1
    if batch.cluster is not None:
        survey.counts.close_cluster(batch.cluster)
