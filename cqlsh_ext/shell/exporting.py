"""COPY TO's workers: rows written column by column, in the bytes that stock cqlsh writes cell by cell."""

import csv
from collections.abc import Iterable, Sequence
from datetime import datetime
from io import StringIO
from typing import Any

from cqlsh_ext.shell.quick import Style, Unusual, format_quickly
from cqlsh_ext.shell.quick.scalars import PADDED_YEAR, TIMESTAMP_FORMAT, only
from cqlsh_ext.shell.stock import copyutil, formatting

DECIMAL_POINT, NO_SEPARATOR, BOOLEANS = ".", "", ["True", "False"]
"""What stock writes unless the user sets it."""
TIMESTAMP = "timestamp"


class ColumnsExport(copyutil.ExportProcess):  # type: ignore[misc]
    """Stock's worker of COPY TO, quicker."""

    def write_rows_to_csv(self, token_range: Any, rows: Sequence[Sequence[Any]], cql_types: list[Any]) -> None:
        """Send rows as text, or the error that is in the way."""
        if not rows:
            return
        try:
            output = StringIO()
            columns = [*map(self.format_column, zip(*rows, strict=True), cql_types)]
            csv.writer(output, **self.options.dialect).writerows(zip(*columns, strict=True))
            self.send((token_range, (output.getvalue(), len(rows))))
        except Exception as error:  # noqa: BLE001 - as stock does
            self.report_error(error, token_range)

    def format_column(self, values: Sequence[Any], cql_type: Any) -> Iterable[Any]:
        """Format the values of a column."""
        present = [value for value in values if value is not None]
        texts = self._format_quickly(present, cql_type) if present and self.writes_plainly else None
        if texts is None:
            return [self.format_value(value, cql_type) for value in values]
        if len(present) == len(values):
            return texts
        null, others = self.format_value(None, cql_type), iter(texts)
        return [null if value is None else next(others) for value in values]

    @property
    def writes_plainly(self) -> bool:
        """Whether numbers and booleans are written as they are unless the user sets it."""
        set_by_user = self.decimal_sep, self.thousands_sep, self.boolean_styles
        return set_by_user == (DECIMAL_POINT, NO_SEPARATOR, BOOLEANS)

    def _format_quickly(self, values: Sequence[Any], cql_type: Any) -> Sequence[str] | None:
        """Return the texts of values; None where stock has to write them."""
        if TIMESTAMP in str(cql_type):
            return self._format_timestamps(values) if cql_type.type_name == TIMESTAMP else None
        precision = self.double_precision if cql_type.type_name == "double" else self.float_precision
        style = Style(formatting.empty_colormap, precision, self.date_time_format.timestamp_format, None)
        formatted = format_quickly(values, cql_type, style)
        return formatted and formatted.texts

    def _format_timestamps(self, values: Sequence[datetime]) -> Sequence[str] | None:
        style = self.date_time_format
        try:
            only(datetime, values)
        except Unusual:
            return None
        if style.timestamp_format != TIMESTAMP_FORMAT or style.timezone or min(values).year < PADDED_YEAR:
            return None
        return [f"{value.isoformat(' ', 'milliseconds')}+0000" for value in values]
