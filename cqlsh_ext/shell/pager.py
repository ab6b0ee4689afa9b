"""A pager: shows text on the terminal as it is while it fits there, and hands longer text to a command."""

import os
import re
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from typing import IO, TextIO

import wcwidth

from cqlsh_ext.codec import OFF
from cqlsh_ext.commands.pager import NOT_RUNNABLE, SHELL, is_runnable
from cqlsh_ext.settings import PAGER, Settings
from cqlsh_ext.shell.spinner import note

COLORS = re.compile(r"\x1b\[[0-9;]*m")
SURELY_TOO_LONG = 10
"""So many times as many characters as the terminal has are not measured."""


class PagerLeft(Exception):
    """The pager was left, so nobody reads on."""


def find_command(settings: Settings, terminal: TextIO) -> str | None:
    """Return what pages on a terminal, None for nothing; that a command cannot be run is told once."""
    command = settings.pager
    if command == OFF or not _is_capable(terminal):
        return None
    if is_runnable(command):
        return command
    if command != PAGER:
        settings.pager = OFF
        note(f"{command!r} {NOT_RUNNABLE}; PAGER is OFF")
    return None


def _is_capable(terminal: TextIO) -> bool:
    """Tell whether a pager can move about on a terminal."""
    return terminal.isatty() and os.environ.get("TERM", "dumb") != "dumb"


class Pager:
    """Stands for the terminal where results go."""

    def __init__(self, command: str, terminal: TextIO) -> None:
        self._command = command
        self._terminal = terminal
        self._columns, self._rows = os.get_terminal_size(terminal.fileno())
        self._held: list[str] = []
        self._height = 0
        self._process: subprocess.Popen[str] | None = None
        self._pipe: IO[str] | None = None

    @property
    def encoding(self) -> str:
        """What the terminal takes."""
        return self._terminal.encoding

    def isatty(self) -> bool:
        """Say yes: a pager shows all on the terminal."""
        return True

    def write(self, text: str) -> None:
        """Show text, or hold it back as long as all of it fits on the terminal; raises PagerLeft."""
        if self._pipe:
            _feed(self._pipe, text)
            return
        self._held.append(text)
        self._height += self._height_of(text)
        if self._height >= self._rows:
            self.flush()

    def writelines(self, texts: Iterable[str]) -> None:
        """Write several texts; raises PagerLeft."""
        for text in texts:
            self.write(text)

    def flush(self) -> None:
        """Let the command show what there is, for more will come or it does not fit; raises PagerLeft."""
        pipe = self._pipe or self._start()
        try:
            pipe.flush()
        except BrokenPipeError:
            raise PagerLeft from None

    def close(self) -> None:
        """Show what was held back, or wait until the pager is left."""
        if not self._process or not self._pipe:
            self._terminal.writelines(self._held)
            return
        with suppress(BrokenPipeError, KeyboardInterrupt):
            self._pipe.close()
        while self._process.returncode is None:
            with suppress(KeyboardInterrupt):  # meant for the pager, which got it too
                self._process.wait()

    def _start(self) -> IO[str]:
        self._terminal.flush()
        self._process = subprocess.Popen(  # noqa: S603 - the command is the user's own
            [SHELL, "-c", self._command], stdin=subprocess.PIPE, encoding=self.encoding, errors="backslashreplace"
        )
        self._pipe = self._process.stdin
        if self._pipe is None:
            raise PagerLeft
        held, self._held = self._held, []
        _feed(self._pipe, "".join(held))
        return self._pipe

    def _height_of(self, text: str) -> int:
        """Count the rows that text takes on the terminal."""
        if len(text) > self._rows * self._columns * SURELY_TOO_LONG:
            return self._rows
        lines = COLORS.sub("", text).split("\n")
        return len(lines) - 1 + sum((_width(line) - 1) // self._columns for line in lines if line)


def _feed(pipe: IO[str], text: str) -> None:
    try:
        pipe.write(text)
    except BrokenPipeError:
        raise PagerLeft from None


def _width(line: str) -> int:
    return len(line) if line.isascii() else max(wcwidth.wcswidth(line), len(line))
