"""JSON laid out over several lines, every literal left as it is written."""

import re
from collections.abc import Callable, Iterator
from json import JSONDecoder, loads

STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"'
SCALAR = r'[^\s{}\[\],:"]+'
TOKEN = re.compile(rf"{STRING}|[{{}}\[\],:]|{SCALAR}")
PAIR = re.compile(rf"[{{,]\s*({STRING})\s*:\s*({STRING}|{SCALAR}|)")
"""A key and its value, which is empty where it is an object or an array."""
SCAN: Callable[[str, int], tuple[object, int]] = JSONDecoder(parse_int=str, parse_float=str, strict=False).scan_once  # type: ignore[attr-defined] # in every Python, and the only way to learn where a value ends
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
    is_ascii = text.isascii()
    try:
        for key, start, end in _pairs(text):
            size = end - start if is_ascii else len(text[start:end].encode("utf-8", "surrogatepass"))
            found[key] = found.get(key, 0) + size
    except RecursionError:  # nested deeper than can be measured
        return {}
    return found


def _pairs(text: str) -> Iterator[tuple[str, int, int]]:
    """Give each key of a JSON object, and where its value begins and ends."""
    at = 0 if text.startswith("{") else len(text)
    nested = True
    while nested:
        nested = False
        for pair in PAIR.finditer(text, at):
            start, end = pair.span(2)
            nested = start == end
            if nested:
                end = at = SCAN(text, start)[1]
            key = pair[1]
            yield str(loads(key, strict=False)) if "\\" in key else key[1:-1], start, end
            if nested:
                break


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
