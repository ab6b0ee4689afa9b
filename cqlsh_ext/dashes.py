"""Options that begin with an en or em dash, as articles print them, in the place of hyphens."""

import argparse
import re
import sys
from collections.abc import Iterable

DASHES = re.compile(r"[–—]+(?=[A-Za-z])")
NAME = re.compile(r"[\w-]+")
LONG_OPTION = re.compile(r"--([a-z][a-z-]*)")


def is_dashed(argument: str) -> bool:
    """Tell whether an argument begins as an option does, but with dashes."""
    return DASHES.match(argument) is not None


def mend(arguments: Iterable[str], parser: argparse.ArgumentParser) -> list[str]:
    """Return arguments with hyphens before options, and say so; what an option takes as its value is left as it is."""
    mended: list[str] = []
    for argument in arguments:
        if is_dashed(argument) and parser.parse_known_args([*mended, argument])[1][-1:] == [argument]:
            mended.append(_with_hyphens(argument, parser))
        else:
            mended.append(argument)
    return mended


def _with_hyphens(argument: str, parser: argparse.ArgumentParser) -> str:
    option = DASHES.sub("", argument, count=1)
    name = NAME.findall(option)[0]
    known = LONG_OPTION.findall(parser.format_help())
    is_long = len(name) > 1 and any(each.startswith(name) for each in known)
    dashes, hyphens, told = argument.removesuffix(option), *(("--", name) if is_long else ("-", name[0]))
    print(f"cqlsh-ext: {dashes}{told} is read as {hyphens}{told}, with hyphens for the dash", file=sys.stderr)
    return hyphens + option
