"""A line on standard error that moves while something is waited for; nothing is written where that is no terminal."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle

Pause = Callable[[str, float], None]
"""Sleeps for some seconds, and says why."""

TURN_SECONDS = 0.1
CLEAR_LINE = "\r\x1b[K"


@contextmanager
def spinner(*, hidden: bool = False) -> Iterator[Pause]:
    """Yield what sleeps with a moving line, unless hidden; take the line away at the end."""
    shown, faces = sys.stderr.isatty() and not hidden, cycle("|/-\\")

    def pause(text: str, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if shown:
                _write(f"{CLEAR_LINE}{next(faces)} {text}")
            time.sleep(min(left, TURN_SECONDS))

    try:
        yield pause
    finally:
        if shown:
            _write(CLEAR_LINE)


def note(text: str) -> None:
    """Write a line to standard error, in the place of what moves there."""
    _write(f"{CLEAR_LINE if sys.stderr.isatty() else ''}{text}\n")


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
