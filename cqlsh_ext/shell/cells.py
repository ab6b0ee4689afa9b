"""Blob cells: decoded, escaped as stock cqlsh escapes text, tagged, cut and counted."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import wcwidth

from cqlsh_ext.decode import Decoded, Status, decode
from cqlsh_ext.render import cell
from cqlsh_ext.settings import Column, Settings, Tags
from cqlsh_ext.shell.stock import displaying, formatting

ESCAPED = bytes([*range(0x20), 0x7F]) + b"\\"
"""The ASCII characters that stock cqlsh shows as escapes."""
DIM = "\x1b[2m"
TEXT_TYPES = ("text", "ascii", "str")
"""Stock knows no varchar: it formats that by the type of its value."""
stock_blob = formatting.format_value_blob
stock_text = formatting.format_value_text


@dataclass(frozen=True, slots=True)
class Place:
    """Where the cells of one column go, and how they are to be opened."""

    codecs: tuple[str, ...]
    opens_text: bool
    """Whether text is opened as well: only where the column has codecs of its own."""
    terminal: bool
    pretty: bool


class Cells:
    """Formats the blobs of one shell; outside `at(place)` they are stock's, so COPY writes stored bytes."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._complaints: Counter[str] = Counter()
        self._place: Place | None = None

    def install(self) -> None:
        """Register with cqlshlib, which looks a formatter up by the name of a CQL type."""
        formatting.formatter_for("blob")(self.format_blob)
        for name in TEXT_TYPES:
            formatting.formatter_for(name)(self.format_text)

    def place(self, column: Column | None, *, terminal: bool, pretty: bool) -> Place:
        """Return the place of one column's cells."""
        own = column in self.settings.columns
        return Place(self.settings.codecs_for(column), own, terminal, pretty)

    @contextmanager
    def at(self, place: Place) -> Iterator[None]:
        """Decode the blobs that are formatted inside the block."""
        self._place = place
        try:
            yield
        finally:
            self._place = None

    def format_blob(self, val: bytes | None, colormap: Any, **stock: Any) -> Any:
        """Format one blob, top-level or nested; the signature is that of cqlshlib's formatters."""
        if self._place is None or val is None:
            return stock_blob(val, colormap=colormap)
        decoded = decode(val, self._place.codecs, self.settings.limits)
        if decoded.status is Status.DECODED:
            return self._show(decoded, self._place, colormap, **stock)
        if decoded.status is Status.PLAIN:
            return stock_blob(val, colormap=colormap)
        self._complaints[cell.complaint(decoded)] += 1
        return self._cut_hex(val, self._place, colormap)

    def format_text(self, val: str, colormap: Any, **stock: Any) -> Any:
        """Format one text, opened if its column has codecs of its own."""
        if self._place is not None and self._place.opens_text:
            decoded = decode(val.encode(), self._place.codecs, self.settings.limits)
            if decoded.status is Status.DECODED:
                return self._show(decoded, self._place, colormap, **stock)
            if decoded.status is not Status.PLAIN:
                self._complaints[cell.complaint(decoded)] += 1
        return stock_text(val, colormap=colormap, **stock)

    def take_complaints(self) -> list[str]:
        """Return one line for each kind of value that could not be decoded since the last call."""
        lines = [
            f"{count:,} {'value' if count == 1 else 'values'}: {what}" for what, count in self._complaints.most_common()
        ]
        self._complaints.clear()
        return lines

    def _show(
        self,
        decoded: Decoded,
        place: Place,
        colormap: Any,
        *,
        encoding: str,
        quote: bool = False,
        **_stock: Any,
    ) -> Any:
        drawn = cell.draw(decoded, pretty=place.pretty and not quote)
        lines, rest = drawn.lines, ""
        if place.terminal and not place.pretty:
            line, rest = cut(lines[0], self.settings.cell_width)
            lines = [line]
        shown = join([escape(line, colormap=colormap, quote=quote, encoding=encoding) for line in lines], rest)
        if colormap is displaying.NO_COLOR_MAP or not self._tagged(place):
            return shown
        tag = f"‹{drawn.chain}›"
        dim = f"{DIM}{tag}{displaying.ANSI_RESET}" if colormap["reset"] else tag
        return displaying.FormattedValue(
            f"{tag} {shown.strval}", f"{dim} {shown.coloredval}", len(tag) + 1 + shown.displaywidth
        )

    def _tagged(self, place: Place) -> bool:
        return place.terminal if self.settings.tags is Tags.AUTO else self.settings.tags is Tags.ON

    def _cut_hex(self, val: bytes, place: Place, colormap: Any) -> Any:
        width = self.settings.cell_width
        digits = 2 * len(val)
        if not place.terminal or place.pretty or digits + 2 <= width:
            return stock_blob(val, colormap=colormap)
        kept = max(width // 2 - 1, 1)
        return join([stock_blob(val[:kept], colormap=colormap)], f"… +{digits - 2 * kept:,} chars")


def escape(text: str, *, colormap: Any, quote: bool, encoding: str) -> Any:
    """Escape text as a stock text cell; text with nothing to escape skips stock's slow search for it."""
    if quote or colormap is displaying.NO_COLOR_MAP or not text.isascii():
        return stock_text(text, encoding=encoding, colormap=colormap, quote=quote)
    raw = text.encode()
    if len(raw.translate(None, ESCAPED)) != len(raw):
        return stock_text(text, encoding=encoding, colormap=colormap, quote=quote)
    return displaying.FormattedValue(text, f"{colormap['text']}{text}{colormap['reset']}", len(text))


def join(lines: list[Any], rest: str) -> Any:
    """Make one value of formatted lines and what is said of the rest; the width is that of the widest line."""
    if len(lines) == 1 and not rest:
        return lines[0]
    strval = "\n".join(line.strval for line in lines) + rest
    colored = "\n".join(line.coloredval for line in lines) + rest
    return displaying.FormattedValue(strval, colored, max(line.displaywidth for line in lines) + len(rest))


def cut(text: str, columns: int) -> tuple[str, str]:
    """Cut text to `columns` of a terminal; return what stays, and what to say of the rest."""
    if len(text) <= columns and (text.isascii() or wcwidth.wcswidth(text) <= columns):
        return text, ""
    head = text[:columns]
    while head and not head.isascii() and wcwidth.wcswidth(head) > columns:
        head = head[:-1]
    return head, f"… +{len(text) - len(head):,} chars"
