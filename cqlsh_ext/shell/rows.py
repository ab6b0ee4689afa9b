"""The rows of a table; the spaces before their cells are most of what is written of documents."""

from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any

from cqlsh_ext.shell.quick import Formatted

AT_ONCE = 16 * 1024
"""Characters put together before they are written; memory for more would be asked for and returned each time."""
SPACES = memoryview(b" " * 256 * 1024)


def write_rows(columns: Sequence[Formatted], widths: Sequence[int], out: Any) -> None:
    """Write all rows, in as few pieces as memory allows."""
    at_once = AT_ONCE // sum(widths, 1)
    if not at_once and isinstance(out, TextIOWrapper):
        _write_wide_rows(columns, widths, out)
        return
    for start in range(0, len(columns[0].texts), at_once or 1):
        rows = slice(start, start + (at_once or 1))
        padded = (_justify_right(column, rows, width) for column, width in zip(columns, widths, strict=True))
        out.write(" " + "\n ".join(map(" | ".join, zip(*padded, strict=True))) + "\n")


def _justify_right(column: Formatted, rows: slice, width: int) -> list[str]:
    cells = zip(column.texts[rows], column.widths[rows], strict=True)
    return [" " * (width - taken) + text for text, taken in cells]


def _write_wide_rows(columns: Sequence[Formatted], widths: Sequence[int], out: TextIOWrapper) -> None:
    """Write rows of which one alone is long, the spaces from memory that is there already."""
    out.flush()
    write: Any = out.buffer.write
    for row in zip(*(zip(*column, strict=True) for column in columns), strict=True):
        separator = b" "
        for (text, taken), width in zip(row, widths, strict=True):
            write(separator)
            blocks, rest = divmod(width - taken, len(SPACES))
            for _ in range(blocks):
                write(SPACES)
            write(SPACES[:rest])
            write(text.encode(out.encoding, out.errors or "strict"))
            separator = b" | "
        write(b"\n")
