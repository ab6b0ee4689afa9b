"""COPY's progress as a bar on standard error, where that is a terminal; elsewhere as stock tells it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cqlsh_ext.shell.row_estimate import Ranges, estimate_lines
from cqlsh_ext.shell.stock import copyutil

FINISHED = (None, None)
"""What stock's worker says of a range that is finished: not which."""


class MeteredTask(copyutil.CopyTask):  # type: ignore[misc]
    """Stock's task, which draws a bar where it would print how far it is."""

    bar: Any = None
    """Drawn while rows come, None where there is no terminal."""
    printmsg: Any

    @contextmanager
    def metered(self, *, shown: bool) -> Iterator[None]:
        """Draw a bar while the block runs; errors go above it, and what stock prints last below it."""
        if not shown or not sys.stderr.isatty():
            yield
            return
        from cqlsh_ext.shell.progress import above, open_bar  # noqa: PLC0415 - seldom needed

        print_message, print_error = self.printmsg, self.shell.printerr

        def print_below(text: str, eol: str = "\n") -> None:
            if eol == "\n":
                self.bar.close()
                print_message(text, eol)

        def print_above(*arguments: Any, **options: Any) -> None:
            with above(self.bar):
                print_error(*arguments, **options)

        with open_bar() as self.bar:
            self.printmsg, self.shell.printerr = print_below, print_above
            try:
                yield
            finally:
                del self.shell.printerr
        self.bar = None

    def expect(self, rows: int) -> None:
        """Tell how many rows there may be."""
        if rows:
            self.bar.total = max(rows, self.bar.n)


class MeteredExport(MeteredTask, copyutil.ExportTask):  # type: ignore[misc]
    """Stock's task of COPY TO, which expects as many rows everywhere as in the token ranges that are finished."""

    def export_records(self, ranges: dict[Any, Any]) -> None:
        """Receive rows as stock does."""
        receive = self.inmsg.recv
        estimate = Ranges(ranges, self.get_min_token())

        def counted(timeout: float) -> Iterator[Any]:
            for token_range, result in receive(timeout):
                if result is None:
                    estimate.finish(token_range, ranges[token_range]["rows"])
                    self._expect(estimate)
                    yield FINISHED
                else:
                    yield token_range, result
                    self._count(result)

        self.inmsg.recv = counted
        with self.metered(shown=self.fname is not None or not sys.stdout.isatty()):
            super().export_records(ranges)

    def _expect(self, estimate: Ranges) -> None:
        if self.bar is not None:
            self.expect(estimate.rows)

    def _count(self, result: Any) -> None:
        if self.bar is not None and not isinstance(result, Exception):
            self.bar.update(result[1])


class RangedExport(copyutil.ExportProcess):  # type: ignore[misc]
    """Stock's worker of COPY TO, which says which token range is finished."""

    def write_rows_to_csv(self, token_range: Any, rows: Any, cql_types: list[Any]) -> None:
        """Send rows as stock does; after the last ones of a range it says that this is finished."""
        self._token_range = token_range
        super().write_rows_to_csv(token_range, rows, cql_types)

    def send(self, response: Any) -> None:
        """Send rows, an error, or that a range is finished."""
        super().send((self._token_range, None) if response == FINISHED else response)


class MeteredImport(MeteredTask, copyutil.ImportTask):  # type: ignore[misc]
    """Stock's task of COPY FROM, which expects as many rows as its files may hold."""

    def import_records(self) -> None:
        """Send and receive rows as stock does."""
        with self.metered(shown=True):
            self.receive_meter.log_fcn = self.printmsg
            if self.bar is not None and self.fname:
                self.expect(self._estimate())
            super().import_records()

    def send_stdin_rows(self) -> None:
        """Read rows as stock does; the time that takes is none of the import's."""
        super().send_stdin_rows()
        if self.bar is not None:
            self.bar.unpause()

    def receive_results(self) -> None:
        """Receive results as stock does."""
        super().receive_results()
        if self.bar is None:
            return
        if self.feeding_result is not None:
            self.expect(self.feeding_result.sent)
        self.bar.update(self.receive_meter.total_records + self.receive_meter.current_record - self.bar.n)

    def _estimate(self) -> int:
        most = self.options.copy["maxrows"]
        rows = estimate_lines(self.fname)
        return min(rows, most) if most >= 0 else rows
