"""The record that says everything about one shell command."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from cqlsh_ext.settings import Settings


class Shell(Protocol):
    """What a command needs of the shell that runs it."""

    settings: Settings

    def say(self, text: str) -> None:
        """Write a line to where results go."""

    def table(self, keyspace: str | None, name: str) -> tuple[str, str, Mapping[str, Any]]:
        """Return keyspace, name and columns of a table whose names are as typed; raises UsageError."""

    def unquote(self, name: str) -> str:
        """Return a name as the server spells it: lower case unless it is in double quotes."""


class Parsed(Protocol):
    """A statement that matched a command's grammar."""

    def get_binding(self, name: str, default: Any = None) -> Any:
        """Return what the grammar bound to `name`, as typed: a text, or a sequence for a `[name]=`."""


Completer = Callable[[Parsed, Shell], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Command:
    """One shell command.

    `grammar` is in the notation of cqlsh's own rules and defines `<{word}Command>`, in lower case; the rule
    needs an optional part, for one that is a single literal would become a word of CQL. `completers` are keyed
    by rule and symbol. `run` raises UsageError; the shell reports it.
    """

    word: str
    summary: str
    help: str
    grammar: str
    run: Callable[[Shell, Parsed], None]
    completers: Mapping[tuple[str, str], Completer] = field(default_factory=dict)
