"""A table of GitHub's Markdown, which shows every value as it is."""

import re
from collections.abc import Iterable, Iterator, Sequence

from cqlsh_ext.output.controls import harmless
from cqlsh_ext.output.opener import Opener
from cqlsh_ext.output.page import ResultColumn, Row, Style
from cqlsh_ext.output.values import text_writer

NUMBERS = ("bigint", "counter", "decimal", "double", "float", "int", "smallint", "tinyint", "varint")
MARKUP = re.compile(r"[\\`*|<~$[]|(?<![a-zA-Z0-9])_|_(?![a-zA-Z0-9])|&(?=[#a-zA-Z])")
"""What Markdown takes for markup; an underscore inside a word it does not."""
NULL = "*null*"


class Markdown:
    """Writes a result as a table."""

    def __init__(self, columns: Sequence[ResultColumn], _style: Style) -> None:
        self._columns = columns
        self._writers = [text_writer(column.type, Opener(column)) for column in columns]

    def begin(self) -> str:
        """Write the header; numbers are aligned to the right."""
        rules = ["---:" if column.type.typename in NUMBERS else "---" for column in self._columns]
        return _line([_cell(column.name) for column in self._columns]) + _line(rules)

    def rows(self, rows: Iterable[Row]) -> Iterator[str]:
        """Write each row as a line."""
        for row in rows:
            cells = zip(self._writers, row, strict=True)
            yield _line([NULL if value is None else _cell(write(value)) for write, value in cells])

    def end(self) -> str:
        """Say nothing."""
        return ""


def _cell(text: str) -> str:
    return harmless(MARKUP.sub(r"\\\g<0>", text).replace("\r\n", "\n")).replace("\n", "<br>")


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
