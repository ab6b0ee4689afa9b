"""Results whose next page is under way while the current one is printed."""

from typing import Any


class PageAhead:
    """Stands for a driver's ResultSet where cqlsh walks its pages."""

    def __init__(self, result: Any) -> None:
        self._adopt(result)

    def fetch_next_page(self) -> None:
        """Take the next page and ask for the one after; raises what the server answered."""
        self._adopt(self._future.result())

    def _adopt(self, result: Any) -> None:
        self._future = result.response_future
        self.column_names = result.column_names
        self.column_types = result.column_types
        self.current_rows = result.current_rows
        self.has_more_pages = result.has_more_pages
        if self.has_more_pages:
            self._future.start_fetching_next_page()
