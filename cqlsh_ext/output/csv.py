"""CSV, which Python's csv module and RFC 4180 read: a header, then a line a row.

A null is an empty field, an empty text is a quoted one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from cqlsh_ext.output.controls import harmless
from cqlsh_ext.output.opener import Opener
from cqlsh_ext.output.page import ResultColumn, Row, Style
from cqlsh_ext.output.values import text_writer

QUOTED = re.compile(r'[",\r\n]')


class Csv:
    """Writes a result as CSV."""

    def __init__(self, columns: Sequence[ResultColumn], style: Style) -> None:
        self._names = [column.name for column in columns]
        self._writers = [text_writer(column.type, Opener(column)) for column in columns]
        self._terminal = style.terminal

    def begin(self) -> str:
        """Write the header."""
        return self._line([self._field(name) for name in self._names])

    def rows(self, rows: Iterable[Row]) -> Iterator[str]:
        """Write each row as a line."""
        for row in rows:
            cells = zip(self._writers, row, strict=True)
            yield self._line(["" if value is None else self._field(write(value)) for write, value in cells])

    def end(self) -> str:
        """Say nothing."""
        return ""

    def _field(self, text: str) -> str:
        shown = harmless(text) if self._terminal else text
        return '"' + shown.replace('"', '""') + '"' if not shown or QUOTED.search(shown) else shown

    @staticmethod
    def _line(fields: list[str]) -> str:
        """Join the fields; a single one is quoted if it is empty, for a blank line would be no row."""
        return f"{','.join(fields) if fields != [''] else chr(34) * 2}\n"
