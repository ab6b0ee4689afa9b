"""Rows that are read to be measured: those of a SELECT, and all or the first ones of a table."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from cassandra.query import SimpleStatement, tuple_factory

from cqlsh_ext.commands.limit import limit_of
from cqlsh_ext.errors import UsageError
from cqlsh_ext.ratio.batch import Batch, Batches, Row
from cqlsh_ext.ratio.clusters import Draw
from cqlsh_ext.ratio.ring import LOCAL, Ring, TokenRange, ring_of
from cqlsh_ext.ratio.table import Conditions, TableFacts
from cqlsh_ext.shell.lanes import Lanes
from cqlsh_ext.shell.paging import PageAhead
from cqlsh_ext.shell.place import place, quoted
from cqlsh_ext.shell.stock import cqlshmain
from cqlsh_ext.shell.table_facts import facts_of, find_table

RANGES = 64
"""How many ranges of tokens a walk over all rows is made of."""


class Reader:
    """Asks the server with the settings of the shell, for rows as tuples."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.session = shell.session

    def statement(self, text: str, rows: int | None = None) -> SimpleStatement:
        """Return a statement, of which so many rows make a page."""
        return SimpleStatement(
            f"{text}\n",  # which may end in a comment
            consistency_level=self.shell.consistency_level,
            serial_consistency_level=self.shell.serial_consistency_level,
            fetch_size=rows or self.shell.page_size,
        )

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Let rows come as tuples; raises UsageError for what the server answers with an error."""
        factory, self.session.row_factory = self.session.row_factory, tuple_factory
        try:
            yield
        except cqlshmain.CQL_ERRORS as error:
            raise UsageError(f"{type(error).__name__}: {error}") from None
        finally:
            self.session.row_factory = factory

    @contextmanager
    def own_session(self) -> Iterator[Any]:
        """Give a session for many rows: what is to be measured is not compressed once more on its way."""
        cluster = self.shell.conn
        compression, cluster.compression = cluster.compression, False
        try:
            session = cluster.connect()
        finally:
            cluster.compression = compression
        try:
            session.row_factory = tuple_factory
            session.default_timeout = self.session.default_timeout
            yield session
        finally:
            session.shutdown()

    def all_pages(self, result: Any, most: int | None) -> Batches:
        """Give the pages of a result, which has `most` rows at most."""
        pages = PageAhead(result, None)
        yield _page(pages.current_rows, most)
        while pages.has_more_pages:
            pages.fetch_next_page()
            yield _page(pages.current_rows, most)


def _page(rows: Sequence[Row], most: int | None) -> Batch:
    return Batch(rows, share=len(rows) / most if most else 0.0)


class Selected:
    """The rows of a SELECT."""

    def __init__(self, shell: Any, statement: str, table: Any) -> None:
        self.facts = facts_of(shell, table.keyspace_name, table.name) if table else None
        self._table = table
        self._limit = limit_of(statement)
        self._reader = Reader(shell)
        with self._reader.asking():
            self._result = self._reader.session.execute(self._reader.statement(statement))
        self.names: Sequence[str] = self._result.column_names or ()
        self.kinds = [kind.cql_parameterized_type() for kind in self._result.column_types or ()]

    def place(self, row: Row, number: int) -> str:
        """Say where a row is."""
        return place(self._table, dict(zip(self.names, row, strict=True)), number)

    def read(self) -> Batches:
        """Read all rows."""
        with self._reader.asking():
            yield from self._reader.all_pages(self._result, self._limit)


class TableRows:
    """The rows of a table that meet some conditions."""

    draw: Draw | None = None
    uncounted = 0

    def __init__(self, shell: Any, facts: TableFacts, where: str) -> None:
        self.facts = facts
        self.names = list(facts.sizing.columns)
        self.kinds = [column.type for column in facts.sizing.columns.values()]
        self.reader = Reader(shell)
        self.conditions = Conditions.read(where)
        self._table = find_table(shell, facts.keyspace, facts.name)
        self.binds_partition = facts.binds_partition(where)

    @property
    def is_random(self) -> bool:
        """Whether rows can be drawn at random."""
        return self.ring is not None

    @property
    def ring(self) -> Ring | None:
        """The tokens to go by; None where these are not numbers, or the conditions choose partitions."""
        if self.binds_partition or self.facts.keyspace in LOCAL:
            return None
        return ring_of(self.reader.shell.get_partitioner() or "")

    def place(self, row: Row, number: int) -> str:
        """Say where a row is."""
        return place(self._table, dict(zip(self.names, row, strict=False)), number)

    def read(self) -> Batches:
        """Read all rows, several ranges of tokens at a time."""
        ring = self.ring
        if ring is None:
            yield from self._select(None)
            return
        statements = (self.reader.statement(self.within(ring.part(number, RANGES))) for number in range(RANGES))
        with self.reader.asking(), self._session() as session:
            for page in Lanes(session).pages(statements):
                yield Batch(page.rows, source=page.number, share=page.is_last / RANGES)

    def _session(self) -> AbstractContextManager[Any]:
        return nullcontext(self.reader.session) if self.reader.shell.on_keyspaces else self.reader.own_session()

    def first(self, rows: int) -> Batches:
        """Read the first rows."""
        yield from self._select(rows)

    def within(self, tokens: TokenRange, extra: str = "") -> str:
        """Return the SELECT of a range of tokens; `extra` names what is selected behind the columns."""
        token = self.token
        bounds = f"{token} > {tokens.after}", f"{token} <= {tokens.upto}"
        return f"{self.begin(extra)}{self.conditions.clause(*bounds)}{self.conditions.end}"

    @property
    def token(self) -> str:
        """The token of a row, in CQL."""
        return f"token({', '.join(map(quoted, self.facts.partition))})"

    @property
    def name(self) -> str:
        """The table, in CQL."""
        return f"{quoted(self.facts.keyspace)}.{quoted(self.facts.name)}"

    def _select(self, most: int | None) -> Batches:
        limit = f" LIMIT {most}" if most else ""
        text = f"{self.begin('')}{self.conditions.clause()}{limit}{self.conditions.end}"
        with self.reader.asking():
            yield from self.reader.all_pages(self.reader.session.execute(self.reader.statement(text)), most)

    def begin(self, extra: str) -> str:
        """Return the SELECT up to its table; `extra` stands behind the columns."""
        return f"SELECT {', '.join(map(quoted, self.names))}{extra} FROM {self.name}"  # noqa: S608 - names are quoted
