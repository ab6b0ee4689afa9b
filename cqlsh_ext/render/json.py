"""JSON laid out over several lines, every literal left as it is written."""

import re
from collections.abc import Iterator

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
STEP = "  "


def indent(text: str) -> str:
    """Lay out valid JSON with two spaces a level; empty objects and arrays stay on one line."""
    return "".join(_pieces(text))


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
