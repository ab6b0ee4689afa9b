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
        token = match.group()
        if token in "}]":
            depth -= 1
            yield token if opened else _line(depth) + token
            opened = ""
            continue
        if opened:
            yield _line(depth)
            opened = ""
        if token in "{[":
            depth += 1
            opened = token
            yield token
        elif token == ",":
            yield "," + _line(depth)
        else:
            yield ": " if token == ":" else token


def _line(depth: int) -> str:
    return "\n" + STEP * depth
