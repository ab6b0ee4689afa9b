"""CQL cut into tokens: just enough of the language to tell what a statement does, and to whom."""

import re
from typing import NamedTuple

from .errors import SyntaxFault

PATTERN = re.compile(
    r"""
    (?P<skip>\s+ | --[^\n]* | //[^\n]* | /\*.*?\*/)
    | (?P<string>'[^']*(?:''[^']*)*' | \$\$.*?\$\$)
    | (?P<quoted>"[^"]*(?:""[^"]*)*")
    | (?P<uuid>[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})
    | (?P<blob>0[xX][0-9a-fA-F]*)
    | (?P<number>-?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?)
    | (?P<word>[A-Za-z][A-Za-z0-9_]*)
    | (?P<marker>\?|:[A-Za-z][A-Za-z0-9_]*)
    | (?P<sign><=|>=|!=|\+=|-=|.)
    """,
    re.VERBOSE | re.DOTALL,
)
BRACKETS = {"(": ")", "[": "]", "{": "}"}


class Token(NamedTuple):
    """A token: what it is, its text as written, and where it starts."""

    kind: str
    text: str
    start: int

    @property
    def keyword(self):
        """The text in capitals if it can be a keyword, else empty."""
        return self.text.upper() if self.kind == "word" else ""

    @property
    def name(self):
        """The name that it stands for as an identifier."""
        if self.kind == "quoted":
            return self.text[1:-1].replace('""', '"')
        return self.text.lower()

    @property
    def content(self):
        """The content of a string."""
        if self.text.startswith("$$"):
            return self.text[2:-2]
        return self.text[1:-1].replace("''", "'")

    @property
    def is_name(self):
        """Whether it can be an identifier."""
        return self.kind in {"word", "quoted"}

    @property
    def end(self):
        """Where it ends."""
        return self.start + len(self.text)


def no_alternative(token):
    """Return the error for a token, or the end, where CQL has something else."""
    place, word = (f"1:{token.start}", token.text) if token else ("0:-1", "<EOF>")
    return SyntaxFault(f"line {place} no viable alternative at input '{word}'")


def tokenize(text):
    """Return the tokens of CQL."""
    found = PATTERN.finditer(text)
    return [Token(match.lastgroup, match[0], match.start()) for match in found if match.lastgroup != "skip"]


def split(tokens, separator):
    """Split tokens at a separator, a sign or a keyword, that stands outside all brackets."""
    parts, depth = [[]], 0
    for token in tokens:
        if token.kind == "sign":
            depth += (token.text in "([{") - (token.text in ")]}")
        if not depth and separator in {token.keyword, token.text}:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


class Cursor:
    """Walks over tokens."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.at = 0

    @property
    def left(self):
        """The tokens that are left."""
        return self.tokens[self.at :]

    def peek(self):
        """Return the next token, or None at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, *words):
        """Step over these keywords and signs if they come next, and tell whether they did."""
        coming = self.tokens[self.at : self.at + len(words)]
        if len(coming) < len(words) or any(
            word not in {t.keyword, t.text} for word, t in zip(words, coming, strict=True)
        ):
            return False
        self.at += len(words)
        return True

    def next(self):
        """Step over one token and return it."""
        token = self.peek()
        if token is None:
            raise no_alternative(token)
        self.at += 1
        return token

    def name(self):
        """Step over an identifier and return the name that it stands for."""
        token = self.next()
        if not token.is_name:
            raise no_alternative(token)
        return token.name

    def qualified(self):
        """Step over `[keyspace.]name` and return the two, the first as None where it is not there."""
        first = self.name()
        return (first, self.name()) if self.take(".") else (None, first)

    def group(self):
        """Step over a group in brackets and return the tokens inside."""
        opening = self.next()
        closing = BRACKETS.get(opening.text)
        if closing is None:
            raise no_alternative(opening)
        depth, start = 1, self.at
        while depth:
            token = self.next()
            if token.kind == "sign":
                depth += (token.text == opening.text) - (token.text == closing)
        return self.tokens[start : self.at - 1]

    def groups(self):
        """Step over a group in brackets and return its parts between commas, none of them empty."""
        parts = split(self.group(), ",")
        if not all(parts) and len(parts) > 1:
            raise no_alternative(self.tokens[self.at - 1])
        return parts if parts[0] else []

    def until(self, *words):
        """Step over all tokens outside of brackets up to one of these keywords or signs, or the end."""
        depth, start = 0, self.at
        while (token := self.peek()) is not None:
            if not depth and not set(words).isdisjoint({token.keyword, token.text}):
                break
            if token.kind == "sign":
                depth += (token.text in "([{") - (token.text in ")]}")
            self.at += 1
        return self.tokens[start : self.at]
