"""Random rows of a table: all partitions of ranges of tokens that are drawn, each with a bounded number of rows."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from itertools import groupby, islice
from operator import itemgetter
from random import Random
from typing import Any, NamedTuple

from cassandra.cqltypes import EMPTY

from cqlsh_ext.errors import UsageError
from cqlsh_ext.ratio.batch import Batch, Batches, Probe, Row
from cqlsh_ext.ratio.clusters import Draw
from cqlsh_ext.ratio.plan import Plan, plan_sample
from cqlsh_ext.ratio.ring import Ring, TokenRange
from cqlsh_ext.shell.lanes import mean_bytes
from cqlsh_ext.shell.place import quoted
from cqlsh_ext.shell.sources import TableRows

THREADS = 8
"""Ranges that are read at once."""
LEAST_PAGE, KEYS_PAGE = 20, 5_000
MOST_KEYS = 100_000
"""Rows of a partition that are counted; one that has more counts for so many."""


class Effort(NamedTuple):
    """How much a probe may ask for."""

    rows: int
    """Of a statement."""
    partitions: int
    statements: int


PROBE = Effort(50, 100, 30)
PAID_PROBE = Effort(10, 20, 10)
"""Where every row that is read is paid for."""


class Part(NamedTuple):
    """The rows that one partition gives to a sample."""

    batch: Batch
    is_whole: bool


class TableSample(TableRows):
    """The rows of a table, which can be drawn at random as well."""

    def probe(self) -> Probe:
        """Look at the partitions behind a random token."""
        with self.reader.asking():
            return self._probed

    def sample(self, rows: int) -> Batches:
        """Read about so many rows, from ranges of tokens that are drawn at random; each is a cluster."""
        plan = plan_sample(rows, self.probe())
        drawn = plan.draw(self._random)
        with self.reader.asking(), ThreadPoolExecutor(THREADS) as pool:
            try:
                yield from self._read(pool, plan, drawn)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def _read(self, pool: ThreadPoolExecutor, plan: Plan, drawn: Sequence[int]) -> Batches:
        complete, read, settled = True, 0, plan.pilot
        under_way = self._start(pool, plan, drawn[:settled])
        rows = 0
        while read < settled:
            parts = under_way[read].result()
            read += 1
            rows += sum(len(part.batch.rows) for part in parts)
            complete = complete and all(part.is_whole for part in parts)
            if read == plan.pilot:
                settled = plan.settle(read, rows)
                under_way += self._start(pool, plan, drawn[read:settled])
            yield from (part.batch for part in parts)
            self.draw = Draw(read, plan.ranges, complete)
            yield Batch((), share=1 / max(settled, 1), cluster=read)

    def _start(self, pool: ThreadPoolExecutor, plan: Plan, numbers: Iterable[int]) -> list["Future[list[Part]]"]:
        seeds = ((number, self._random.random()) for number in numbers)
        return [pool.submit(self._read_range, plan, number, _random(seed)) for number, seed in seeds]

    def _read_range(self, plan: Plan, number: int, random: Random) -> list[Part]:
        """Read one range; return the rows of each partition."""
        tokens = _ring(self).part(number, plan.ranges)
        return [self._weigh(rows, plan.cap, random) for rows in self._partitions(tokens, plan.cap)]

    def _partitions(self, tokens: TokenRange, cap: int) -> Iterator[list[Row]]:
        """Give the first rows of each partition of a range, one more than are wanted where there are so many."""
        left: TokenRange | None = tokens
        while left:
            statement = self.reader.statement(self.within(left, f", {self.token}"), max(cap + 1, LEAST_PAGE))
            partitions = groupby(_rows(self.reader.session.execute(statement)), itemgetter(-1))
            left = None
            for token, partition in partitions:
                rows = [row[:-1] for row in islice(partition, cap + 1)]
                yield rows
                if len(rows) > cap:
                    left = TokenRange(token, tokens.upto) if token < tokens.upto else None
                    break

    def _weigh(self, rows: list[Row], cap: int, random: Random) -> Part:
        """Return rows of one partition that stand for all of its rows; for themselves where these are not counted."""
        if len(rows) <= cap:
            return Part(Batch(rows), is_whole=True)
        if self.reader.shell.on_keyspaces:
            self.uncounted += 1
            return Part(Batch(rows[:cap]), is_whole=False)
        partition = [rows[0][at] for at in map(self.names.index, self.facts.partition)]
        keys = self._keys(partition)
        self.uncounted += len(keys) == MOST_KEYS
        found = [row for key in random.sample(keys, cap) for row in self._row([*partition, *key])]
        return Part(Batch(found, len(keys) / max(len(found), 1)), is_whole=False)

    def _keys(self, partition: Sequence[Any]) -> list[Row]:
        """Return the clustering keys of a partition."""
        bound = self._all_keys.bind(partition)
        bound.fetch_size = KEYS_PAGE
        return list(islice(_rows(self.reader.session.execute(bound)), MOST_KEYS))

    def _row(self, key: Sequence[Any]) -> Iterable[Row]:
        """Read one row; none where it is gone, or its key is one that the driver reads and cannot write."""
        if any(value is EMPTY or value is None for value in key):
            return ()
        rows: Iterable[Row] = self.reader.session.execute(self._one_row, key)
        return rows

    @cached_property
    def _random(self) -> Random:
        return _random(self.reader.shell.measuring.sample_seed)

    @cached_property
    def _all_keys(self) -> Any:
        wanted = ", ".join(map(quoted, self.facts.clustering))
        return self._prepare(wanted, self.facts.partition)

    @cached_property
    def _one_row(self) -> Any:
        wanted = ", ".join(map(quoted, self.names))
        return self._prepare(wanted, [*self.facts.partition, *self.facts.clustering])

    def _prepare(self, wanted: str, bound: Sequence[str]) -> Any:
        where = self.conditions.clause(*(f"{quoted(name)} = ?" for name in bound))
        statement = f"SELECT {wanted} FROM {self.name}{where}{self.conditions.end}"  # noqa: S608 - names are quoted
        prepared = self.reader.session.prepare(statement)
        prepared.consistency_level = self.reader.shell.consistency_level
        return prepared

    @cached_property
    def _probed(self) -> Probe:
        ring, effort = _ring(self), PAID_PROBE if self.reader.shell.on_keyspaces else PROBE
        start = ring.after + self._random.randrange(ring.upto - ring.after)
        tokens: list[int] = []
        rows: list[Row] = []
        for count, found in enumerate(self._behind(ring, start, effort.rows), 1):
            rows += found
            tokens += [token for token, _ in groupby(row[-1] for row in found)]
            if len(tokens) >= effort.partitions or count == effort.statements:
                partitions = ring.estimate_partitions(start, tokens)
                break
        else:
            partitions = float(len(tokens))
        return Probe(partitions, len(rows) / max(len(tokens), 1), mean_bytes(rows) if rows else 0)

    def _behind(self, ring: Ring, start: int, most: int) -> Iterator[list[Row]]:
        """Give the rows behind a token, some at a time and of each partition the first ones, once around the ring."""
        for tokens in (TokenRange(start, ring.upto), TokenRange(ring.after, start)):
            left = tokens
            while left.after < left.upto:
                text = f"{self._unbound(left)} LIMIT {most}"
                found = list(self.reader.session.execute(self.reader.statement(text, most)))
                yield found
                if len(found) < most:
                    break
                left = TokenRange(found[-1][-1], left.upto)

    def _unbound(self, tokens: TokenRange) -> str:
        """Return the SELECT of a range of tokens, whatever else the rows are to meet."""
        bounds = f"{self.token} > {tokens.after} AND {self.token} <= {tokens.upto}"
        return f"{self.begin(f', {self.token}')} WHERE {bounds}"


def _rows(result: Any) -> Iterator[Row]:
    """Give the rows of all pages of a result."""
    while True:
        yield from result.current_rows
        if not result.has_more_pages:
            return
        result.response_future.start_fetching_next_page()
        result = result.response_future.result()


def _random(seed: float | None) -> Random:
    return Random(seed)  # noqa: S311 - nothing about a sample is secret


def _ring(table: TableRows) -> Ring:
    ring = table.ring
    if ring is None:
        raise UsageError("the table's partitioner has no tokens to go by")
    return ring
