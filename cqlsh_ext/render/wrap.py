"""Text on the 80 columns of a terminal."""

from collections.abc import Iterator

import wcwidth

COLUMNS = 80


def wrap(text: str, indent: str) -> Iterator[str]:
    """Break text between words, where the next one would pass the last column."""
    line = indent
    for word in text.split(" "):
        if line != indent and width(line) + width(word) > COLUMNS:
            yield line.rstrip()
            line = f"{indent}  "
        line += f"{word} "
    yield line.rstrip()


def width(text: str) -> int:
    """Return the columns of a terminal that text takes."""
    return max(wcwidth.wcswidth(text), 0)
