"""Which cells are opened, with what, and where they go: a thin layer that loads no codec until one is needed."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from cqlsh_ext.dictionaries import Dictionaries
from cqlsh_ext.settings import Column, Settings
from cqlsh_ext.shell.stock import formatting

if TYPE_CHECKING:
    from cqlsh_ext.decoding import Decoded
    from cqlsh_ext.shell.blobs import Blobs

TEXT_TYPES = ("text", "ascii", "str")
"""Stock knows no varchar: it formats that by the type of its value."""
stock_blob = formatting.format_value_blob
stock_integer = formatting.format_integer_type
stock_text = formatting.format_value_text


class Place(NamedTuple):
    """Where the cells of one column go, and how they are to be opened."""

    codecs: tuple[str, ...]
    dictionaries: Dictionaries | None
    opens_text: bool
    """Whether text is opened as well: only where the column has codecs of its own."""
    terminal: bool
    pretty: bool


class Tally:
    """Of one result: how many cells were decoded, of how many bytes, and how many they hold."""

    def __init__(self) -> None:
        self.cells = self.stored = self.plain = 0

    def add(self, stored: int, plain: int) -> None:
        """Count one cell."""
        self.cells += 1
        self.stored += stored
        self.plain += plain

    def clear(self) -> None:
        """Begin with another result."""
        self.cells = self.stored = self.plain = 0


class Cells:
    """Formats the blobs of one shell; outside `at(place)` they are stock's, so COPY writes stored bytes."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.complaints: Counter[str] = Counter()
        self.tally = Tally()
        self._place: Place | None = None

    def install(self) -> None:
        """Register with cqlshlib, which looks a formatter up by the name of a CQL type."""
        formatting.formatter_for("blob")(self.format_blob)
        formatting.formatter_for("varint")(self.format_varint)
        for name in TEXT_TYPES:
            formatting.formatter_for(name)(self.format_text)

    def place(self, column: Column | None, *, terminal: bool, pretty: bool) -> Place:
        """Return the place of one column's cells."""
        own = column in self.settings.columns
        dictionaries = self.settings.dictionaries_for(column)
        return Place(self.settings.codecs_for(column), dictionaries, own, terminal, pretty)

    @contextmanager
    def at(self, place: Place) -> Iterator[None]:
        """Decode the blobs that are formatted inside the block."""
        self._place = place
        try:
            yield
        finally:
            self._place = None

    def format_blob(self, val: bytes, colormap: Any, **stock: Any) -> Any:
        """Format one blob, top-level or nested; the signature is that of cqlshlib's formatters."""
        if self._place is None:
            return stock_blob(val, colormap=colormap)
        return self._blobs.format_blob(val, self._place, colormap, stock)

    def format_text(self, val: str, colormap: Any, **stock: Any) -> Any:
        """Format one text, opened if its column has codecs of its own."""
        if self._place is None or not self._place.opens_text:
            return stock_text(val, colormap=colormap, **stock)
        return self._blobs.format_text(val, self._place, colormap, stock)

    def format_varint(self, val: int, colormap: Any, **stock: Any) -> Any:
        """Format an integer; in hexadecimal where it has more decimal digits than Python writes."""
        try:
            return stock_integer(val, colormap=colormap, **stock)
        except ValueError:
            if self._place is None:
                raise
            return formatting.colorme(f"{val:#x}", colormap, "int")

    def decoder(self, place: Place) -> "Callable[[bytes], Decoded]":
        """Return what decodes the stored bytes of one column."""
        return lambda stored: self._blobs.decode(stored, place)

    def take_complaints(self) -> list[str]:
        """Return one line for each kind of value that could not be decoded since the last call."""
        lines = [
            f"{count:,} {'value' if count == 1 else 'values'}: {what}" for what, count in self.complaints.most_common()
        ]
        self.complaints.clear()
        return lines

    @cached_property
    def _blobs(self) -> "Blobs":
        from cqlsh_ext.shell.blobs import Blobs  # noqa: PLC0415 - loads the codecs

        return Blobs(self.settings, self.complaints, self.tally)
