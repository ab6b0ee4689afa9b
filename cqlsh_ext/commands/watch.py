"""WATCH: run a statement again and again."""

import re
import time
from datetime import datetime

from cqlsh_ext.commands.command import Command, Parsed, Shell
from cqlsh_ext.errors import UsageError

HELP = """
        WATCH [cqlsh-ext only]

          Runs a statement again and again, until Ctrl-C or an error ends that.

        WATCH [<seconds>] <statement>;

          Waits so long after each run, 2 seconds where none are named.
"""
GRAMMAR = r"""
<watchCommand> ::= "WATCH" seconds=( <wholenumber> | <float> )? <statementBody>
                 ;
"""
STATEMENT = re.compile(r"WATCH\s+(?:(\d{1,6}(?:\.\d{1,6})?)\s+)?([a-z].*?)\s*;?\s*\Z", re.IGNORECASE | re.DOTALL)
SECONDS = 2.0


def run(shell: Shell, parsed: Parsed) -> None:
    """Run the statement until somebody has seen enough."""
    match = STATEMENT.match(parsed.extract_orig())
    if not match or match[2].upper().startswith("WATCH"):
        raise UsageError("WATCH takes a statement to run again and again, and the seconds to wait before it, if any")
    seconds = float(match[1] or SECONDS)
    statement = match[2]
    try:
        while True:
            now = datetime.now().astimezone()
            shell.note(f"{now:%Y-%m-%d %H:%M:%S}, every {seconds:g} s: {' '.join(statement.split())}")
            if not shell.execute(statement):
                return
            time.sleep(seconds)
    except KeyboardInterrupt:
        shell.note("")


WATCH = Command(
    word="WATCH",
    summary="run a statement again and again",
    help=HELP,
    grammar=GRAMMAR,
    run=run,
    ends_with_newline=False,
    lenient=True,
)
