"""From the command line to the shell; the one place that ends the process."""

import argparse
import gc
import os
import sys
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import TextIO

from cqlsh_ext import __version__, dashes
from cqlsh_ext.attempts import add_retry_flag, make_attempts
from cqlsh_ext.connect import settings as connecting
from cqlsh_ext.errors import ConnectError, InstallationError, UsageError
from cqlsh_ext.inspect_files import FLAG, add_inspect_flags, inspect_files
from cqlsh_ext.keyspaces import settings as statements
from cqlsh_ext.prompt import settings as prompting
from cqlsh_ext.ratio import settings as measuring
from cqlsh_ext.setting import add_flags
from cqlsh_ext.settings import SETTINGS, TITLE, load

OTHERS = connecting, statements, prompting, measuring
"""The modules of settings beside those of decoding."""


class Exit(IntEnum):
    """What the process tells its caller; the same numbers as stock cqlsh's, and the shell's for Ctrl-C."""

    DONE = 0
    FAILED = 1
    MISUSED = 2
    INTERRUPTED = 130


def main() -> int:
    """Run cqlsh-ext on the command line; return the exit code."""
    _open_closed_streams()
    try:
        return _run(sys.argv[1:])
    except UsageError as error:
        print(f"cqlsh-ext: {error}", file=sys.stderr)
        return Exit.MISUSED
    except ConnectError as error:
        print(f"Connection error: {error}", file=sys.stderr)
        return Exit.FAILED
    except BrokenPipeError:
        return Exit.FAILED
    except KeyboardInterrupt:
        print("cqlsh-ext: interrupted", file=sys.stderr)
        return Exit.INTERRUPTED
    except (InstallationError, OSError) as error:
        print(f"cqlsh-ext: {error}", file=sys.stderr)
        return Exit.FAILED
    finally:
        _flush_output()


def _open_closed_streams() -> None:
    """Give stock cqlsh, which asks stdin and stdout whether they are terminals, somebody to ask."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - open as long as the process lives


def _flush_output() -> None:
    """Write what is left; a reader that has enough is left in peace, anything else is told."""
    flushed = [_flushes(stream) for stream in (sys.stdout, sys.stderr)]
    if not all(flushed):
        raise SystemExit(Exit.FAILED) from None


def _flushes(stream: TextIO) -> bool:
    try:
        stream.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f"cqlsh-ext: {error}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # the interpreter flushes once more
        return False
    return True


def _run(arguments: list[str]) -> int:
    if any(map(dashes.is_dashed, arguments)):
        arguments = dashes.mend(arguments, _load_parser())
    if any(_asks_for_version(argument) for argument in arguments):
        from importlib.metadata import version  # noqa: PLC0415 - a tenth of the time that a start takes

        print(f"cqlsh-ext {__version__} (cqlsh {version('cqlsh')})")
        return Exit.DONE
    if any(argument.partition("=")[0] == FLAG for argument in arguments):
        gc.enable()
        return Exit.DONE if inspect_files(arguments) else Exit.FAILED
    return _run_shell(arguments)


def _run_shell(arguments: list[str]) -> int:
    from cqlsh_ext.shell import cqlshrc, run  # noqa: PLC0415 - cqlshlib creates ~/.cassandra when it is imported

    parser = _load_parser()
    flags, positional = parser.parse_known_args(arguments)
    for argument in positional:
        if argument.startswith("-"):
            parser.error(f"unknown option {argument}")
    if flags.inspect or flags.json or flags.verbose:
        parser.error(f"--json and --verbose go with {FLAG}, which is written in full")
    if len(positional) > 2:
        parser.error(f"unexpected argument {positional[2]}")
    given = vars(flags), os.environ, cqlshrc.read_own_section()
    settings = load(*given, [setting for each in OTHERS for setting in each.SETTINGS])
    others = tuple(each.load(*given) for each in OTHERS)
    if flags.retry and (code := make_attempts(*flags.retry)) is not None:
        return code
    run.run(arguments, settings, others)
    return Exit.DONE


@cache
def _load_parser() -> argparse.ArgumentParser:
    """Return the parser of stock cqlsh with the flags of ours."""
    from cqlsh_ext.shell import run  # noqa: PLC0415 - loads cqlshlib

    parser: argparse.ArgumentParser = run.parser
    parser.prog = "cqlsh-ext"
    add_inspect_flags(parser)
    add_retry_flag(parser)
    add_flags(parser, TITLE, SETTINGS)
    for each in OTHERS:
        add_flags(parser, each.TITLE, each.SETTINGS)
    return parser


def _asks_for_version(argument: str) -> bool:
    return argument == "-v" or (argument.startswith("--v") and "--version".startswith(argument))
