"""Statements on Amazon Keyspaces: sent again where they were throttled, pages without rows skipped."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from cassandra import ReadTimeout, RequestValidationException, WriteTimeout
from cassandra.policies import FallthroughRetryPolicy
from cassandra.protocol import ErrorMessage
from cassandra.query import SimpleStatement

from cqlsh_ext.keyspaces.limit import read_limit
from cqlsh_ext.keyspaces.repeatable import why_not_repeatable
from cqlsh_ext.keyspaces.throttling import REPEATS, explain, pauses
from cqlsh_ext.shell.spinner import spinner

REFUSALS = (RequestValidationException, ErrorMessage)
"""Errors of statements that would be refused again."""
Advise = Callable[[Exception, str], str | None]
"""Tells of an error, and the statement that it was about, what to do."""


class PatientSession:
    """Stands for a driver's session; whatever it does not have is the session's."""

    def __init__(self, session: Any, advise: Advise) -> None:
        vars(self).update(_session=session, _advise=advise)
        session.cluster.default_retry_policy = FallthroughRetryPolicy()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._session, name, value)

    def execute(self, query: Any, *arguments: Any, **options: Any) -> Any:
        """Carry out a statement and return its result; raises what the driver does."""
        return self.execute_async(query, *arguments, **options).result()

    def execute_async(self, query: Any, *arguments: Any, **options: Any) -> "PatientFuture":
        """Send a statement."""

        def send(earlier: Any) -> Any:
            if earlier is None:
                return self._session.execute_async(query, *arguments, **options)
            with fixed_time(self._session.cluster, earlier.message.timestamp):
                return self._session.execute_async(query, *arguments, **options, host=earlier.coordinator_host)

        bound_page(query)
        return PatientFuture(send, self._advise)


class PatientFuture:
    """Stands for a driver's ResponseFuture; whatever it does not have is the future's."""

    def __init__(self, send: Callable[[Any], Any], advise: Advise) -> None:
        self._send = send
        self._advise = advise
        self._future = send(None)
        self._statement = text_of(self._future.query)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._future, name)

    def start_fetching_next_page(self) -> None:
        """Ask for the next page."""
        self._send = self._ask_for_page
        self._future.start_fetching_next_page()

    def result(self) -> Any:
        """Return the result, or the next page: one with rows, unless it is the last; raises what the driver does."""
        try:
            result = self._wait()
            while result.has_more_pages and not result.current_rows:
                self.start_fetching_next_page()
                result = self._wait()
        except Exception as error:
            if advice := self._advise(error, self._statement):
                append(error, advice)
            raise
        result.response_future = self
        return result

    def _wait(self) -> Any:
        """Return what the service answers, sent again while it throttles."""
        repeats, left = 0, pauses()
        with spinner(hidden=self._send == self._ask_for_page) as pause:  # a pager may have the terminal
            while True:
                try:
                    return self._future.result()
                except (ReadTimeout, WriteTimeout) as error:
                    if not is_throttled(error):
                        raise
                    why_not = why_not_repeatable(self._statement)
                    seconds = None if why_not else next(left, None)
                    if seconds is None:
                        append(error, explain(repeats=repeats, why_not=why_not, reads=isinstance(error, ReadTimeout)))
                        raise
                repeats += 1
                pause(f"throttled, to be sent again ({repeats} of {REPEATS})", seconds)
                self._future = self._send(self._future)

    @staticmethod
    def _ask_for_page(future: Any) -> Any:
        future.start_fetching_next_page()
        return future


def is_throttled(error: Exception) -> bool:
    """Tell whether an error is what the service throttles with: a timeout, and nobody has answered."""
    return isinstance(error, (ReadTimeout, WriteTimeout)) and not error.received_responses


def text_of(query: Any) -> str:
    """Return the text of a driver's statement, empty for a batch of several."""
    return str(getattr(getattr(query, "prepared_statement", query), "query_string", ""))


@contextmanager
def fixed_time(cluster: Any, timestamp: int | None) -> Iterator[None]:
    """Let statements bear the time of an earlier one, so that a repeat does not beat what others wrote since."""
    make_timestamp, cluster.timestamp_generator = cluster.timestamp_generator, lambda: timestamp
    try:
        yield
    finally:
        cluster.timestamp_generator = make_timestamp


def bound_page(query: Any) -> None:
    """Let a LIMIT bound the rows that are read for a page, which are what is paid for."""
    limit = read_limit(query.query_string) if isinstance(query, SimpleStatement) else None
    if limit is not None:
        query.fetch_size = min(limit, query.fetch_size or limit)


def append(error: Exception, line: str) -> None:
    """Add a line to what an error says."""
    if isinstance(error, ErrorMessage):
        error.message = f"{error.message}\n{line}"
    else:
        error.args = (f"{error}\n{line}", *error.args[1:])
