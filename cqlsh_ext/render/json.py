"""JSON laid out over several lines, every literal left as it is written."""

import re
from collections.abc import Iterator
from json import JSONDecoder
from json.decoder import scanstring

STRING = r'"(?:[^"\\]|\\.)*"'
SCALAR = r'[^\s{}\[\],:"]+'
TOKEN = re.compile(rf"{STRING}|[{{}}\[\],:]|{SCALAR}")
PAIR = rf"({STRING})\s*:\s*((?:{STRING}|{SCALAR})?)"
FIRST, NEXT = re.compile(r"\{\s*" + PAIR), re.compile(r"\s*,\s*" + PAIR)
"""A key and its value; the value is empty where it is an object or an array."""
SCAN = JSONDecoder(parse_int=str, parse_float=str, strict=False).scan_once
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


def sizes(text: str) -> dict[str, int]:
    """Return how many bytes of UTF-8 each value of a valid JSON object takes, by its key; {} for anything else."""
    found: dict[str, int] = {}
    pair = FIRST.match(text)
    try:
        while pair:
            key, start, end = pair[1], pair.start(2), pair.end(2)
            if start == end:
                end = SCAN(text, start)[1]
            key = scanstring(key, 1, False)[0] if "\\" in key else key[1:-1]  # noqa: FBT003
            found[key] = found.get(key, 0) + len(text[start:end].encode("utf-8", "surrogatepass"))
            pair = NEXT.match(text, end)
    except RecursionError:  # nested deeper than can be measured
        return {}
    return found


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
