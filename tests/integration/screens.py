"""A terminal that a person looks at: what is on its screen, in which colors, and where the cursor is."""

import re
import time
from contextlib import contextmanager, suppress

import pexpect
import pyte
from integration.keys import CTRL_D
from integration.programs import BIN, EXT

SECONDS = 60
"""How long a person waits; the machine may be busy."""
POLL_SECONDS = 0.05
SETTLED_SECONDS = 0.25
WIDTHS = (80, 200)
PROMPT = re.compile(r"(\S+@)?cqlsh(:\S+)?>")


class AnsweringScreen(pyte.Screen):
    """A screen that answers when a program asks where the cursor is, as terminals do."""

    def __init__(self, columns, lines, child):
        super().__init__(columns, lines)
        self._child = child

    def write_process_input(self, data):
        self._child.send(data)


class Screen:
    """A program on a terminal, and the screen of that terminal."""

    def __init__(self, child, columns, lines):
        self.child = child
        self.written = b""
        self._screen = AnsweringScreen(columns, lines, child)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def lines(self):
        """Return the lines down to the last that is not blank."""
        lines = [line.rstrip() for line in self._screen.display]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    @property
    def text(self):
        return "\n".join(self.lines)

    @property
    def toolbar(self):
        return self.text.rpartition("\n")[2]

    @property
    def cursor(self):
        """Return column and line."""
        return self._screen.cursor.x, self._screen.cursor.y

    @property
    def cursor_line(self):
        """Return the line that the cursor is in."""
        return self._screen.display[self._screen.cursor.y].rstrip()

    @property
    def colors(self):
        """Return the colors on the screen, of letters and behind them."""
        characters = [character for line in self._screen.buffer.values() for character in line.values()]
        return {each.fg for each in characters} | {each.bg for each in characters}

    def color_of(self, text):
        """Return color and weight of the last place where a text stands."""
        row = max(number for number, line in enumerate(self._screen.display) if text in line)
        first = self._screen.buffer[row][self._screen.display[row].rindex(text)]
        return first.fg, first.bold

    def until(self, condition, seconds=SECONDS):
        """Wait until a text is on the screen, or until a condition holds; return what is on the screen then."""
        holds = condition if callable(condition) else lambda: condition in self.text
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"waited for {condition!r}, and saw:\n{self.text}"
            self._read()
        return self.text

    def settle(self):
        """Wait until nothing more is written; return what is on the screen then."""
        last, length = time.monotonic(), len(self.written)
        while time.monotonic() - last < SETTLED_SECONDS:
            self._read()
            if len(self.written) != length:
                last, length = time.monotonic(), len(self.written)
        return self.text

    def type(self, keys, condition=None):
        """Type; wait as `until` does, or until the screen is quiet."""
        self.child.send(keys)
        return self.until(condition) if condition else self.settle()

    def resize(self, columns, lines):
        self._screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)
        return self.settle()

    def leave(self):
        """Leave with Ctrl-D when the prompt of cqlsh stands there; return the exit code."""
        self.until(lambda: PROMPT.fullmatch(self.cursor_line))
        self.child.send(CTRL_D)
        return self.end()

    def end(self):
        """Wait until the program ends; return its exit code."""
        end = time.monotonic() + SECONDS
        while self._read():
            assert time.monotonic() < end, self.text
        self.child.close()
        return self.child.exitstatus

    def _read(self):
        """Read for a moment; tell whether the program still runs."""
        with suppress(pexpect.TIMEOUT):
            try:
                new = self.child.read_nonblocking(1 << 16, timeout=POLL_SECONDS)
            except pexpect.EOF:
                return False
            self.written += new
            self._stream.feed(new)
        return True


@contextmanager
def screen(programs, *arguments, program=EXT, columns=100, lines=30, env=None):
    """Run a program on a terminal with a screen."""
    child = pexpect.spawn(
        str(BIN / program),
        list(arguments),
        env=programs.environment({"TERM": "xterm-256color"} | (env or {})),
        cwd=programs.home,
        dimensions=(lines, columns),
        timeout=SECONDS,
    )
    child.delaybeforesend = None
    try:
        yield Screen(child, columns, lines)
    finally:
        child.close(force=True)
