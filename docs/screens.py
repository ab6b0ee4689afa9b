"""Writes docs/before.svg and docs/after.svg: stock cqlsh and cqlsh-ext, run on a terminal on the demo's documents.

Run it as `.venv/bin/python docs/screens.py HOST PORT`, after bin/demo has filled the keyspace.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pexpect
import pyte

DOCS = Path(__file__).resolve().parent
BIN = Path(sys.executable).parent
COLUMNS, LINES = 100, 80
SHELL_PROMPT, PROMPT = r"\$ $", r"cqlsh:demo> $"
SECONDS = 30
PROGRAMS = {
    "before": ("cqlsh", "Stock cqlsh shows compressed documents as hex"),
    "after": ("cqlsh-ext --cell-width 64", "cqlsh-ext shows the same documents as text"),
}
CQLSHRC = "[history]\ndisabled = true\n"
STATEMENTS = (
    "SELECT id, data FROM documents WHERE shelf = 'main' AND id IN (1, 9, 15);",
    "EXPAND ON",
    "SELECT writer, data FROM documents WHERE shelf = 'main' AND id = 6;",
)
DIM = 2
CELL_WIDTH, LINE_HEIGHT, FONT_SIZE, MARGIN = 8.4, 19, 14, 18
FONTS = "ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace"
BACKGROUND = "#0d1117"
COLORS = {
    "default": "#d0d7de",
    "dim": "#768390",
    "black": "#6e7681",
    "red": "#ff7b72",
    "green": "#7ee787",
    "brown": "#e3b341",
    "blue": "#79c0ff",
    "magenta": "#d2a8ff",
    "cyan": "#76e3ea",
    "white": "#f0f6fc",
    "brightblack": "#768390",
    "brightwhite": "#ffffff",
}
BEHIND = {"brightblack": "#30363d", "cyan": "#1f6f8b", "red": "#8e1519"}
"""Colours behind letters."""


class Screen(pyte.Screen):  # type: ignore[misc]
    """A terminal that knows dim, which pyte does not, as one more colour."""

    def select_graphic_rendition(self, *attributes: int, **options: Any) -> None:
        """Set colours and styles."""
        super().select_graphic_rendition(*attributes, **options)
        if DIM in attributes:
            self.cursor.attrs = self.cursor.attrs._replace(fg="dim")


def capture(command: str, host: str, port: str) -> Screen:
    """Type the command and the statements into a shell, and return its screen."""
    screen = Screen(COLUMNS, LINES)
    stream = pyte.ByteStream(screen)
    with tempfile.TemporaryDirectory() as home:
        Path(home, ".cassandra").mkdir()
        Path(home, ".cassandra", "cqlshrc").write_text(CQLSHRC, "utf-8")
        child = pexpect.spawn(
            "bash",
            ["--norc", "--noprofile"],
            env={"HOME": home, "PATH": f"{BIN}:{os.defpath}", "PS1": "$ ", "TERM": "xterm", "LANG": "C.UTF-8"},
            dimensions=(LINES, COLUMNS),
            timeout=SECONDS,
        )
        prompt = SHELL_PROMPT
        for line in (f"{command} -k demo {host} {port}", *STATEMENTS):
            stream.feed(read_to(child, prompt))
            child.sendline(line)
            child.expect_exact("\n")
            stream.feed(child.before + child.after)
            prompt = PROMPT
        stream.feed(read_to(child, prompt))
        child.close(force=True)
    return screen


def read_to(child: pexpect.spawn, prompt: str) -> bytes:
    """Return what the program writes, up to the end of its prompt."""
    child.expect(prompt)
    return bytes(child.before + child.after)


def draw(screen: Screen, title: str, description: str = "") -> str:
    """Draw the screen down to its last line that is not blank; the description is not drawn."""
    used = max(number for number, line in enumerate(screen.display) if line.strip()) + 1
    width, height = COLUMNS * CELL_WIDTH + 2 * MARGIN, used * LINE_HEIGHT + 2 * MARGIN
    head = f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img">
<title>{escape(title)}</title>{f"<desc>{escape(description)}</desc>" if description else ""}
<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>
<g font-family="{FONTS}" font-size="{FONT_SIZE}" style="white-space:pre" xml:space="preserve">"""
    runs = (run for number in range(used) for run in draw_line(screen, number))
    return "\n".join((head, *runs, "</g>", "</svg>", ""))


def draw_line(screen: Screen, number: int) -> Iterator[str]:
    """Draw each run of characters that look alike where it stands."""
    cells = [screen.buffer[number][column] for column in range(COLUMNS)]
    y = MARGIN + number * LINE_HEIGHT + FONT_SIZE
    for behind, run in groupby(range(COLUMNS), key=lambda column: cells[column].bg):
        if behind in BEHIND:
            columns = list(run)
            yield (
                f'<rect x="{MARGIN + columns[0] * CELL_WIDTH:g}" y="{MARGIN + number * LINE_HEIGHT:g}"'
                f' width="{len(columns) * CELL_WIDTH:g}" height="{LINE_HEIGHT}" fill="{BEHIND[behind]}"/>'
            )
    for style, run in groupby(range(COLUMNS), key=lambda column: (cells[column].fg, cells[column].bold)):
        columns = list(run)
        text = "".join(cells[column].data for column in columns)
        indent = len(text) - len(text.lstrip())
        if text := text.strip():
            yield draw_run(text, MARGIN + (columns[0] + indent) * CELL_WIDTH, y, *style)


def draw_run(text: str, x: float, y: float, color: str, bold: bool) -> str:  # noqa: FBT001 - as pyte has it
    """Draw one run, as wide as its cells whatever the font."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" textLength="{len(text) * CELL_WIDTH:g}" lengthAdjust="spacingAndGlyphs"'
        f' fill="{COLORS[color]}"{weight}>{escape(text)}</text>'
    )


def main() -> None:
    """Write both pictures."""
    host, port = sys.argv[1:]
    for name, (command, title) in PROGRAMS.items():
        picture = DOCS / f"{name}.svg"
        picture.write_text(draw(capture(command, host, port), title), "utf-8")


if __name__ == "__main__":
    main()
