"""Runs stock cqlsh and cqlsh-ext as a user does: as processes of their own, with a home of their own."""

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

BIN = Path(sys.executable).parent
STOCK, EXT = "cqlsh", "cqlsh-ext"
SECONDS = 60
BUILD_WARNING = re.compile(rb"^WARNING: cqlsh was built against .*\n", re.MULTILINE)
"""What stock cqlsh prints among its results, and cqlsh-ext does not."""


class Ran(NamedTuple):
    """What a process left behind."""

    code: int
    stdout: bytes
    stderr: bytes


@dataclass
class Programs:
    """Both programs, in the same surroundings."""

    server: tuple[str, str]
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        host, port = self.server
        return {
            "PATH": "/usr/bin:/bin",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "CQLSH_HOST": host,
            "CQLSH_PORT": port,
        }

    def run(self, program, *arguments, stdin=b"", env=None):
        done = subprocess.run(
            [BIN / program, *arguments],
            input=stdin,
            env={name: value for name, value in (self.environment | (env or {})).items() if value is not None},
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
