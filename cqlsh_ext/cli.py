"""From the command line to the shell; the one place that ends the process."""

import gc
import os
import sys
from enum import IntEnum
from pathlib import Path

from cqlsh_ext import __version__
from cqlsh_ext.connect import settings as connecting
from cqlsh_ext.errors import ConnectError, InstallationError, UsageError
from cqlsh_ext.inspect_files import FLAG, add_inspect_flags, inspect_files
from cqlsh_ext.keyspaces import settings as statements
from cqlsh_ext.prompt import settings as prompting
from cqlsh_ext.setting import add_flags
from cqlsh_ext.settings import SETTINGS, TITLE, load


class Exit(IntEnum):
    """What the process tells its caller; the same numbers as stock cqlsh's."""

    DONE = 0
    FAILED = 1
    MISUSED = 2


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
    except InstallationError as error:
        print(f"cqlsh-ext: {error}", file=sys.stderr)
        return Exit.FAILED
    except BrokenPipeError:
        return Exit.FAILED
    except OSError as error:
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
    try:
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f"cqlsh-ext: {error}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the interpreter flushes once more
        raise SystemExit(Exit.FAILED) from None


def _run(arguments: list[str]) -> int:
    if any(_asks_for_version(argument) for argument in arguments):
        from importlib.metadata import version  # noqa: PLC0415 - a tenth of the time that a start takes

        print(f"cqlsh-ext {__version__} (cqlsh {version('cqlsh')})")
        return Exit.DONE
    if any(argument.partition("=")[0] == FLAG for argument in arguments):
        gc.enable()
        return Exit.DONE if inspect_files(arguments) else Exit.FAILED
    from cqlsh_ext.shell import cqlshrc, run  # noqa: PLC0415 - cqlshlib creates ~/.cassandra when it is imported

    parser = run.parser
    parser.prog = "cqlsh-ext"
    add_inspect_flags(parser)
    add_flags(parser, TITLE, SETTINGS)
    others = connecting, statements, prompting
    for each in others:
        add_flags(parser, each.TITLE, each.SETTINGS)
    flags, positional = parser.parse_known_args(arguments)
    for argument in positional:
        if argument.startswith("-"):
            parser.error(f"unknown option {argument}")
    if flags.inspect or flags.json or flags.verbose:
        parser.error(f"--json and --verbose go with {FLAG}, which is written in full")
    if len(positional) > 2:
        parser.error(f"unexpected argument {positional[2]}")
    given = vars(flags), os.environ, cqlshrc.read_own_section()
    settings = load(*given, [setting for each in others for setting in each.SETTINGS])
    run.run(arguments, settings, *(each.load(*given) for each in others))
    return Exit.DONE


def _asks_for_version(argument: str) -> bool:
    return argument == "-v" or (argument.startswith("--v") and "--version".startswith(argument))
