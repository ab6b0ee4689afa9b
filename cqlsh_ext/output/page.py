"""The seam between a result and its output: named, typed columns, and the texts that an output makes of rows."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from cqlsh_ext.decoding import Decoded

Row = Sequence[Any]
"""One value a column, as the driver returns it."""


class ResultColumn(NamedTuple):
    """One column of a result."""

    name: str
    type: Any
    """The driver's class of the type."""
    decode: Callable[[bytes], Decoded]
    """Opens one blob of the column."""
    opens_text: bool = False
    """Whether texts are opened as well."""


class Style(NamedTuple):
    """What a user may choose of how an output looks."""

    terminal: bool = False
    """Whether it goes to a terminal, where no value may act on the cursor."""
    with_codec: bool = False
    """Whether a field beside each column that holds blobs says how they were decoded."""


class Output(Protocol):
    """One result on its way out; every text ends where a row may begin."""

    def __init__(self, columns: Sequence[ResultColumn], style: Style) -> None:
        """Prepare for rows of these columns."""

    def begin(self) -> str:
        """Return what stands before the rows."""

    def rows(self, rows: Iterable[Row]) -> Iterator[str]:
        """Give the text of each row; called once a page."""

    def end(self) -> str:
        """Return what stands after the rows."""
