"""The tokens of a text line by line, each line lexed once: a key press costs one line, however long the statement."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from cqlsh_ext.prompt.language import UNCLOSED, Token

LINES_KEPT = 20_000
CLOSED = {"unclosedString": "quotedStringLiteral", "unclosedName": "quotedName"}
SYNC_LINES = 500
"""How far above a line of a very long text the lexer starts, taking it that no string is open there."""


class Line(NamedTuple):
    """One line: its tokens, and what is left open at its end (`'`, `"`, `$$`, `/*` or nothing)."""

    tokens: tuple[Token, ...]
    open: str


class Lines:
    """A lexer for texts of many lines, of a lexer for one."""

    def __init__(self, lex: Callable[[str], Sequence[Token]]) -> None:
        self._lex = lex
        self.line: Callable[[str, str], Line] = lru_cache(LINES_KEPT)(self._line)
        """Return the line of a text, given what was left open before it."""
        self._head: list[str] = []
        self._above: tuple[tuple[Token, ...], str] = ((), "")

    def _line(self, opened: str, text: str) -> Line:
        tokens = _unsplit(self._lex(opened + text)) if opened or text else []
        left_open = UNCLOSED.get(tokens[-1].kind, "") if tokens else ""
        return Line(tuple(_shift(token, len(opened)) for token in tokens), left_open)

    def openings(self, texts: Sequence[str]) -> Callable[[int], str]:
        """Return a function that tells what is open at the start of a line, by its number."""
        known: dict[int, str] = {}

        def opening(number: int) -> str:
            if number not in known:
                start = max(number - SYNC_LINES, 0)
                known[start] = opened = ""
                for line, text in enumerate(texts[start : number + SYNC_LINES], start + 1):
                    known[line] = opened = self.line(opened, text).open
            return known[number]

        return opening

    def tokens(self, texts: Sequence[str]) -> tuple[tuple[Token, ...], str]:
        """Return the tokens of a whole text, ends of lines among them, and what is left open at its end."""
        *head, last = texts
        if head != self._head:
            self._above = self._tokens_above(head)
            self._head = head
        tokens, opened = self._above
        line = self.line(opened, last)
        offset = sum(map(len, head)) + len(head)
        if opened and opened != UNCLOSED["unclosedComment"]:
            return (*tokens[:-1], *_placed(line.tokens, offset, tokens[-1])), line.open
        return (*tokens, *_placed(line.tokens, offset)), line.open

    def _tokens_above(self, texts: Sequence[str]) -> tuple[tuple[Token, ...], str]:
        """Return the tokens of lines that another one follows, and what is left open at their end.

        Where lines were added to those that were asked for last, only these are looked at.
        """
        known = len(self._head)
        if texts[:known] != self._head:
            known = 0
        above, opened = self._above if known else ((), "")
        tokens = list(above)
        offset = sum(map(len, texts[:known])) + known
        for text in texts[known:]:
            line = self.line(opened, text)
            goes_on = opened and opened != UNCLOSED["unclosedComment"]
            tokens.extend(_placed(line.tokens, offset, tokens.pop() if goes_on else None))
            offset += len(text) + 1
            opened = line.open
            if not opened:
                tokens.append(Token("endline", "\n", offset - 1, offset))
        return tuple(tokens), opened


def _unsplit(tokens: Sequence[Token]) -> list[Token]:
    """Join what the lexer splits at a doubled quote, where a string or a name goes over the end of its line."""
    joined = list(tokens)
    while len(joined) > 1 and joined[-1].kind in CLOSED and joined[-2].kind == CLOSED[joined[-1].kind]:
        if joined[-2].end != joined[-1].start:
            break
        end, start = joined.pop(), joined.pop()
        joined.append(Token(end.kind, start.text + end.text, start.start, end.end))
    return joined


def _shift(token: Token, by: int) -> Token:
    if not by:
        return token
    return Token(token.kind, token.text[max(by - token.start, 0) :], max(token.start - by, 0), token.end - by)


def _placed(tokens: Sequence[Token], offset: int, begun: Token | None = None) -> Iterator[Token]:
    """Give a line's tokens at their places in the text, the first one joined with the part of it that came before."""
    for token in tokens:
        if begun:
            yield Token(token.kind, f"{begun.text}\n{token.text}", begun.start, token.end + offset)
            begun = None
        elif token.kind != "unclosedComment":
            yield Token(token.kind, token.text, token.start + offset, token.end + offset)
