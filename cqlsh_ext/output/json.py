"""JSON: one array a result, one line a row."""

from collections.abc import Iterable, Iterator, Sequence

from cqlsh_ext.output.objects import object_writer
from cqlsh_ext.output.page import ResultColumn, Row, Style


class Json:
    """Writes a result as an array of objects."""

    def __init__(self, columns: Sequence[ResultColumn], style: Style) -> None:
        self._write = object_writer(columns, style)
        self._separator = "\n"

    def begin(self) -> str:
        """Open the array."""
        return "["

    def rows(self, rows: Iterable[Row]) -> Iterator[str]:
        """Write each row behind what separates it from the one before."""
        for row in rows:
            yield self._separator + self._write(row)
            self._separator = ",\n"

    def end(self) -> str:
        """Close the array."""
        return "\n]\n" if self._separator != "\n" else "]\n"
