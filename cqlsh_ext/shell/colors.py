"""Whether to show colors, asked of the terminal database itself: stock starts a program for that."""

import os
import sys
from typing import Any

from cqlsh_ext.shell.stock import cqlshmain

try:
    import curses
except ImportError:  # Python may be built without it
    curses: Any = None  # type: ignore[no-redef]

stock_should_use_color = cqlshmain.should_use_color
FEWEST_COLORS = 8
NO_COLOR = "NO_COLOR"
"""See no-color.org."""


def should_use_color() -> bool:
    """Tell so for standard output, as stock does, except that NO_COLOR rules colors out."""
    if os.environ.get(NO_COLOR):
        return False
    if curses is None or not sys.stdout.isatty() or os.environ.get("TERM", "") in {"dumb", ""}:
        return bool(stock_should_use_color())
    try:
        curses.setupterm()
    except curses.error:
        return True
    return curses.tigetnum("colors") >= FEWEST_COLORS


def install() -> None:
    """Put the function where stock's main looks for it."""
    cqlshmain.should_use_color = should_use_color
