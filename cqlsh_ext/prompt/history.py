"""Statements that were run, in the history file of stock cqlsh: one a line, the newest last."""

import os
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from prompt_toolkit.auto_suggest import AutoSuggest, Suggestion
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.history import History

from cqlsh_ext.prompt.passwords import may_hold_password

MOST_BYTES = 4 << 20
"""How much of the file's end is read."""
MOST_STATEMENTS = 5_000
LONGEST = 64 << 10
"""Characters of a text that is kept; a pasted script is none that anybody looks for."""
OWNER_ONLY = 0o600
OTHERS = stat.S_IRWXG | stat.S_IRWXO


class StatementHistory(History):
    """prompt_toolkit's history, of whole statements.

    `flatten` writes a statement as one line; it returns None where that would change it. Statements that may hold
    a password are kept nowhere, `writable` says whether the others go into the file. A file that cannot be read
    or written is left alone, as stock cqlsh does.
    """

    def __init__(self, file: Path, flatten: Callable[[str], str | None], *, writable: bool) -> None:
        super().__init__()
        self._file = file
        self._flatten = flatten
        self._writable = writable

    def append_string(self, string: str) -> None:
        """Keep a statement, unless it may hold a password or is a whole script."""
        if string.strip() and len(string) <= LONGEST and not may_hold_password(string):
            super().append_string(string)

    def load_history_strings(self) -> Iterable[str]:
        """Return the statements of the file, the newest first."""
        with suppress(OSError), self._file.open("rb") as stream:
            stream.seek(max(os.fstat(stream.fileno()).st_size - MOST_BYTES, 0))
            lines = stream.read(MOST_BYTES).decode("utf-8", "replace").splitlines()
            return [line for line in reversed(lines[-MOST_STATEMENTS:]) if line]
        return []

    def store_string(self, string: str) -> None:
        """Add a statement to the file, which nobody else can read from then on."""
        line = self._flatten(string)
        if line is not None and self._writable:
            with suppress(OSError):
                _append(self._file, line.encode("utf-8", "replace"))


def _append(file: Path, line: bytes) -> None:
    """Add a line to a file, whether or not the last one was ended."""
    with os.fdopen(os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, OWNER_ONLY), "r+b", buffering=0) as stream:
        status = os.fstat(stream.fileno())
        if stat.S_ISREG(status.st_mode):
            if status.st_mode & OTHERS:
                os.fchmod(stream.fileno(), OWNER_ONLY)
            if status.st_size and os.pread(stream.fileno(), 1, status.st_size - 1) != b"\n":
                line = b"\n" + line
        stream.write(line + b"\n")


class LineSuggester(AutoSuggest):
    """Suggests how the newest statement that began so went on, to the end of its line."""

    def get_suggestion(self, buffer: Buffer, document: Document) -> Suggestion | None:
        """Return the rest of the line; None for an empty text, and where no statement began so."""
        text = document.text
        if not text.strip() or not document.is_cursor_at_the_end:
            return None
        for statement in reversed(buffer.history.get_strings()):
            if statement.startswith(text) and (rest := statement[len(text) :].partition("\n")[0]):
                return Suggestion(rest)
        return None
