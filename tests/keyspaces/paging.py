"""Pages: cut after what is read, so that they may be short, and where a SELECT filters even empty."""

from dataclasses import dataclass, replace

from .results import Rows
from .wire import Malformed, Reader, byte, value

MARK = b"page"
PAGE_ROWS = 5000
"""How many rows are read for a page at most where the client does not say."""


@dataclass(frozen=True)
class Place:
    """Where the next page begins: how many empty pages come before, and Cassandra's paging state."""

    empty: int
    state: bytes | None

    def encode(self):
        """Return the paging state for the client."""
        return MARK + byte(self.empty) + value(self.state)

    @classmethod
    def decode(cls, data):
        """Return the place that a client comes back with."""
        reader = Reader(data)
        if reader.take(len(MARK)) != MARK:
            raise Malformed("a paging state that is not of this server")
        return cls(reader.byte(), reader.value())


async def read_page(ask, statement, parameters, settings):
    """Return the body of the next page of a SELECT; `ask` is a coroutine function from Parameters to a body."""
    filters = statement.clause("ALLOW") is not None
    wanted = parameters.page_size if (parameters.page_size or 0) > 0 else PAGE_ROWS
    wanted = min(wanted, settings.page_rows or wanted)
    if parameters.paging_state is None:
        place = Place(settings.empty_pages if filters else settings.leading_empty_pages, None)
    else:
        place = Place.decode(parameters.paging_state)
    size = max(wanted // 2, 1) if filters else wanted
    inner = replace(parameters, page_size=size, paging_state=place.state)
    page = Rows.read(await ask(inner))
    if place.empty:
        return page.page([], Place(place.empty - 1, place.state).encode()).encode()
    fitting = fit(page.rows, settings.page_bytes)
    if fitting < len(page.rows):
        page = Rows.read(await ask(replace(inner, page_size=fitting)))
    state = None if page.paging_state is None else Place(0, page.paging_state).encode()
    return page.page(page.rows, state).encode()


def fit(rows, limit):
    """Return how many rows fit into a page; one always does."""
    total = 0
    for number, row in enumerate(rows):
        total += len(row)
        if total > limit and number:
            return number
    return len(rows)
