"""Pages of results as stock cqlsh draws them: as a table, or vertically, one line a value."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a result, as columns of formatted values (None where there are no rows)."""

    names: Sequence[Any]
    columns: Sequence[Sequence[Any]] | None
    with_header: bool
    terminal: bool
    first_row: int
    """How many rows came before."""


class Writer(Protocol):
    """What an output needs of the shell."""

    color: bool

    def writeresult(self, text: str) -> None:
        """Write one line to where results go."""


def write_table(page: Page, shell: Writer) -> None:
    """Write the page as stock cqlsh's table."""
    widths = [
        max([name.displaywidth, *(value.displaywidth for value in values)])
        for name, values in zip(page.names, page.columns or [()] * len(page.names), strict=True)
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
    for row in zip(*page.columns, strict=True):
        cells = (value.rjust(width, color=shell.color) for value, width in zip(row, widths, strict=True))
        shell.writeresult(" " + " | ".join(cells))
    if page.terminal:
        shell.writeresult("")


def write_vertical(page: Page, shell: Writer) -> None:
    """Write the page as stock cqlsh's EXPAND does, values of several lines below each other."""
    if page.columns is None:
        write_table(page, shell)
        return
    name_width = max(name.displaywidth for name in page.names)
    value_width = max(value.displaywidth for values in page.columns for value in values)
    names = [name.ljust(name_width, color=shell.color) for name in page.names]
    for number, row in enumerate(zip(*page.columns, strict=True), page.first_row + 1):
        shell.writeresult(f"@ Row {number}")
        shell.writeresult(f"-{'-' * name_width}-+-{'-' * value_width}-")
        for name, value in zip(names, row, strict=True):
            _write_field(name, (value.coloredval if shell.color else value.strval).split("\n"), name_width, shell)
        shell.writeresult("")


def _write_field(name: str, lines: Iterable[str], name_width: int, shell: Writer) -> None:
    for line in lines:
        shell.writeresult(f" {name} | {line}")
        name = " " * name_width
