"""CQL cut into tokens: enough of the language to tell what a statement does, and to whom."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

PATTERN = re.compile(
    r"""
    (?P<skip>\s+ | --[^\n]* | //[^\n]* | /\*.*?\*/)
    | (?P<string>'[^']*(?:''[^']*)*' | \$\$.*?\$\$)
    | (?P<quoted>"[^"]*(?:""[^"]*)*")
    | (?P<uuid>[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})
    | (?P<blob>0[xX][0-9a-fA-F]*)
    | (?P<number>-?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?)
    | (?P<word>[A-Za-z][A-Za-z0-9_]*)
    | (?P<sign><=|>=|!=|\+=|-=|.)
    """,
    re.VERBOSE | re.DOTALL,
)
OPENING, CLOSING = frozenset("([{"), frozenset(")]}")


class Kind(str, Enum):
    """What a token is."""

    STRING = "string"
    QUOTED = "quoted"
    UUID = "uuid"
    BLOB = "blob"
    NUMBER = "number"
    WORD = "word"
    SIGN = "sign"


class Token(NamedTuple):
    """A token: what it is, and its text as written."""

    kind: Kind
    text: str

    @property
    def keyword(self) -> str:
        """The text in capitals if it can be a keyword, the text itself if it is a sign, else empty."""
        if self.kind is Kind.WORD:
            return self.text.upper()
        return self.text if self.kind is Kind.SIGN else ""

    @property
    def is_name(self) -> bool:
        """Whether it can be a name."""
        return self.kind in {Kind.WORD, Kind.QUOTED}

    @property
    def name(self) -> str:
        """The name that it stands for, as the server spells it."""
        return self.text[1:-1].replace('""', '"') if self.kind is Kind.QUOTED else self.text.lower()

    @property
    def content(self) -> str:
        """The text that a string stands for."""
        return self.text[2:-2] if self.text.startswith("$$") else self.text[1:-1].replace("''", "'")


def walk(statement: str) -> Iterator[Token]:
    """Yield the tokens of a statement, without spaces and comments."""
    for match in PATTERN.finditer(statement):
        if match.lastgroup != "skip":
            yield Token(Kind(match.lastgroup), match[0])


def tokenize(statement: str) -> list[Token]:
    """Return the tokens of a statement, without the semicolons at its end."""
    tokens = list(walk(statement))
    while tokens and tokens[-1].keyword == ";":
        tokens.pop()
    return tokens


def outside(tokens: Sequence[Token]) -> Iterator[tuple[int, Token]]:
    """Yield the tokens that stand outside of all brackets, an opening bracket itself included, with their places."""
    depth = 0
    for place, token in enumerate(tokens):
        depth -= token.keyword in CLOSING
        if depth <= 0:
            yield place, token
        depth += token.keyword in OPENING


def split(tokens: Sequence[Token], separator: str) -> list[list[Token]]:
    """Split at a keyword or a sign that stands outside of all brackets; nothing is split into nothing."""
    places = [place for place, token in outside(tokens) if token.keyword == separator]
    starts, ends = [0, *(place + 1 for place in places)], [*places, len(tokens)]
    return [list(tokens[start:end]) for start, end in zip(starts, ends, strict=True)] if tokens else []


def clause(tokens: Sequence[Token], *words: str, until: Sequence[str] = ()) -> list[Token] | None:
    """Return what stands outside of brackets between these keywords and the next of `until`; None where they do not."""
    level = list(outside(tokens))
    keywords = [token.keyword for _, token in level]
    for at in range(len(level) - len(words) + 1):
        if keywords[at : at + len(words)] == list(words):
            start = level[at + len(words) - 1][0] + 1
            end = next((place for place, token in level[at + len(words) :] if token.keyword in until), len(tokens))
            return list(tokens[start:end])
    return None
