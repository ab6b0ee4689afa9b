"""What ADVISE reads of a table, to tell which compression suits it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any

from cqlsh_ext.advise.chunks import COUNTER_BYTES, Contents, Sizes
from cqlsh_ext.advise.table_advice import TableAdvice, advise_table
from cqlsh_ext.commands.advise_request import Request
from cqlsh_ext.commands.advising import open_sample
from cqlsh_ext.commands.command import Shell
from cqlsh_ext.errors import UsageError
from cqlsh_ext.keyspaces.cql_types import CqlType, read_type
from cqlsh_ext.keyspaces.read_size import size_of_value
from cqlsh_ext.keyspaces.row_size import Role
from cqlsh_ext.ratio.batch import Row, TableSource
from cqlsh_ext.ratio.rows import KEYS, row_measure
from cqlsh_ext.ratio.table import TableFacts

SAMPLE_BYTES = 4 << 20
"""Bytes that chunks are tried on."""
KEYSPACES = (
    "Amazon Keyspaces ignores options of compression, and counts bytes as they are sent: compress in the application,"
    " and ADVISE table (column) tells with what"
)
ESTIMATES = "SELECT mean_partition_size, partitions_count FROM system.size_estimates WHERE {}"
VIEWS = {
    "on disk": ("SELECT mebibytes FROM system_views.disk_usage WHERE {}", "mebibytes"),
    "largest partition": ("SELECT mebibytes FROM system_views.max_partition_size WHERE {}", "mebibytes"),
}


def advise_on_table(shell: Shell, request: Request) -> TableAdvice | None:
    """Look at a table and a sample of it, None where the server compresses as it likes; raises UsageError."""
    facts = shell.facts(request.keyspace, request.table)
    place = f"{facts.keyspace}.{facts.name}"
    if shell.on_keyspaces:
        shell.say(KEYSPACES)
        return None
    opened = open_sample(shell, facts, request)
    if opened is None:
        return None
    source, batches = opened
    gathered = Gathered(facts, source.names)
    with closing(shell.watched(batches)) as watched:
        for batch in watched:
            gathered.add(batch.rows, batch.weight)
    if not gathered.rows:
        raise UsageError(f"{place} has no rows to look at")
    told, data = _server_told(shell, facts)
    contents = gathered.contents(data or _estimate(source, gathered))
    what = f"{'MATERIALIZED VIEW' if facts.is_view else 'TABLE'} {source.name}"
    return advise_table(place, what, facts.compression, contents, told)


class Gathered:
    """Sizes of partitions, rows and cells, in bytes of their values, and values to try chunks on."""

    def __init__(self, facts: TableFacts, names: Sequence[str]) -> None:
        columns = [facts.sizing.columns[name] for name in names]
        self._kinds = [read_type(column.type) for column in columns]
        self._cells = [at for at, column in enumerate(columns) if column.role not in KEYS]
        self._measure: Callable[[Sequence[Row]], list[int]] | None = row_measure(facts.sizing, names)
        self._has_counters = any(column.type == "counter" for column in columns if column.role is Role.REGULAR)
        self.partitions: list[float] = []
        self.rows: list[int] = []
        self.cells: list[int] = []
        self.sample = bytearray()

    def add(self, rows: Sequence[Row], weight: float) -> None:
        """Take the rows of one partition."""
        if not rows or self._measure is None:
            return
        sizes = self._measure(rows)
        self.rows += sizes
        self.partitions.append(sum(sizes) * weight)
        for row in rows:
            values = ((at, row[at]) for at in self._cells)
            self.cells += [_size(self._kinds[at], value) for at, value in values if value is not None]
            if len(self.sample) < SAMPLE_BYTES:
                self.sample += b"".join(map(_bytes, row))

    def contents(self, data: float) -> Contents:
        """Return what is known of a table of so many bytes."""
        return Contents(
            _sizes(self.partitions),
            _sizes(self.rows),
            _sizes(self.cells),
            data,
            bytes(self.sample[:SAMPLE_BYTES]),
            self._has_counters,
        )


def _size(kind: CqlType, value: Any) -> int:
    return COUNTER_BYTES if kind.name == "counter" else size_of_value(kind, value).bytes


def _bytes(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    return b"" if value is None else str(value).encode("utf-8", "surrogatepass")


def _sizes(sizes: Sequence[float]) -> Sizes:
    ordered = sorted(sizes)
    return Sizes(sum(ordered) / len(ordered), ordered[-(-len(ordered) * 95 // 100) - 1]) if ordered else Sizes(0, 0)


def _server_told(shell: Shell, facts: TableFacts) -> tuple[dict[str, str], float]:
    """Return what the node tells of the table, and how many bytes it estimates, 0 where it does not know."""
    where = f"keyspace_name = '{facts.keyspace}' AND table_name = '{facts.name}'"
    told = {}
    estimates = list(_select(shell, ESTIMATES.format(where)))
    partitions = sum(row["partitions_count"] for row in estimates)
    data = sum(row["partitions_count"] * row["mean_partition_size"] for row in estimates)
    if partitions:
        told["size_estimates"] = f"about {partitions:,} partitions of {data / partitions:,.0f} bytes on this node"
    for name, (statement, column) in VIEWS.items():
        for row in _select(shell, statement.format(where)):
            told[name] = f"{row[column]:,} MiB on this node"
    return told, float(data)


def _select(shell: Shell, statement: str) -> Iterator[Any]:
    """Give the rows of a table of the server's own, none where it has no such table."""
    try:
        yield from (row.values for row in shell.select(statement, None))
    except UsageError:
        return


def _estimate(source: TableSource, gathered: Gathered) -> float:
    """Estimate the bytes of a table by its sample."""
    if not source.is_random:
        return float(sum(gathered.rows))
    probe = source.probe()
    return probe.partitions * sum(gathered.partitions) / len(gathered.partitions)
