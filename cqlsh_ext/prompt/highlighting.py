"""Colours of what is typed, from cqlsh's own tokens."""

import re
from collections.abc import Callable
from functools import lru_cache

from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.lexers import Lexer

from cqlsh_ext.prompt.language import STRAY, Language, Token
from cqlsh_ext.prompt.lines import LINES_KEPT, Lines

STYLES = {
    "quotedStringLiteral": "class:cql.string",
    "pgStringLiteral": "class:cql.string",
    "unclosedString": "class:cql.string",
    "unclosedPgString": "class:cql.string",
    "quotedName": "class:cql.name",
    "unclosedName": "class:cql.name",
    "float": "class:cql.number",
    "wholenumber": "class:cql.number",
    "uuid": "class:cql.number",
    "blobLiteral": "class:cql.number",
    "unclosedComment": "class:cql.comment",
    "endtoken": "class:cql.end",
    STRAY: "class:cql.stray",
}
KEYWORD, COMMENT = "class:cql.keyword", "class:cql.comment"


class Highlighter(Lexer):
    """prompt_toolkit's lexer, on cqlsh's: asked for a document, it colours only the lines that are looked at."""

    def __init__(self, language: Language, lines: Lines) -> None:
        self._language = language
        self._lines = lines
        self._draw: Callable[[str, str], StyleAndTextTuples] = lru_cache(LINES_KEPT)(self._fragments)

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """Return a function that gives a line's fragments by the line's number."""
        texts = document.lines
        opening = self._lines.openings(texts)

        def get_line(number: int) -> StyleAndTextTuples:
            return self._draw(opening(number), texts[number]) if number < len(texts) else []

        return get_line

    def _fragments(self, opened: str, text: str) -> StyleAndTextTuples:
        fragments: StyleAndTextTuples = []
        end = 0
        for token in self._lines.line(opened, text).tokens:
            if token.start > end:
                fragments.append((_between(text[end : token.start]), text[end : token.start]))
            fragments.append((self._style(token), text[token.start : token.end]))
            end = token.end
        if end < len(text):
            fragments.append((_between(text[end:]), text[end:]))
        return fragments

    def _style(self, token: Token) -> str:
        if token.kind in {"identifier", "reserved_identifier"}:
            word = token.text.lower()
            return KEYWORD if word in self._language.reserved or word in self._language.words else ""
        return STYLES.get(token.kind, "")


def _between(text: str) -> str:
    """Return the style of what is between two tokens: white space or a comment."""
    return COMMENT if re.search(r"\S", text) else ""
