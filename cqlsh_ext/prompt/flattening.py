"""A statement of several lines written as one, for a history file that has one a line."""

import re

from cqlsh_ext.prompt.language import UNCLOSED
from cqlsh_ext.prompt.lines import Lines

LINE_COMMENT = re.compile(r"(?:\s|/\*.*?\*/)*(--|//)(.*)")


def flatten(text: str, lines: Lines) -> str | None:
    """Return the text in one line, comments in another spelling; None where a string goes over the end of a line."""
    texts = text.strip().split("\n")
    parts = []
    opened = ""
    for text_line in texts[:-1]:
        line = lines.line(opened, text_line)
        if line.open and line.open != UNCLOSED["unclosedComment"]:
            return None
        end = line.tokens[-1].end if line.tokens else 0
        parts.append(text_line[:end] + _enclosed(opened if not end else "", text_line[end:]))
        opened = line.open
    return " ".join(stripped for part in (*parts, texts[-1]) if (stripped := part.strip()))


def _enclosed(opened: str, rest: str) -> str:
    """Write a comment that ends with its line as one that ends with a sign."""
    comment = LINE_COMMENT.fullmatch(opened + rest)
    if not comment:
        return rest
    body = "" if "*/" in comment[2] else f"/*{comment[2]}*/"
    return rest[: comment.start(1) - len(opened)] + body
