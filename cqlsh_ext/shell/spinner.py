"""A line on standard error that moves while something is waited for; nothing is written where that is no terminal."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from typing import Any

Pause = Callable[[str, float], None]
"""Sleeps for some seconds, and says why."""

TURN_SECONDS = 0.1
CLEAR_LINE = "\r\x1b[K"


@contextmanager
def spinner(*, hidden: bool = False) -> Iterator[Pause]:
    """Yield what sleeps with a moving line, unless hidden; take the line away at the end."""
    shown, faces = sys.stderr.isatty() and not hidden, cycle("|/-\\")
    line: Any = None

    def pause(text: str, seconds: float) -> None:
        nonlocal line
        if shown and line is None:
            from cqlsh_ext.shell.progress import open_line  # noqa: PLC0415 - seldom needed

            line = stack.enter_context(open_line())
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if shown:
                line.set_description_str(f"{next(faces)} {text}")
            time.sleep(min(left, TURN_SECONDS))

    with ExitStack() as stack:
        yield pause


def note(text: str) -> None:
    """Write a line to standard error, in the place of what moves there."""
    sys.stderr.write(f"{CLEAR_LINE if sys.stderr.isatty() else ''}{text}\n")
    sys.stderr.flush()
