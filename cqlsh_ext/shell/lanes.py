"""Several statements under way at once, their pages handed on as they come."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

LANES = 4
"""Statements that are under way."""
FIRST_ROWS, MOST_ROWS = 20, 1000
"""Rows of a first page, before it is known how large rows are, and of a page at most."""
PAGE_BYTES = 1 << 20
SAMPLE_ROWS = 10


class Page(NamedTuple):
    """One page of the result of one statement."""

    number: int
    """Of the statement, counted from 0."""
    rows: Sequence[Any]
    is_last: bool


class Lanes:
    """Sends statements without LIMIT, and asks for pages of about as many bytes as are to be held at once."""

    def __init__(self, session: Any, lanes: int = LANES) -> None:
        self._session = session
        self._lanes = lanes
        self._page_rows = FIRST_ROWS

    def pages(self, statements: Iterable[Any]) -> Iterator[Page]:
        """Give the pages of all results, those of one statement in order; raises what the server answers."""
        waiting = enumerate(statements)
        under_way: deque[tuple[int, Any]] = deque()
        while True:
            under_way.extend(self._send(*each) for each in islice(waiting, self._lanes - len(under_way)))
            if not under_way:
                return
            number, future = under_way.popleft()
            result = future.result()
            rows, is_last = result.current_rows, not result.has_more_pages
            self._page_rows = fitting_rows(rows) or self._page_rows
            if not is_last:
                future.message.fetch_size = self._page_rows
                future.start_fetching_next_page()
                under_way.append((number, future))
            yield Page(number, rows, is_last)

    def _send(self, number: int, statement: Any) -> tuple[int, Any]:
        statement.fetch_size = self._page_rows
        return number, self._session.execute_async(statement)


def fitting_rows(rows: Sequence[Sequence[Any]]) -> int | None:
    """Return how many rows like these make a page; None where there are none."""
    sample = rows[:SAMPLE_ROWS]
    if not sample:
        return None
    return max(min(PAGE_BYTES // max(mean_bytes(sample), 1), MOST_ROWS), 1)


def mean_bytes(rows: Sequence[Sequence[Any]]) -> int:
    """Estimate the bytes that a row takes."""
    return sum(_size(value) for row in rows for value in row) // len(rows)


def _size(value: Any) -> int:
    if isinstance(value, str | bytes | bytearray):
        return len(value)
    return 64 * len(value) if hasattr(value, "__len__") else 16
