"""COPY FROM's workers: batches bounded by bytes, split where they are refused, sent again where they fail."""

import csv
import threading
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from cassandra import OperationTimedOut, RequestValidationException
from cassandra.cluster import NoHostAvailable
from cassandra.protocol import OverloadedErrorMessage
from cassandra.protocol import RequestValidationException as RequestValidationMessage
from cassandra.query import BatchStatement, BatchType

from cqlsh_ext.keyspaces.throttling import pause_before
from cqlsh_ext.shell.flight import Converted, Flight, settle, unsettled
from cqlsh_ext.shell.spinner import note
from cqlsh_ext.shell.stock import copyutil

BATCH_BYTES = 32 * 1024
"""Of the values of a batch of several rows: servers refuse batches of more than 50 KiB unless told otherwise."""
FLIGHT_BYTES = 4 * 1024 * 1024
"""Of the values that a worker has sent without an answer; more fill the socket, and the driver gives up."""
CELL_BYTES = 16
"""What a cell takes beside its value, about."""
PROGRESS_ROWS = 500
"""How many rows are settled before the task hears of them, unless their chunk is done."""
REFUSALS = (RequestValidationException, RequestValidationMessage)
"""Errors of statements that would be refused again."""
OVERLOADS = (OverloadedErrorMessage, NoHostAvailable)
"""Errors that may go away with time."""


class BoundedImport(copyutil.ImportProcess):  # type: ignore[misc]
    """Stock's worker of COPY FROM, which settles every row: written, or told of as it was read."""

    def __init__(self, params: dict[str, Any], **options: Any) -> None:
        super().__init__(params, **options)
        self._batch_bytes = BATCH_BYTES
        self._pauses = 0

    def run(self) -> None:
        """Work as stock does; tell how often a batch had to wait."""
        self._flight = Flight(FLIGHT_BYTES)
        self._settling = threading.Lock()
        super().run()
        if self._pauses:
            note(self.tell_pauses(self._pauses))

    def tell_pauses(self, batches: int) -> str:
        """Say how many batches had to wait."""
        return f"{batches:,} {'batch' if batches == 1 else 'batches'} sent again, as the server was overloaded"

    def make_params(self) -> tuple[Any, ...]:
        """Return what stock does, rows converted with what was read beside them."""
        query, conversion, tokens, make_statement = super().make_params()
        convert = conversion.convert_row
        conversion.convert_row = lambda row: Converted(convert(row), row)
        return query, conversion, tokens, make_statement

    def convert_rows(self, conv: Any, chunk: Any) -> Any:
        """Convert as stock does; a record that cannot be read takes no other with it."""
        try:
            return super().convert_rows(conv, chunk)
        except csv.Error:
            chunk["rows"] = [record for record in chunk["rows"] if self._is_readable(record, chunk)]
            return super().convert_rows(conv, chunk)

    def split_into_batches(self, chunk: Any, conv: Any, tm: Any) -> Iterator[tuple[Any, Any]]:
        """Give batches as stock does, none of several rows over its bytes, each when there is room for it."""
        chunk["rows"] = [row for row in chunk["rows"] if self._measure(row, conv, chunk)]
        for replicas, batch in super().split_into_batches(chunk, conv, tm):
            for rows in self._bounded(batch["rows"]):
                self._flight.depart(rows)
                yield replicas, self.make_batch(batch["id"], rows)

    def make_prepared_batch_statement(self, query: Any, _: Any, batch: Any, replicas: Any) -> Any:
        """Return the statement that stock makes, of values that are bound already."""
        statement = BatchStatement(batch_type=BatchType.UNLOGGED, consistency_level=self.consistency_level)
        statement.replicas = replicas
        statement.keyspace = self.ks
        statement._statements_and_parameters = [  # noqa: SLF001 - stock's own workers do so
            (True, query.query_id, row.bound) for row in batch["rows"]
        ]
        return statement

    def err_callback(self, response: Exception, batch: Any, chunk: Any, replicas: Any) -> None:
        """Split what is refused, send again after a pause what may yet be written, and tell of the rest."""
        rows = batch["rows"]
        if isinstance(response, OperationTimedOut) and chunk["imported"] == chunk["num_rows_sent"]:
            return  # rows that are done already, as stock knows
        if self.is_refused(response) and len(rows) > 1:
            self._batch_bytes = max(min(self._batch_bytes, sum(row.size for row in rows) // 2), 1)
            middle = len(rows) // 2
            for part in (rows[:middle], rows[middle:]):
                self._send_after(0, self.make_batch(batch["id"], part, batch["attempts"]), chunk, replicas)
        elif self.may_repeat(response, batch):
            self._repeat(response, batch, chunk, replicas)
        else:
            self.explain(response, batch)
            self.report_error(response, chunk, rows, batch["attempts"])

    def is_refused(self, response: Exception) -> bool:
        """Tell whether the same batch would be refused again."""
        return isinstance(response, REFUSALS)

    def is_busy(self, response: Exception) -> bool:
        """Tell whether the server had too much to do."""
        return isinstance(response, OVERLOADS)

    def may_repeat(self, response: Exception, batch: Any) -> bool:
        """Tell whether a batch is to be sent again."""
        most = max(self.max_attempts, self.max_backoff_attempts) if self.is_busy(response) else self.max_attempts
        return not self.is_refused(response) and batch["attempts"] < most

    def explain(self, response: Exception, batch: Any) -> None:
        """Add to an error what to do about it."""

    def report_error(
        self,
        err: Exception,
        chunk: Any = None,
        rows: Any = None,
        attempts: int = 1,
        final: bool = True,  # noqa: FBT001, FBT002
    ) -> None:
        """Tell of rows as they were read: stock's way loses the error where a value cannot be pickled."""
        rows = unsettled(rows or ())
        read = [row.read if isinstance(row, Converted) else row for row in rows]
        super().report_error(err, None, read, attempts, final)
        if final and chunk is not None:
            self.update_chunk(rows, chunk)

    def update_chunk(self, rows: Any, chunk: Any) -> None:
        """Count rows that are settled; tell the task sooner than stock, which waits for the whole chunk."""
        self._flight.arrive(rows)
        with self._settling:
            chunk["imported"] += settle(rows)
            new = chunk["imported"] - chunk.get("told", 0)
            done = chunk["imported"] == chunk["num_rows_sent"]
            if done or new >= PROGRESS_ROWS:
                chunk["told"] = chunk["imported"]
                self.outmsg.send(copyutil.ImportProcessResult(new))

    def _is_readable(self, record: str, chunk: Any) -> bool:
        try:
            list(csv.reader([record], **self.dialect_options))
        except csv.Error as error:
            self.report_error(copyutil.ParseError(_advise(error)), chunk, [record])
            return False
        return True

    def _measure(self, row: Converted, conv: Any, chunk: Any) -> bool:
        """Bind a row and note its size; tell of it where that cannot be done."""
        if conv.is_counter or not conv.use_prepared_statements:
            row.size = sum(map(len, row.read))
            return True
        try:
            row.bound = self.query.bind(row).values
        except Exception as error:  # noqa: BLE001 - the driver raises what its types do
            self.report_error(copyutil.ParseError(str(error)), chunk, [row])
            return False
        row.size = sum(len(value) for value in row.bound if value) + CELL_BYTES * len(row)
        return True

    def _bounded(self, rows: Sequence[Converted]) -> Iterator[list[Converted]]:
        """Cut rows into runs of so many bytes, or of one row."""
        part: list[Converted] = []
        size = 0
        for row in rows:
            if part and size + row.size > self._batch_bytes:
                yield part
                part, size = [], 0
            part.append(row)
            size += row.size
        yield part

    def _repeat(self, response: Exception, batch: Any, chunk: Any, replicas: Any) -> None:
        if self.is_busy(response):
            self._pauses += 1
        else:
            self.report_error(response, chunk, batch["rows"], batch["attempts"], final=False)
        seconds = pause_before(batch["attempts"])
        batch["attempts"] += 1
        self._send_after(seconds, batch, chunk, replicas)

    @cached_property
    def _clock(self) -> Any:
        """What sends later, in a thread of its own: sending may wait for the one that hears of answers."""
        import asyncio  # noqa: PLC0415 - seldom needed

        loop = asyncio.new_event_loop()
        threading.Thread(target=loop.run_forever, daemon=True).start()
        return loop

    def _send_after(self, seconds: float, batch: Any, chunk: Any, replicas: Any) -> None:
        clock = self._clock
        clock.call_soon_threadsafe(clock.call_later, seconds, self._send, batch, chunk, replicas)

    def _send(self, batch: Any, chunk: Any, replicas: Any) -> None:
        statement = self.make_statement(self.query, self.conv, chunk, batch, replicas)
        if statement:
            self.session.execute_async(statement).add_callbacks(
                callback=self.result_callback,
                callback_args=(batch, chunk),
                errback=self.err_callback,
                errback_args=(batch, chunk, replicas),
            )


def _advise(error: csv.Error) -> str:
    """Say what to do where a field is larger than the user lets it be."""
    hint = ": set field_size_limit in [csv] of cqlshrc" if "field limit" in str(error) else ""
    return f"{error}{hint}"
