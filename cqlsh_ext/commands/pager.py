"""PAGER: show or change what long results at the prompt go through."""

import re
import shlex
import shutil
import subprocess

from cqlsh_ext.codec import OFF
from cqlsh_ext.commands.command import Command, Parsed, Shell
from cqlsh_ext.errors import UsageError
from cqlsh_ext.settings import PAGER, parse_pager

HELP = """
        PAGER [cqlsh-ext only]

          Shows or changes what results go through that do not fit on the screen. Rows stream into it, and
          leaving it ends the query.

        PAGER

          Shows what is in force.

        PAGER ON | OFF

          less -SRFX, with which one moves about, or MORE after every page, as in cqlsh.

        PAGER '<command>'

          Any command line of the shell.
"""
GRAMMAR = r"""
<pagerCommand> ::= "PAGER" ( switch=( "ON" | "OFF" ) | command=<stringLiteral> )?
                 ;
"""
SHELL = "/bin/sh"
STATEMENT = re.compile(r"PAGER\b\s*(.*?)\s*;?\s*\Z", re.IGNORECASE | re.DOTALL)
NOT_RUNNABLE = "cannot be run: there is no such program"
LITERAL = re.compile(r"'(?:[^']|'')*'")


def run(shell: Shell, parsed: Parsed) -> None:
    """Change the pager if the statement names one, and show what is in force."""
    match = STATEMENT.match(parsed.extract_orig())
    typed = match[1] if match else ""
    if typed:
        shell.settings.pager = _read(typed)
    pager = shell.settings.pager
    shell.say(f"PAGER {'set to' if typed else 'is'} {'OFF' if pager == OFF else pager}")


def _read(typed: str) -> str:
    """Return the command line that is meant; raises UsageError for one that cannot be run."""
    command = parse_pager(typed[1:-1].replace("''", "'") if LITERAL.fullmatch(typed) else typed)
    if command not in (OFF, PAGER) and not is_runnable(command):
        raise UsageError(f"{command!r} {NOT_RUNNABLE}")
    return command


def is_runnable(command: str) -> bool:
    """Tell whether there is a program for a command line of the shell, as far as its first word tells."""
    try:
        words = [word for word in shlex.split(command) if "=" not in word]
    except ValueError:  # a quotation mark is missing
        return False
    return bool(words) and (shutil.which(words[0]) is not None or _is_builtin(words[0]))


def _is_builtin(word: str) -> bool:
    asked = [SHELL, "-c", 'command -v -- "$1"', SHELL, word]
    return subprocess.run(asked, stdout=subprocess.DEVNULL, check=False).returncode == 0  # noqa: S603 - quoted


PAGER_COMMAND = Command(
    word="PAGER",
    summary="show or change what long results at the prompt go through",
    help=HELP,
    grammar=GRAMMAR,
    run=run,
    lenient=True,
)
