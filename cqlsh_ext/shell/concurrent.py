"""Writes of scripts that are in flight together, where that is asked for and they do not depend on each other."""

from collections import deque
from collections.abc import Hashable
from contextlib import contextmanager
from typing import Any, ClassVar, NamedTuple

from cassandra.query import SimpleStatement

from cqlsh_ext.shell.cells import Cells
from cqlsh_ext.shell.pending import Token, Verdict
from cqlsh_ext.shell.stock import cqlshmain

FLIGHT_CHARACTERS = 4 * 1024 * 1024
"""Of statements in flight, unless one is longer."""
WRITES = frozenset({"insert", "update", "delete"})


class Sent(NamedTuple):
    """A write without an answer yet."""

    partition: Hashable
    tokens: list[Token]
    text: str
    line: int
    size: int
    """Of the statement, in characters."""
    future: Any


class AnsweredSession:
    """Stands for the driver's session while stock executes a statement that was sent before."""

    def __init__(self, session: Any, future: Any) -> None:
        self._session = session
        self._future = future

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def execute_async(self, *_arguments: Any, **_options: Any) -> Any:
        """Return what was sent."""
        return self._future


class ConcurrentShell(cqlshmain.Shell):  # type: ignore[misc]
    """Stock's shell, which runs statements in order: those that follow a write wait for it only where they have to."""

    cells: ClassVar[Cells]
    lineno: int
    _session: Any

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._in_flight: deque[Sent] = deque()
        self._partitions: set[Hashable] = set()
        self._characters = 0
        super().__init__(*arguments, **options)

    def cmdloop(self, intro: str | None = None) -> None:
        """Loop as stock does, until all is answered."""
        super().cmdloop(intro)
        self.settle()

    def handle_eof(self) -> None:
        """End as stock does, when all is answered."""
        self.settle()
        super().handle_eof()

    def onecmd(self, text: str) -> Any:
        """Do as stock does; what cannot be lexed is told of after what came before it."""
        if self.pending.verdict is Verdict.REFUSE:
            self.settle()
        return super().onecmd(text)

    def handle_statement(self, tokens: list[Token], text: str) -> Any:
        """Send a write that depends on nothing in flight; run another statement when all is answered."""
        partition = self._partition(tokens)
        if partition is None:
            self.settle()
            return super().handle_statement(tokens, text)
        statement = cqlshmain.cqlruleset.cql_extract_orig(tokens, text)
        while self._in_flight and not self._has_room(partition, len(statement)):
            self._settle_first()
        future = self.session.execute_async(
            SimpleStatement(
                statement,
                consistency_level=self.consistency_level,
                serial_consistency_level=self.serial_consistency_level,
                fetch_size=self.page_size if self.use_paging else None,
            )
        )
        self._in_flight.append(Sent(partition, tokens, text, self.lineno, len(statement), future))
        self._partitions.add(partition)
        self._characters += len(statement)
        return None

    def settle(self) -> None:
        """Wait until all is answered; tell of errors in the order of the statements."""
        while self._in_flight:
            self._settle_first()

    def _partition(self, tokens: list[Token]) -> Hashable:
        """Return where a write goes; None for a statement that is to run alone."""
        settings = self.cells.settings
        alone = settings.concurrency < 2 or self.tty or self.tracing_enabled or settings.timing
        if alone or tokens[0][1].lower() not in WRITES:
            return None
        from cqlsh_ext.shell.partitions import partition_of  # noqa: PLC0415 - seldom needed

        return partition_of(tokens, self.current_keyspace, self.get_table_meta)

    def _has_room(self, partition: Hashable, characters: int) -> bool:
        return (
            len(self._in_flight) < self.cells.settings.concurrency
            and self._characters + characters <= FLIGHT_CHARACTERS
            and partition not in self._partitions
        )

    def _settle_first(self) -> None:
        """Let stock tell how the oldest write went."""
        sent = self._in_flight.popleft()
        self._partitions.remove(sent.partition)
        self._characters -= sent.size
        with self._answered(sent):
            self.run_statement(super().handle_statement, sent.tokens, sent.text)

    @contextmanager
    def _answered(self, sent: Sent) -> Any:
        """Let what is executed be what was sent, at its line."""
        session, line = self._session, self.lineno
        self._session, self.lineno = AnsweredSession(session, sent.future), sent.line
        try:
            yield
        finally:
            self._session, self.lineno = session, line
