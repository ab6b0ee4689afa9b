"""Pages of results as stock cqlsh draws them: as a table, or vertically, one line a value."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from cqlsh_ext.shell.quick import Formatted
from cqlsh_ext.shell.rows import write_rows

NO_ROWS = Formatted((), ())


class Page(NamedTuple):
    """One page of a result, as formatted columns (None where there are no rows)."""

    names: Sequence[Any]
    columns: Sequence[Formatted] | None
    with_header: bool
    terminal: bool
    first_row: int
    """How many rows came before."""


class Writer(Protocol):
    """What an output needs of the shell."""

    color: bool
    query_out: Any

    def writeresult(self, text: str) -> None:
        """Write one line to where results go."""


def write_table(page: Page, shell: Writer) -> None:
    """Write the page as stock cqlsh's table."""
    widths = [
        max([name.displaywidth, *column.widths])
        for name, column in zip(page.names, page.columns or [NO_ROWS] * len(page.names), strict=True)
    ]
    if page.with_header or page.columns is None:
        header = " | ".join(
            name.ljust(width, color=shell.color) for name, width in zip(page.names, widths, strict=True)
        )
        shell.writeresult(" " + header.rstrip())
        shell.writeresult("-" + "-+-".join("-" * width for width in widths) + "-")
    if page.columns is None:
        shell.writeresult("")
        return
    write_rows(page.columns, widths, shell.query_out)
    if page.terminal:
        shell.writeresult("")


def write_vertical(page: Page, shell: Writer) -> None:
    """Write the page as stock cqlsh's EXPAND does, values of several lines below each other."""
    if page.columns is None:
        write_table(page, shell)
        return
    name_width = max(name.displaywidth for name in page.names)
    value_width = max(max(column.widths) for column in page.columns)
    names = [name.ljust(name_width, color=shell.color) for name in page.names]
    for number, row in enumerate(zip(*(column.texts for column in page.columns), strict=True), page.first_row + 1):
        shell.writeresult(f"@ Row {number}")
        shell.writeresult(f"-{'-' * name_width}-+-{'-' * value_width}-")
        for name, text in zip(names, row, strict=True):
            _write_field(name, text.split("\n"), name_width, shell)
        shell.writeresult("")


def _write_field(name: str, lines: Iterable[str], name_width: int, shell: Writer) -> None:
    for line in lines:
        shell.writeresult(f" {name} | {line}")
        name = " " * name_width
