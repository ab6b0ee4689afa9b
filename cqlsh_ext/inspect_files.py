"""`cqlsh-ext --inspect FILE...`: INSPECT without a server."""

import argparse
import os
import sys
from collections.abc import Sequence

from cqlsh_ext.commands.inspect import Value, draw
from cqlsh_ext.setting import add_flags
from cqlsh_ext.settings import SETTINGS, TITLE, load
from cqlsh_ext.stored import PIPE, read_value

FLAG = "--inspect"
COLORS = {"title": "1", "format": "36", "bad": "31", "field": "32", "other field": "35"}


def add_inspect_flags(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the flags of inspection without a server."""
    group = parser.add_argument_group("inspection without a server")
    group.add_argument(
        FLAG, nargs="+", metavar="FILE", help="report what is in files (- for a pipe), binary or hexadecimal text"
    )
    group.add_argument("--json", action="store_true", help="with --inspect: one JSON object a file")
    group.add_argument("--verbose", action="store_true", help="with --inspect: hexdumps and the story of detection")


def inspect_files(arguments: Sequence[str]) -> bool:
    """Report on the files that a command line names; tell whether all of them could be opened."""
    parser = argparse.ArgumentParser(prog="cqlsh-ext", allow_abbrev=False)
    add_inspect_flags(parser)
    add_flags(parser, TITLE, SETTINGS)
    flags = parser.parse_args(arguments)
    settings = load(vars(flags), os.environ, {})
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    sound = True
    for source in flags.inspect:
        value = Value("standard input" if source == PIPE else source, read_value(source))
        status, lines = draw(value, settings, None if flags.json else _paint, verbose=flags.verbose)
        for line in lines:
            print(line)
        sound = sound and status.value in ("decoded", "plain")
    return sound


def _paint(style: str, text: str) -> str:
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"\x1b[{COLORS[style]}m{text}\x1b[0m"
