"""JSON Lines: one object a row, one line each."""

from collections.abc import Iterable, Iterator, Sequence

from cqlsh_ext.output.objects import object_writer
from cqlsh_ext.output.page import ResultColumn, Row, Style


class JsonLines:
    """Writes a result as lines."""

    def __init__(self, columns: Sequence[ResultColumn], style: Style) -> None:
        self._write = object_writer(columns, style)

    def begin(self) -> str:
        """Say nothing: a line stands for itself."""
        return ""

    def rows(self, rows: Iterable[Row]) -> Iterator[str]:
        """Write each row as a line."""
        for row in rows:
            yield f"{self._write(row)}\n"

    def end(self) -> str:
        """Say nothing."""
        return ""
