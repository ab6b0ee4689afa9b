"""Writes docs/prompt.svg and docs/result.svg: the prompt of cqlsh-ext, typed into, on the demo's documents.

Run it as `.venv/bin/python docs/prompt_screens.py HOST PORT`, after bin/demo has filled the keyspace. With `--check` it
writes nothing, and fails where the pictures differ from what is seen now.
"""

import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import unescape

import pexpect
import pyte
from screens import BIN, COLUMNS, CQLSHRC, DOCS, SECONDS, Screen, draw

LINES = 22
QUIET_SECONDS = 1.0
CTRL_L = "\x0c"
VARYING = (
    (re.compile(r"[\d.,]+ m?s\b"), "1.2 ms"),
    (re.compile(r"[\d.,]+ K?B\b"), "1.2 KB"),
    (re.compile(r"0x[0-9a-f]+"), "0x1f8b"),
    (re.compile(r"-{2,}"), "--"),
    (re.compile(r" +"), " "),
)
"""What differs from run to run, from library to library and from server to server."""


class Scene(NamedTuple):
    """A picture: its name, what is typed for it, and a text that is seen then; it goes on from the one before."""

    name: str
    title: str
    typed: str
    seen: str


SCENES = (
    Scene(
        "prompt",
        "The prompt completes columns of a table, each with its type, in a statement of several lines",
        f"{CTRL_L}SELECT id, data\rFROM documents\rWHERE ",
        "partition key",
    ),
    Scene(
        "result",
        "Below a decoded result the toolbar tells how many cells were decoded, from how many bytes to how many",
        "shelf = 'main' AND id IN (1, 9, 15);\r",
        "cells decoded",
    ),
)


class AnsweringScreen(Screen):
    """A screen that answers when a program asks where the cursor is."""

    def __init__(self, child: pexpect.spawn) -> None:
        super().__init__(COLUMNS, LINES)
        self._child = child

    def write_process_input(self, data: str) -> None:
        """Send an answer."""
        self._child.send(data)


def capture(host: str, port: str) -> Iterator[tuple[Scene, Screen]]:
    """Give each scene with the screen after it."""
    with tempfile.TemporaryDirectory() as home:
        Path(home, ".cassandra").mkdir()
        Path(home, ".cassandra", "cqlshrc").write_text(CQLSHRC, "utf-8")
        arguments = ["-k", "demo", "--cell-width", "64", host, port]
        environment = {"HOME": home, "PATH": os.defpath, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        child = pexpect.spawn(
            str(BIN / "cqlsh-ext"), arguments, env=environment, dimensions=(LINES, COLUMNS), timeout=SECONDS
        )
        screen = AnsweringScreen(child)
        stream = pyte.ByteStream(screen)
        watch(child, stream, screen, "page 100")
        for scene in SCENES:
            child.send(scene.typed)
            watch(child, stream, screen, scene.seen)
            yield scene, screen
        child.close(force=True)


def watch(child: pexpect.spawn, stream: pyte.ByteStream, screen: Screen, text: str) -> None:
    """Show what the program writes, until a text is seen and the program is quiet."""
    first = last = time.monotonic()
    while text not in "\n".join(screen.display) or time.monotonic() - last < QUIET_SECONDS:
        if time.monotonic() - first > SECONDS:
            raise SystemExit(f"{text!r} is not seen after {SECONDS} seconds")
        with suppress(pexpect.TIMEOUT):
            stream.feed(child.read_nonblocking(1 << 16, timeout=QUIET_SECONDS / 4))
            last = time.monotonic()


def describe(screen: Screen, host: str) -> str:
    """Return the text on a screen, without what differs from run to run."""
    text = "\n".join(line.rstrip() for line in screen.display).rstrip().replace(host, "127.0.0.1")
    for pattern, constant in VARYING:
        text = pattern.sub(constant, text)
    return text


def is_shown(picture: Path, description: str) -> bool:
    """Tell whether a picture shows a screen of this description."""
    found = re.search(r"<desc>(.*?)</desc>", picture.read_text("utf-8"), re.DOTALL) if picture.exists() else None
    return found is not None and unescape(found[1]) == description


def main() -> int:
    """Write the pictures, or tell which are out of date."""
    *options, host, port = sys.argv[1:]
    stale = 0
    for scene, screen in capture(host, port):
        picture = DOCS / f"{scene.name}.svg"
        description = describe(screen, host)
        if options != ["--check"]:
            picture.write_text(draw(screen, scene.title, description), "utf-8")
        elif not is_shown(picture, description):
            stale += 1
            sys.stderr.write(
                f"docs/{picture.name} is out of date: run docs/prompt_screens.py; now it is\n{description}\n"
            )
    return stale


if __name__ == "__main__":
    sys.exit(main())
