"""Results whose next rows are under way while the current page is printed."""

from itertools import islice
from typing import TYPE_CHECKING, Any

from cassandra.cqltypes import UTF8Type
from cassandra.query import tuple_factory

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

LARGEST_FETCH_ROWS = 1000
FETCH_BYTES = 1 << 20
SAMPLE_ROWS = 10
SCALAR_BYTES, ELEMENT_BYTES = 16, 64


class PageAhead:
    """Stands for a driver's ResultSet where cqlsh walks its pages; its rows are tuples, in the order of its columns.

    Rows are fetched several pages at once where their size allows it, and handed on in pages of `page_size`:
    what is printed depends on the pages. That holds as long as the server fills the pages that it is asked
    for; at the first one that it does not fill, its own pages are kept. No `page_size`, no change of pages.
    With `peek`, the last page is known to be so before anybody is asked for more: an empty one is not handed on.
    """

    def __init__(self, result: Any, page_size: int | None, *, peek: bool = False) -> None:
        self._peek = peek
        self._next: Any = None
        self._future: Any = None
        self.column_names = result.column_names
        self.column_types = result.column_types
        self._page_size = self._asked = page_size
        self._adopt(result)

    @property
    def has_more_pages(self) -> bool:
        """Tell whether rows are left, here or at the server; to peek raises what the server answered with an error."""
        if self._end < len(self._rows) or not self._peek:
            return self._end < len(self._rows) or self._server_has_more
        return self._server_has_more and bool(self._next_result().current_rows)

    def fetch_next_page(self) -> None:
        """Move on to the next page; raises what the server answered if that was an error."""
        if self._end < len(self._rows):
            self._turn_to(self._end)
        else:
            self._adopt(self._next_result())

    def _next_result(self) -> Any:
        if self._next is None:
            self._next = self._future.result()
        return self._next

    def _adopt(self, result: Any) -> None:
        self._next = None
        self._future = result.response_future
        self._rows = self._tuples(result.current_rows)
        self._server_has_more = result.has_more_pages
        if self._server_has_more:
            if self._page_size and len(self._rows) != self._asked:
                self._page_size = self._asked = None
            if self._page_size:
                self._asked = self._future.message.fetch_size = self._next_fetch(self._page_size)
            if len({*self.column_names}) == len(self.column_names):  # else stock shows the last one for each
                self._future.row_factory = tuple_factory
            self._future.start_fetching_next_page()
        self._turn_to(0)

    def _tuples(self, rows: "Sequence[Any]") -> "Sequence[Any]":
        """Return rows as tuples, which those of the first page are not yet."""
        if not rows or isinstance(rows[0], tuple):
            return rows
        return [tuple(row[name] for name in self.column_names) for row in rows]

    def _turn_to(self, start: int) -> None:
        self._end = min(start + (self._page_size or len(self._rows)), len(self._rows))
        self.current_rows = self._rows[start : self._end]

    def _next_fetch(self, page_size: int) -> int:
        """Return the rows to ask for: whole pages, bounded in rows and by the size of the last ones in bytes."""
        sample = list(islice(self._rows, SAMPLE_ROWS))
        row_bytes = sum(_size(value) for row in sample for value in row) // len(sample)
        rows = min(FETCH_BYTES // max(row_bytes, 1), LARGEST_FETCH_ROWS)
        return max(rows // page_size, 1) * page_size


class Listed:
    """Stands for a result where cqlsh itself made a list of rows, of texts by column."""

    has_more_pages = False

    def __init__(self, rows: "Sequence[Mapping[str, str]]") -> None:
        self.column_names = list(rows[0]) if rows else []
        self.column_types = [UTF8Type] * len(self.column_names)
        self.current_rows = [tuple(row[name] for name in self.column_names) for row in rows]

    def fetch_next_page(self) -> None:
        """Do nothing: there is one page."""


def all_rows(pages: PageAhead) -> "Iterator[dict[str, Any]]":
    """Give the rows of all pages, by column; raises what the server answered if that was an error."""
    while True:
        for row in pages.current_rows:
            yield dict(zip(pages.column_names, row, strict=True))
        if not pages.has_more_pages:
            return
        pages.fetch_next_page()


def _size(value: Any) -> int:
    """Estimate the bytes that a value takes on its way."""
    if isinstance(value, str | bytes):
        return len(value)
    return ELEMENT_BYTES * len(value) if hasattr(value, "__len__") else SCALAR_BYTES
