r"""Statements that end in `\G`, for a vertical result."""

import re
from typing import NamedTuple

MARK = "\\G"
TOKEN = re.compile(
    r"""
      '(?:[^']|'')*(?:'|\Z)
    | "(?:[^"]|"")*(?:"|\Z)
    | \$\$.*?(?:\$\$|\Z)
    | (?:--|//)[^\n\r]*
    | /\*.*?(?:\*/|\Z)
    | \\G(?:[ \t]*;)?
    """,
    re.DOTALL | re.VERBOSE,
)
"""What hides a mark, and the mark itself with a semicolon that may follow."""


class Ended(NamedTuple):
    """A text in which every mark is a semicolon, and where these stand."""

    text: str
    vertical: frozenset[int]


def end_with_semicolons(text: str) -> Ended:
    """Replace every mark outside of literals, names and comments; nothing else moves."""
    if MARK not in text:
        return Ended(text, frozenset())
    marks = []

    def replace(match: re.Match[str]) -> str:
        found = match.group()
        if not found.startswith(MARK):
            return found
        marks.append(match.start())
        return ";".ljust(len(found))

    return Ended(TOKEN.sub(replace, text), frozenset(marks))
