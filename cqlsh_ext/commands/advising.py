"""The values that ADVISE tries codecs on, and what is written of what came out."""

from contextlib import closing

from cqlsh_ext.advise.advice import Advice, Wanted, advise
from cqlsh_ext.advise.recommend import Goal
from cqlsh_ext.advise.sample import MOST_BYTES, Sample
from cqlsh_ext.commands.advise_request import Request
from cqlsh_ext.commands.command import Shell
from cqlsh_ext.commands.measuring import amount_of, batches_of, check_column, decoder_of, is_worth, values_of
from cqlsh_ext.commands.ratio_request import TableRequest
from cqlsh_ext.decoding import Status
from cqlsh_ext.errors import UsageError
from cqlsh_ext.ratio.batch import Batches, TableSource
from cqlsh_ext.ratio.rows import row_measure
from cqlsh_ext.ratio.table import TableFacts
from cqlsh_ext.settings import Column

LEAST_VALUES = 2


def open_sample(shell: Shell, facts: TableFacts, request: Request) -> tuple[TableSource, Batches] | None:
    """Return random rows of a table, None where what reading them costs is too much; raises UsageError."""
    source = shell.table_rows(facts, "")
    columns = (request.column,) if request.column else ()
    wanted = TableRequest(facts.keyspace, facts.name, columns, "", request.sample, None, request.is_sample_asked)
    amount = amount_of(shell, source, wanted)
    if shell.on_keyspaces and not is_worth(shell, source, amount):
        return None
    return source, batches_of(source, amount)


def advise_column(shell: Shell, request: Request, typed: str) -> Advice | None:
    """Try codecs on a sample of a column, None where reading it costs too much; raises UsageError."""
    facts = shell.facts(request.keyspace, request.table)
    column = Column(facts.keyspace, facts.name, check_column(shell, facts, typed))
    opened = open_sample(shell, facts, request)
    if opened is None:
        return None
    sample = _collect(shell, *opened, column)
    place = f"{facts.keyspace}.{facts.name} ({column.name})"
    if len(sample.values) < LEAST_VALUES:
        raise UsageError(f"{place} has too few values to try codecs on: {len(sample.values)} in the sample")
    told = shell.measuring
    wanted = Wanted(Goal(request.goal), told.advise_seconds, told.sample_seed)
    return advise(place, sample, wanted, shell.note)


def _collect(shell: Shell, source: TableSource, batches: Batches, column: Column) -> Sample:
    """Decode the values of a column in rows, until there are enough."""
    facts = source.facts
    kind = facts.sizing.columns[column.name].type
    opens = facts.holds_blobs(kind) or column in shell.settings.columns
    decode = decoder_of(shell.settings, column, opens=opens)
    measure = row_measure(facts.sizing, source.names)
    at = list(source.names).index(column.name)
    sample = Sample()
    with closing(shell.watched(batches)) as watched:
        for batch in watched:
            sizes = measure(batch.rows) if measure else [0] * len(batch.rows)
            for row, size in zip(batch.rows, sizes, strict=True):
                for stored in values_of(row[at]):
                    decoded = decode(stored)
                    if decoded.status in (Status.DECODED, Status.PLAIN):
                        chain = (layer.format for layer in decoded.layers)
                        sample.add(decoded.plain, len(stored), max(size - len(stored), 0), chain)
                    else:
                        sample.unopened += 1
                if sample.is_full:
                    shell.note(f"{MOST_BYTES >> 20} MiB are enough: no more rows are read")
                    return sample
    return sample
