"""Blob cells: decoded, escaped as stock cqlsh escapes text, tagged, cut and counted."""

from collections import Counter
from typing import Any

import wcwidth

from cqlsh_ext.decoding import Decoded, Status, decode
from cqlsh_ext.render import cell
from cqlsh_ext.settings import Settings, Tags
from cqlsh_ext.shell.cells import Place, Tally, stock_blob, stock_text
from cqlsh_ext.shell.quick import Unusual, escape
from cqlsh_ext.shell.stock import displaying

DIM = "\x1b[2m"


class Blobs:
    """Formats values for cqlshlib; what is decoded goes into `tally`, what cannot be into `complaints`."""

    def __init__(self, settings: Settings, complaints: Counter[str], tally: Tally) -> None:
        self._settings = settings
        self._complaints = complaints
        self._tally = tally

    def decode(self, stored: bytes, place: Place) -> Decoded:
        """Decode one value, and count it; where it cannot be, among the complaints."""
        decoded = decode(stored, place.codecs, self._settings.limits, place.dictionaries)
        if decoded.status is Status.DECODED:
            self._tally.add(len(stored), len(decoded.plain))
        elif decoded.status is not Status.PLAIN:
            self._complaints[cell.complaint(decoded)] += 1
        return decoded

    def format_blob(self, val: bytes, place: Place, colormap: Any, stock: dict[str, Any]) -> Any:
        """Format one blob as what is inside it, or as stock's hex; `stock` holds the rest that a formatter gets."""
        decoded = self.decode(val, place)
        if decoded.status is Status.DECODED:
            return self._show(decoded, place, colormap, stock)
        if decoded.status is Status.PLAIN:
            return stock_blob(val, colormap=colormap)
        return self._cut_hex(val, place, colormap)

    def format_text(self, val: str, place: Place, colormap: Any, stock: dict[str, Any]) -> Any:
        """Format one text as what is inside it, or as stock's text."""
        decoded = self.decode(val.encode(), place)
        if decoded.status is Status.DECODED:
            return self._show(decoded, place, colormap, stock)
        return stock_text(val, colormap=colormap, **stock)

    def _show(self, decoded: Decoded, place: Place, colormap: Any, stock: dict[str, Any]) -> Any:
        encoding, quote = stock["encoding"], stock.get("quote", False)
        drawn = cell.draw(decoded, pretty=place.pretty and not quote)
        lines, rest = drawn.lines, ""
        if place.terminal and not place.pretty:
            line, rest = cut(lines[0], self._settings.cell_width)
            lines = [line]
        escaped = [escape_line(line, encoding, colormap, quote=quote) for line in lines]
        shown = join(escaped, rest)
        if colormap is displaying.NO_COLOR_MAP or not self._is_tagged(place):
            return shown
        tag = f"‹{cell.chain(decoded, drawn)}›"
        dim = f"{DIM}{tag}{displaying.ANSI_RESET}" if colormap["reset"] else tag
        return displaying.FormattedValue(
            f"{tag} {shown.strval}", f"{dim} {shown.coloredval}", len(tag) + 1 + shown.displaywidth
        )

    def _is_tagged(self, place: Place) -> bool:
        return place.terminal if self._settings.tags is Tags.AUTO else self._settings.tags is Tags.ON

    def _cut_hex(self, val: bytes, place: Place, colormap: Any) -> Any:
        width = self._settings.cell_width
        digits = 2 * len(val)
        if not place.terminal or place.pretty or digits + 2 <= width:
            return stock_blob(val, colormap=colormap)
        kept = max(width // 2 - 1, 1)
        return join([stock_blob(val[:kept], colormap=colormap)], f"… +{digits - 2 * kept:,} chars")


def escape_line(text: str, encoding: str, colormap: Any, *, quote: bool) -> Any:
    """Escape text as a stock text cell, in less time where nothing in it is unusual."""
    if quote or colormap is displaying.NO_COLOR_MAP:
        return stock_text(text, encoding=encoding, colormap=colormap, quote=quote)
    try:
        [shown] = escape([text], colored=bool(colormap["reset"]))
    except Unusual:
        return stock_text(text, encoding=encoding, colormap=colormap)
    width = len(shown) if shown.isascii() else wcwidth.wcswidth(shown)
    return displaying.FormattedValue(shown, f"{colormap['text']}{shown}{colormap['reset']}", width)


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
