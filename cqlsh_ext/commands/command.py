"""The record that says everything about one shell command."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cqlsh_ext.settings import Layout, Settings

if TYPE_CHECKING:
    from cqlsh_ext.ratio.batch import Batches, Source, TableSource
    from cqlsh_ext.ratio.settings import Measuring
    from cqlsh_ext.ratio.table import TableFacts


class Row(NamedTuple):
    """One row of a SELECT: where it is, of which keyspace and table if that is known, and its values by column."""

    place: str
    key: Callable[[], Sequence[str]]
    """Gives the values of its primary key as text, or one that counts rows."""
    table: tuple[str, str] | None
    values: Mapping[str, Any]


class Shell(Protocol):
    """What a command needs of the shell that runs it."""

    @property
    def settings(self) -> Settings:
        """What is in force."""

    @property
    def measuring(self) -> "Measuring":
        """What is in force for commands that measure."""

    @property
    def on_keyspaces(self) -> bool:
        """Whether the server is Amazon Keyspaces, where every row that is read is paid for."""

    @property
    def consistency(self) -> str:
        """The level of consistency that is read at."""

    @property
    def layout(self) -> Layout:
        """How results are written."""

    def set_layout(self, layout: Layout) -> None:
        """Write results in another way from now on."""

    def say(self, text: str) -> None:
        """Write a line for a person to where results go, unless these are for programs."""

    def write(self, text: str) -> None:
        """Write a line of data to where results go."""

    def execute(self, statement: str) -> bool:
        """Run a statement as if it were typed, its results without pauses; return whether all went well."""

    def note(self, text: str) -> None:
        """Write a line that is no data."""

    def paint(self, style: str, text: str) -> str:
        """Colour text in a style of `render.hexdump.Paint`, where the shell shows colours."""

    def path(self, literal: str) -> str:
        """Return the path that a string literal names, `~` expanded."""

    def select(self, statement: str, most: int | None, page_size: int | None = None) -> Iterator[Row]:
        """Run a SELECT with the settings of the shell; give its first `most` rows, or all.

        `page_size` is the number of rows that the server may send at once, where the shell's own is too large.
        """

    def progress(self, rows: Iterator[Row], most: int | None, *, writes: bool = False) -> Iterator[Row]:
        """Give the rows, and show on a terminal how far that is; `writes` says that their reports go there too."""

    def facts(self, keyspace: str | None, name: str) -> "TableFacts":
        """Return what is known of a table whose names are as typed; raises UsageError."""

    def table_rows(self, facts: "TableFacts", where: str) -> "TableSource":
        """Return the rows of a table that meet conditions, as typed behind WHERE; nothing is read yet."""

    def selected_rows(self, statement: str) -> "Source":
        """Return the rows of a SELECT, of which the first page is asked for; raises UsageError."""

    def watched(self, batches: "Batches") -> "Batches":
        """Give rows, and show on a terminal how far that is."""

    def uninterrupted(self) -> AbstractContextManager[None]:
        """Let Ctrl-C wait until the block is done; it then raises KeyboardInterrupt."""

    def is_meant(self, reason: str) -> bool:
        """Say why, and ask whoever types whether to go on; where nobody does, go on."""

    def table(self, keyspace: str | None, name: str) -> tuple[str, str, Mapping[str, Any]]:
        """Return keyspace, name and columns of a table whose names are as typed; raises UsageError."""

    def unquote(self, name: str) -> str:
        """Return a name as the server spells it: lower case unless it is in double quotes."""


class Parsed(Protocol):
    """A statement that matched a command's grammar."""

    def get_binding(self, name: str, default: Any = None) -> Any:
        """Return what the grammar bound to `name`, as typed: a text, or a sequence for a `[name]=`."""

    def extract_orig(self) -> str:
        """Return the whole statement as typed."""


Completer = Callable[[Parsed, Shell], Iterable[str]]


class Command(NamedTuple):
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
    completers: Mapping[tuple[str, str], Completer] = MappingProxyType({})
    ends_with_newline: bool = True
    """False for a command that may take several lines, and so ends with a semicolon alone."""
    pages: bool = False
    """True for a command whose answer may be long, and goes through the pager at the prompt."""
    lenient: bool = False
    """True for a command that reads the statement itself, and takes what cqlsh's grammar does not know."""
