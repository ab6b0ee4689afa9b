"""Which word the cursor is in, and what stands around it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from prompt_toolkit.document import Document

from cqlsh_ext.prompt.language import Place, Token
from cqlsh_ext.prompt.lines import Lines

WORDS = frozenset({"identifier", "reserved_identifier"})
QUOTED = {"unclosedString": "'", "unclosedName": '"'}
OPEN = frozenset({"", *QUOTED.values()})
"""What may be open at the cursor; elsewhere nothing is completed."""
PUNCTUATION = frozenset({"op", "cmp", "brackets", "endtoken", "endline", "colon", "star"})
LINE_COMMENTS = ("--", "//")


class Word(NamedTuple):
    """A word that is being typed: its letters so far, the quote that opened it if any, and its place."""

    text: str
    quote: str
    place: Place


def words(document: Document, lines: Lines) -> Iterator[Word]:
    """Give the word at the cursor in every way that it may be read; nothing in comments and behind numbers."""
    texts = document.text_before_cursor.split("\n")
    tokens, opened = lines.tokens(texts)
    line_start = len(document.text_before_cursor) - len(texts[-1])
    if opened not in OPEN or _in_comment(document.text_before_cursor, tokens, line_start):
        return
    last = tokens[-1] if tokens else None
    if last is None or last.end < document.cursor_position or last.kind in PUNCTUATION:
        yield Word("", "", _place(document, tokens, document.cursor_position))
    elif last.kind in QUOTED:
        yield _quoted(document, tokens)
    elif last.kind in WORDS:
        hyphened = _hyphened(tokens)
        if hyphened < len(tokens) - 1:
            yield _plain(document, tokens, hyphened)
        yield _plain(document, tokens, len(tokens) - 1)


def _in_comment(before: str, tokens: Sequence[Token], line_start: int) -> bool:
    """Tell whether a comment began behind the last token of the cursor's line."""
    end = max(tokens[-1].end if tokens else 0, line_start)
    return any(sign in before[end:] for sign in LINE_COMMENTS)


def _hyphened(tokens: Sequence[Token]) -> int:
    """Return the index of the token at which the last word begins, if it is one with hyphens in it."""
    first = len(tokens) - 1
    while first >= 2 and tokens[first - 1].text == "-" and tokens[first - 2].kind in WORDS and _touch(tokens, first):
        first -= 2
    return first


def _touch(tokens: Sequence[Token], number: int) -> bool:
    return tokens[number].start == tokens[number - 1].end and tokens[number - 1].start == tokens[number - 2].end


def _plain(document: Document, tokens: Sequence[Token], first: int) -> Word:
    start = tokens[first].start
    return Word(document.text[start : document.cursor_position], "", _place(document, tokens[:first], start))


def _quoted(document: Document, tokens: Sequence[Token]) -> Word:
    """Read what is in quotes as a word; in a string, the part behind the last slash, for file names."""
    last = tokens[-1]
    quote = QUOTED[last.kind]
    folder, slash, name = last.text[1:].rpartition("/")
    place = _place(document, tokens[:-1], last.start, folder + slash if quote == "'" else None)
    return Word(name if quote == "'" else last.text[1:], quote, place)


def _place(document: Document, tokens: Sequence[Token], start: int, folder: str | None = None) -> Place:
    after = document.text[document.cursor_position :]
    return Place(document.text[:start], tuple(tokens), after, folder)
