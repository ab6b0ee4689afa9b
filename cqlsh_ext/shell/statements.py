"""What happens around a statement: it is asked about, drawn as it ends, and timed."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from cqlsh_ext.shell.asking import question
from cqlsh_ext.shell.cells import Cells
from cqlsh_ext.shell.reading import ReadingShell
from cqlsh_ext.shell.stock import cqlshmain

QUESTION = "Go on? [y/N] "
YES = ("y", "yes")


class Stopwatch:
    """How long one statement took, in seconds."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self.answered: float | None = None
        """Until the first rows were there."""

    @property
    def elapsed(self) -> float:
        """Until now."""
        return time.monotonic() - self._started

    def answer(self) -> None:
        """Note that the first rows are there."""
        self.answered = self.elapsed


class StatementShell(ReadingShell):
    """Stock's shell, which looks at statements before and after they run."""

    cells: ClassVar[Cells]
    expand_enabled: bool
    stopwatch = Stopwatch()
    """That of the last statement."""

    def handle_statement(self, tokens: Any, text: str) -> Any:
        """Run one statement, if it is meant."""
        asked = self._question(tokens)
        if asked and not is_meant(asked):
            print("Nothing was done.")
            return None
        with self._drawn_as_ended(tokens):
            return super().handle_statement(tokens, text)

    def perform_simple_statement(self, statement: Any) -> Any:
        """Have the server run a statement, and tell the time where that is wanted."""
        self.stopwatch = Stopwatch()
        try:
            return super().perform_simple_statement(statement)
        finally:
            if self.cells.settings.timing:
                self._tell_time()

    def print_result(self, result: Any, table_meta: Any) -> None:
        """Print a result, whose first rows are there."""
        self.stopwatch.answer()
        super().print_result(result, table_meta)

    def _question(self, tokens: Any) -> str | None:
        """Return what to ask about a statement: only of who types it."""
        if not self.tty or not self.cells.settings.confirm or not sys.stdin.isatty():
            return None
        return question(tokens, self._primary_key, self.cql_unprotect_name)

    def _primary_key(self, keyspace: str | None, table: str) -> list[str] | None:
        try:
            found = self.get_table_meta(self.cql_unprotect_name(keyspace), self.cql_unprotect_name(table))
        except Exception:  # noqa: BLE001 - stock raises several kinds
            return None
        return [column.name for column in found.primary_key]

    @contextmanager
    def _drawn_as_ended(self, tokens: Any) -> Iterator[None]:
        """Draw the result vertically if the statement ended so."""
        expanded = self.expand_enabled
        if tokens[-1][2][0] not in self.vertical_ends:
            yield
            return
        self.expand_enabled = True
        try:
            yield
        finally:
            self.expand_enabled = expanded

    def _tell_time(self) -> None:
        """Tell until the first rows and, unless a person paused in between, until the last."""
        whole = self.stopwatch.elapsed
        first = self.stopwatch.answered
        rest = "" if first is None or self.tty else f", {_milliseconds(whole)} in all"
        print(f"Time: {_milliseconds(whole if first is None else first)}{rest}", file=sys.stderr)


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:,.1f} ms"


def is_meant(reason: str) -> bool:
    """Say why, and ask a person; the answer stays out of the history."""
    print(reason)
    readline = cqlshmain.readline
    if readline:
        readline.set_auto_history(False)
    try:
        return input(QUESTION).strip().lower() in YES
    except EOFError:
        print()
        return False
    finally:
        if readline:
            readline.set_auto_history(True)
