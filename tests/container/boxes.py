"""The image as a person runs it: on a terminal or in a pipe, as it comes or locked down."""

import os
import subprocess
import uuid
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from integration.programs import Ran
from integration.screens import screen

DOCKER = "docker"
SECONDS = 60
LOCKED = (
    *("--read-only", "--tmpfs", "/tmp", "--user", "23456:34567"),  # noqa: S108 - the container's own
    *("--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
)
"""Nothing can be written but in volumes and /tmp, the user is nobody that the image knows, and may do nothing."""
PASSED_ON = ("PATH", "HOME", "DOCKER_HOST", "DOCKER_CONFIG", "DOCKER_CONTEXT")


def docker(*arguments, check=True):
    """Run a command of Docker; return what it wrote."""
    return subprocess.run([DOCKER, *arguments], capture_output=True, text=True, timeout=600, check=check).stdout


@dataclass
class Box:
    """A way to run the image: on the network of this machine, where the test's servers are."""

    image: str
    flags: tuple[str, ...]
    home: Path
    """Where the docker command runs."""

    def environment(self, changes):
        """Return what the docker command needs of the environment, with changes."""
        return {name: os.environ[name] for name in PASSED_ON if name in os.environ} | (changes or {})

    def command(self, *arguments, options=(), tty=False):
        """Return the arguments of docker."""
        flags = ("--rm", "--interactive", *(["--tty"] if tty else []), "--network", "host")
        return ["run", *flags, *self.flags, *options, self.image, *arguments]

    def run(self, *arguments, options=(), stdin=b"", env=None):
        """Run cqlsh-ext in a container."""
        done = subprocess.run(
            [DOCKER, *self.command(*arguments, options=options)],
            input=stdin,
            env=self.environment(env),
            cwd=self.home,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    @contextmanager
    def screen(self, *arguments, options=(), **terminal):
        """Run cqlsh-ext in a container on a terminal; the screen knows the container's name."""
        name = f"cqlsh-ext-{uuid.uuid4().hex[:12]}"
        command = self.command(*arguments, options=("--name", name, *options), tty=True)
        try:
            with on_screen(self, *command, **terminal) as person:
                person.container = name
                yield person
        finally:
            docker("rm", "--force", "--volumes", name, check=False)


def on_screen(box, *command, program=DOCKER, **terminal):
    """Run a program that runs containers on a terminal."""
    return screen(box, *command, program=find(program), **terminal)


def leave(person):
    """Type Ctrl-D when nothing more is written, and return the exit code."""
    person.settle()
    person.child.send("\x04")
    return person.end()


def find(program):
    """Return where a program is."""
    return subprocess.run(["which", program], capture_output=True, text=True, check=True).stdout.strip()
