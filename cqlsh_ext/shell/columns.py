"""Results formatted column by column, as stock cqlsh formats them cell by cell."""

from collections.abc import Callable, Sequence
from typing import Any

from cqlsh_ext.codec import OFF
from cqlsh_ext.shell.cells import Place
from cqlsh_ext.shell.quick import Formatted, Style, format_quickly
from cqlsh_ext.shell.stock import cqlshmain, formatting

BLOB = "blob"
FAILED = object()
"""Stands where a formatter raised."""


class ResultColumns:
    """The columns of one result; what is the same for all of its pages is worked out once."""

    def __init__(self, shell: Any, names: Sequence[str], types: Sequence[Any], table_meta: Any) -> None:
        self.names = [shell.myformat_colname(name, table_meta) for name in names]
        keyspace = table_meta.keyspace_name if table_meta else shell.current_keyspace
        keyspace_meta = shell.conn.metadata.keyspaces.get(keyspace)
        self._shell = shell
        self._types = [formatting.CqlType(cqlshmain.cql_typename(each), keyspace_meta) for each in types]
        self._places = [shell.place(name, table_meta) for name in names]
        self._styles = [
            None if _may_open(place, each) else _style(shell, each)
            for place, each in zip(self._places, self._types, strict=True)
        ]
        """Of the columns that need no look into their cells."""

    def format(self, rows: Sequence[Sequence[Any]]) -> list[Formatted]:
        """Format a page column by column: at once where that can be, else cell by cell."""
        columns = [*zip(*rows, strict=True)]
        formatted = [
            style and format_quickly(values, cql_type, style)
            for values, cql_type, style in zip(columns, self._types, self._styles, strict=True)
        ]
        cells = {
            number: self._format_cells(number, columns[number]) for number, each in enumerate(formatted) if not each
        }
        if any(FAILED in values for values in cells.values()):
            self._report_failures(columns, cells)
        return [each or _shown(cells[number], color=self._shell.color) for number, each in enumerate(formatted)]

    def _format_cells(self, number: int, values: Sequence[Any]) -> list[Any]:
        format_value = _formatter(self._shell, self._types[number])
        with self._shell.cells.at(self._places[number]):
            return [format_value(value) for value in values]

    def _report_failures(self, columns: Sequence[Sequence[Any]], cells: dict[int, list[Any]]) -> None:
        """Let stock format what failed, row by row, so that it tells the errors in its own order."""
        for row in range(len(columns[0])):
            for number, values in cells.items():
                if values[row] is FAILED:
                    values[row] = self._shell.myformat_value(columns[number][row], self._types[number])


def _may_open(place: Place, cql_type: Any) -> bool:
    return place.opens_text or (BLOB in str(cql_type) and place.codecs != (OFF,))


def _style(shell: Any, cql_type: Any) -> Style:
    return Style(_colors(shell), _precision(shell, cql_type), shell.display_timestamp_format, shell.display_timezone)


def _colors(shell: Any) -> Any:
    return formatting.default_colormap if shell.color else formatting.empty_colormap


def _precision(shell: Any, cql_type: Any) -> int:
    precision: int = shell.display_double_precision if cql_type.type_name == "double" else shell.display_float_precision
    return precision


def _shown(values: Sequence[Any], *, color: bool) -> Formatted:
    texts = [value.coloredval if color else value.strval for value in values]
    return Formatted(texts, [value.displaywidth for value in values])


def _formatter(shell: Any, cql_type: Any) -> Callable[[Any], Any]:
    """Return what `myformat_value` of stock's shell does for values of one type."""
    null = shell.myformat_value(None, cql_type)
    formatter = cql_type.formatter
    options = {
        "cqltype": cql_type,
        "encoding": shell.output_codec.name,
        "colormap": _colors(shell),
        "date_time_format": formatting.DateTimeFormat(
            timestamp_format=shell.display_timestamp_format,
            date_format=shell.display_date_format,
            nanotime_format=shell.display_nanotime_format,
            timezone=shell.display_timezone,
        ),
        "float_precision": _precision(shell, cql_type),
        "nullval": formatting.default_null_placeholder,
        "decimal_sep": None,
        "thousands_sep": None,
        "boolean_styles": None,
    }

    def format_value(value: Any) -> Any:
        if value is None:
            return null
        if value is formatting.EMPTY or formatter is None:
            return shell.myformat_value(value, cql_type)
        try:
            return formatter(value, **options)
        except Exception:  # noqa: BLE001 - whatever it is, stock's way of telling it follows
            return FAILED

    return format_value
