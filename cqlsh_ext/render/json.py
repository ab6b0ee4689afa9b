"""JSON laid out over several lines, every literal left as it is written."""

import re
from collections.abc import Iterator

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
STEP = "  "


def indent(text: str) -> str:
    """Lay out valid JSON with two spaces a level; empty objects and arrays stay on one line."""
    return "".join(_pieces(text))


def sizes(text: str) -> dict[str, int]:
    """Return how many bytes each value of a valid JSON object takes, by its key as written; {} for an array."""
    found: dict[str, int] = {}
    depth = start = 0
    key = ""
    for match in TOKEN.finditer(text):
        symbol = match.group()
        if depth == 1 and symbol in ",}" and key:
            found[key] = found.get(key, 0) + len(text[start : match.start()].strip().encode("utf-8", "surrogatepass"))
            key = ""
        elif depth == 1 and symbol == ":":
            start = match.end()
        elif depth == 1 and not key and symbol.startswith('"'):
            key = symbol[1:-1]
        depth += (symbol in "{[") - (symbol in "}]")
        if not found and not key and depth == 1 and symbol == "[":
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
