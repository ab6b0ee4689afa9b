"""A page of rows formatted column by column, as stock cqlsh formats it cell by cell."""

from collections.abc import Callable, Sequence
from typing import Any

from cqlsh_ext.shell.cells import Cells, Place
from cqlsh_ext.shell.stock import formatting

FAILED = object()
"""Stands where a formatter raised."""


def format_columns(shell: Any, cells: Cells, columns: Sequence[Sequence[Any]], types: Sequence[Any],
                   places: Sequence[Place]) -> list[list[Any]]:  # fmt: skip
    """Format each column with what is constant in it worked out once."""
    formatted = []
    failed = False
    for values, cql_type, place in zip(columns, types, places, strict=True):
        format_value = _formatter(shell, cql_type)
        with cells.at(place):
            cell_texts = [format_value(value) for value in values]
        failed = failed or FAILED in cell_texts
        formatted.append(cell_texts)
    if failed:
        _report_failures(shell, columns, types, formatted)
    return formatted


def _formatter(shell: Any, cql_type: Any) -> Callable[[Any], Any]:
    """Return what `myformat_value` of stock's shell does for values of one type."""
    null = shell.myformat_value(None, cql_type)
    formatter = cql_type.formatter
    double = cql_type.type_name == "double"
    options = {
        "cqltype": cql_type,
        "encoding": shell.output_codec.name,
        "colormap": formatting.default_colormap if shell.color else formatting.empty_colormap,
        "date_time_format": formatting.DateTimeFormat(
            timestamp_format=shell.display_timestamp_format,
            date_format=shell.display_date_format,
            nanotime_format=shell.display_nanotime_format,
            timezone=shell.display_timezone,
        ),
        "float_precision": shell.display_double_precision if double else shell.display_float_precision,
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


def _report_failures(shell: Any, columns: Sequence[Sequence[Any]], types: Sequence[Any],
                     formatted: list[list[Any]]) -> None:  # fmt: skip
    """Let stock format what failed, row by row, so that it tells the errors in its own order."""
    for row in range(len(columns[0])):
        for number, cql_type in enumerate(types):
            if formatted[number][row] is FAILED:
                formatted[number][row] = shell.myformat_value(columns[number][row], cql_type)
