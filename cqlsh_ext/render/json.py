"""JSON laid out over several lines, every literal left as it is written."""

import re
from collections.abc import Iterator

CHARACTERS = r'[^"\\]*(?:\\.[^"\\]*)*'
STRING = f'"{CHARACTERS}"'
SCALAR = r'[^\s{}\[\],:"]+'
TOKEN = re.compile(rf"{STRING}|[{{}}\[\],:]|{SCALAR}")
STEP = "  "


def indent(text: str, lines: int | None = None) -> str:
    """Lay out valid JSON with two spaces a level; empty objects and arrays stay on one line.

    With `lines` no more than the beginning is laid out: so many lines, if there are.
    """
    pieces = _pieces(text)
    if lines is None:
        return "".join(pieces)
    laid_out: list[str] = []
    breaks = 0
    for piece in pieces:
        breaks += "\n" in piece
        if breaks == lines:
            break
        laid_out.append(piece)
    return "".join(laid_out)


def _pieces(text: str) -> Iterator[str]:
    depth = 0
    opened = ""
    for match in TOKEN.finditer(text):
        symbol = match.group()
        if symbol in "}]":
            depth -= 1
            yield symbol if opened else _line(depth) + symbol
            opened = ""
            continue
        if opened:
            yield _line(depth)
            opened = ""
        if symbol in "{[":
            depth += 1
            opened = symbol
            yield symbol
        elif symbol == ",":
            yield "," + _line(depth)
        else:
            yield ": " if symbol == ":" else symbol


def _line(depth: int) -> str:
    return "\n" + STEP * depth
