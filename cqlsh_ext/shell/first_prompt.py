"""The first prompt, which stands there while what reads it is loaded: nobody waits, and no key is lost."""

import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager

INPUT, LOCAL = 0, 3
"""Where flags of a kind stand among the attributes that termios gives."""
TRANSLATES = termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR
ACTS = termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG


@contextmanager
def keys_kept() -> Iterator[None]:
    """Have the terminal keep all keys for who reads them later, Ctrl-C too, and show none."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    attributes = [*before]
    attributes[INPUT] &= ~TRANSLATES
    attributes[LOCAL] &= ~ACTS
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)


@contextmanager
def shown(prompt: str) -> Iterator[None]:
    """Show a prompt, and go back to where it begins."""
    _write(prompt)
    yield
    lines = prompt.count("\n")
    _write(f"\x1b[{lines}A\r" if lines else "\r")


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
