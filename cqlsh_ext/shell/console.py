"""Brings the prompt and one shell together; prompt_toolkit is loaded only where a person sits at a terminal."""

import gc
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cqlsh_ext.prompt.language import Status
from cqlsh_ext.prompt.settings import Keys, Kind, Prompting
from cqlsh_ext.shell.connection import Connection
from cqlsh_ext.shell.cql import Cql
from cqlsh_ext.shell.latency import Latency
from cqlsh_ext.shell.stock import cqlshmain

if TYPE_CHECKING:
    from cqlsh_ext.prompt.prompt import Prompt

DUMB = frozenset({"", "dumb", "unknown"})
INPUTRC_VI = re.compile(r"^\s*set\s+editing-mode\s+vi\b", re.MULTILINE)
HISTORY_SHOWN = 50
"""How many statements HISTORY shows, as in stock cqlsh."""
WAITING = "Connection lost. The statement runs when it is back; Ctrl-C gives up."


def is_wanted(prompting: Prompting) -> bool:
    """Tell whether the prompt is to read statements: on a terminal that can do it, unless readline is set."""
    return (
        prompting.prompt is Kind.AUTO
        and sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "") not in DUMB
    )


class Console:
    """The prompt of one shell, and what the prompt sees of the shell: `prompt.language.Session`."""

    def __init__(self, shell: Any, prompting: Prompting, *, saves_history: bool) -> None:
        self._shell = shell
        self._prompting = prompting
        self._saves_history = saves_history
        self._connection = Connection(shell)
        self._latency = Latency()
        self._last = self._kept = ""
        self._history_shown = HISTORY_SHOWN
        self._prompt: Prompt | None = None

    def _open(self) -> "Prompt":
        """Make the prompt; what has been loaded by now stays, so it is not looked at for garbage any more."""
        from cqlsh_ext.prompt.prompt import Options, Prompt  # noqa: PLC0415 - loads prompt_toolkit

        options = Options(
            history=Path(cqlshmain.HISTORY),
            writes_history=self._saves_history,
            vi=_uses_vi(self._prompting.keys),
            color=self._shell.color,
        )
        prompt = Prompt(Cql(self._shell), self, options)
        gc.freeze()
        gc.enable()
        return prompt

    def read(self) -> str:
        """Return the next statement or statements, complete; raises KeyboardInterrupt or EOFError."""
        self._latency.listen(self._shell.session)
        if self._prompt is not None:
            return self._read(self._prompt)
        from cqlsh_ext.shell import first_prompt  # noqa: PLC0415 - there is no termios where there are no terminals

        with first_prompt.keys_kept():
            with first_prompt.shown(self._shell.prompt):
                self._prompt = self._open()
            return self._read(self._prompt)

    def _read(self, prompt: "Prompt") -> str:
        text, self._kept = self._kept, ""
        self._last = prompt.read(self._shell.prompt, self._continuation(), text)
        return self._last

    def print_history(self, most: str | None) -> None:
        """Print the last statements before this one, each on one line; `most`, if given, holds from now on."""
        if most is not None:
            self._history_shown = int(most)
        if self._prompt is None:
            return
        statements = self._prompt.history.get_strings()
        if statements and statements[-1] == self._last:
            statements.pop()
        for statement in statements[-self._history_shown :] if self._history_shown else ():
            print(self._prompt.flatten(statement) or statement)

    def status(self) -> Status:
        """Return what the toolbar tells."""
        shell = self._shell
        tally = shell.cells.tally
        user = f"{shell.username}@" if shell.username else ""
        return Status(
            place=f"{user}{shell.hostname}",
            keyspace=shell.current_keyspace,
            consistency=cqlshmain.cassandra.ConsistencyLevel.value_to_name[shell.consistency_level],
            codec=", ".join(shell.cells.settings.decompress),
            page_size=shell.page_size if shell.use_paging else None,
            latency=self._latency.seconds,
            decoded=(tally.cells, tally.stored, tally.plain),
            lost=self.is_lost(),
        )

    def is_lost(self) -> bool:
        """Tell whether there is no connection."""
        return self._connection.is_lost()

    def await_connection(self) -> None:
        """Let a statement wait for its connection; Ctrl-C hands it back to the prompt."""
        if not self.is_lost():
            return
        print(WAITING, file=sys.stderr)
        try:
            self._connection.wait()
        except KeyboardInterrupt:
            self._kept = self._last
            raise

    def _continuation(self) -> str:
        """Return stock's prompt for the further lines of a statement."""
        keyspace = self._shell.current_keyspace
        if keyspace is None:
            return str(self._shell.continue_prompt)
        return str(self._shell.keyspace_continue_prompt.format(" " * len(keyspace)))


def _uses_vi(keys: Keys) -> bool:
    """Tell whether keys are vi's: as set, else as readline's own file says."""
    if keys is not Keys.AUTO:
        return keys is Keys.VI
    file = Path(os.environ.get("INPUTRC") or "~/.inputrc").expanduser()
    try:
        return bool(INPUTRC_VI.search(file.read_text("utf-8", "replace")))
    except OSError:
        return False
