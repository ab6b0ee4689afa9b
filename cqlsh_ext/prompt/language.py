"""What the prompt needs to know of the language that is typed, and of the session; the shell provides it."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

UNCLOSED = {"unclosedString": "'", "unclosedName": '"', "unclosedPgString": "$$", "unclosedComment": "/*"}
"""How cqlsh's lexer names a token that runs on over the end of its text, and what opened it."""
KEYWORD = "keyword"
"""The note of a candidate that is a word of the grammar."""
STRAY = "stray"
"""The kind of a token that cqlsh's lexer does not know: one character."""


class Token(NamedTuple):
    """A token of cqlsh's lexer, at `start` up to `end` of its text; white space and comments give none."""

    kind: str
    text: str
    start: int
    end: int


class Place(NamedTuple):
    """Where something is to be completed: what is typed before the word, and what stands behind the cursor."""

    before: str
    tokens: tuple[Token, ...]
    """The tokens of `before`; ends of lines among them, as `endline`."""
    after: str
    folder: str | None = None
    """Inside a string, the part up to the last slash: where a file name is looked for."""

    @property
    def key(self) -> tuple[str, str, str | None]:
        """What tells one place from another; the tokens follow from it."""
        return self.before, self.after, self.folder


class Candidate(NamedTuple):
    """Something that may stand at a place, and in a few words what it is; a hint has no text to insert."""

    text: str
    note: str
    hint: str = ""


class Language(Protocol):
    """The language, as cqlsh's lexer and grammar and the schema of the server know it."""

    @property
    def reserved(self) -> frozenset[str]:
        """Words, in lower case, that are no names."""

    @property
    def words(self) -> frozenset[str]:
        """Words of the grammar, in lower case, that may be names as well."""

    def lex(self, line: str) -> Sequence[Token]:
        """Return the tokens of one line; never raises."""

    def is_complete(self, text: str) -> bool:
        """Tell whether the text is to be run, rather than continued on a next line."""

    def candidates(self, place: Place) -> Sequence[Candidate]:
        """Return all that may stand at a place, whatever has been typed of it; never raises."""


class Status(NamedTuple):
    """What the toolbar tells of the session."""

    place: str
    """User and host."""
    keyspace: str | None
    consistency: str
    codec: str
    page_size: int | None
    """Rows; None without paging."""
    latency: float | None
    """Seconds until the last answer of the server."""
    decoded: tuple[int, int, int]
    """Of the last result: decoded cells, the bytes that they are stored in, the bytes that they hold."""
    lost: bool
    """Whether there is no connection."""


class Session(Protocol):
    """What the prompt asks of the session that it stands in."""

    def status(self) -> Status:
        """Return what is so now; called whenever the prompt is drawn."""

    def is_lost(self) -> bool:
        """Tell whether there is no connection; called now and then, and sets off its return."""
