"""Runs stock cqlsh and cqlsh-ext as a user does: as processes of their own, with a home of their own."""

import re
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pexpect
import pyte

BIN = Path(sys.executable).parent
STOCK, EXT = "cqlsh", "cqlsh-ext"
SECONDS = 20
BUILD_WARNING = re.compile(rb"^WARNING: cqlsh was built against .*\n", re.MULTILINE)
"""What stock cqlsh prints among its results, and cqlsh-ext does not."""


class Ran(NamedTuple):
    """What a process left behind."""

    code: int
    stdout: bytes
    stderr: bytes


class Terminal:
    """A program on a terminal, and all that it wrote there."""

    LINES, COLUMNS = 50, 200

    def __init__(self, child):
        self.child = child
        self.written = b""

    def until(self, *texts):
        """Wait until one of the texts is written; return what was written since the last wait."""
        self.child.expect_exact([text.encode() for text in texts])
        new = self.child.before + self.child.after
        self.written += new
        return new

    def type(self, keys, *texts):
        """Type, and wait as `until` does."""
        self.child.send(keys)
        return self.until(*texts)

    def shown(self):
        """Return the lines that a person saw, scrolled away or not, and the color of each character that has one."""
        text = BUILD_WARNING.sub(b"", self.written.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
        screen = pyte.Screen(self.COLUMNS, text.count(b"\n") + self.LINES)
        pyte.ByteStream(screen).feed(text)
        colors = {
            (y, x): (character.fg, character.bold)
            for y, line in screen.buffer.items()
            for x, character in line.items()
            if character.fg != "default" or character.bold
        }
        return [line.rstrip() for line in screen.display[: screen.cursor.y + 1]], colors

    def end(self):
        """Wait until the program ends; return its exit code."""
        self.child.expect(pexpect.EOF)
        self.written += self.child.before
        self.child.close()
        return self.child.exitstatus


@dataclass
class Programs:
    """Both programs, in the same surroundings."""

    server: tuple[str, str]
    home: Path

    def environment(self, changes):
        """Return an almost empty environment with changes; None takes a variable away."""
        host, port = self.server
        variables = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "CQLSH_HOST": host,
            "CQLSH_PORT": port,
        }
        return {name: value for name, value in (variables | (changes or {})).items() if value is not None}

    def run(self, program, *arguments, stdin=b"", env=None):
        done = subprocess.run(
            [BIN / program, *arguments],
            input=stdin,
            env=self.environment(env),
            cwd=self.home,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def stock(self, *arguments, stdin=b"", env=None):
        """Run stock cqlsh; its warning about builds is left out."""
        ran = self.run(STOCK, *arguments, stdin=stdin, env=env)
        return ran._replace(stdout=BUILD_WARNING.sub(b"", ran.stdout))

    def ext(self, *arguments, stdin=b"", env=None):
        """Run cqlsh-ext."""
        return self.run(EXT, *arguments, stdin=stdin, env=env)

    def alike(self, *arguments, stdin=b"", env=None):
        """Run both, see that they leave the same, and return it."""
        expected = self.stock(*arguments, stdin=stdin, env=env)
        actual = self.ext(*arguments, stdin=stdin, env=env)
        assert actual.stdout.splitlines() == expected.stdout.splitlines()
        assert actual.stderr.splitlines() == expected.stderr.splitlines()
        assert actual == expected
        return expected

    @contextmanager
    def terminal(self, program, *arguments, env=None):
        """Run a program on a terminal, cqlsh-ext with the prompt that stock cqlsh has."""
        child = pexpect.spawn(
            str(BIN / program),
            list(arguments),
            env=self.environment({"TERM": "xterm-256color", "CQLSH_EXT_PROMPT": "readline"} | (env or {})),
            cwd=self.home,
            dimensions=(Terminal.LINES, Terminal.COLUMNS),
            timeout=SECONDS,
        )
        try:
            yield Terminal(child)
        finally:
            child.close(force=True)
