"""Input that was read and not run yet: each line is lexed once, with the verdicts of stock cqlsh."""

import re
from collections.abc import Iterable
from enum import Enum, auto
from typing import Any

from cqlsh_ext.shell.ending import end_with_semicolons
from cqlsh_ext.shell.stock import pylexotron

Token = tuple[str, str, tuple[int, int]]
"""A token as cqlsh's lexer gives it: kind, text, and from where to where it goes."""

CLOSERS = {
    "unclosedString": re.compile(r"[^']*(?:''[^']*)*'(?!')"),
    "unclosedName": re.compile(r'[^"]*(?:""[^"]*)*"(?!")'),
    "unclosedPgString": re.compile(r".*?\$\$", re.DOTALL),
    "unclosedComment": re.compile(r".*?\*/", re.DOTALL),
}
"""How a line begins that closes what lines before it left open."""


class Verdict(Enum):
    """What stock cqlsh does with the input that is pending."""

    WAIT = auto()
    """It reads more."""
    DROP = auto()
    """It begins anew, as there is no statement."""
    RUN = auto()
    REFUSE = auto()
    """It tells what cannot be lexed, and begins anew."""


class Grouping:
    """Tokens put together to statements, as stock's `cql_split_statements` does."""

    def __init__(self, line_commands: Iterable[str]) -> None:
        self._line_commands = line_commands
        self._part: list[Token] = []
        self._in_batch = False
        self._ends_with_line = False
        self.statements: list[list[Token]] = []
        """What has ended; a batch is one statement."""

    def add(self, tokens: Iterable[Token]) -> None:
        """Add the tokens of some lines."""
        part = self._part
        for token in tokens:
            kind, text, place = token
            if kind == "endline":
                if not self._ends_with_line:
                    continue
                kind, token = "endtoken", ("endtoken", text, place)  # noqa: PLW2901 - as stock has it
            part.append(token)
            if kind == "endtoken":
                self._end_part()
                part = self._part
            elif len(part) == 1:
                self._ends_with_line = text.lower() in self._line_commands

    @property
    def verdict(self) -> Verdict:
        """What stock does if there is no more."""
        if self._part or self._in_batch:
            return Verdict.WAIT
        return Verdict.RUN if self.statements else Verdict.DROP

    def _end_part(self) -> None:
        part, self._part = self._part, []
        if self._in_batch:
            self.statements[-1].extend(part)
        else:
            self.statements.append(part)
        self._ends_with_line = False
        if len(part) > 2:
            if part[-3][1].upper() == "APPLY":
                self._in_batch = False
            elif part[0][1].upper() == "BEGIN":
                self._in_batch = True


class Pending:
    """The input since the last statement that was run."""

    def __init__(self, rules: Any) -> None:
        """Take stock's ruleset."""
        self._rules = rules
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        self.length = 0
        """Of the input, in characters."""
        self.verdict = Verdict.DROP
        self.statements: list[list[Token]] = []
        """What is to be run, where that is the verdict."""
        self._lines: list[str] = []
        self._closer: re.Pattern[str] | None = None
        self._rest: list[str] = []
        """The end of the input, which what follows may lex in another way."""
        self._grouping = Grouping(self._rules.commands_end_with_newline)

    @property
    def text(self) -> str:
        """The input."""
        return "".join(self._lines)

    def add(self, lines: str) -> Verdict:
        """Add one or more lines; return the verdict on all of the input."""
        self._lines.append(lines)
        self._rest.append(lines)
        self.length += len(lines)
        if self._closer is None or self._closer.match(lines):
            try:
                self.verdict = self._judge() if lines.endswith("\n") else self._judge_whole()
            except pylexotron.LexingError:
                self.verdict = Verdict.REFUSE
        return self.verdict

    def _judge(self) -> Verdict:
        """Lex the rest, and keep of it what may change: behind the end of a line, that is what is not closed alone."""
        rest = "".join(self._rest)
        tokens: list[Token] = self._rules.lex(end_with_semicolons(rest).text)
        self._closer = CLOSERS.get(tokens[-1][0]) if tokens else None
        firm = len(rest)
        if self._closer:
            tokens, firm = _drop_open(tokens)
        before = self.length - len(rest)
        self._rest = [rest[firm:]] if firm < len(rest) else []
        self._grouping.add(_move(tokens, before) if before else tokens)
        self.statements = self._grouping.statements
        return Verdict.WAIT if self._closer else self._grouping.verdict

    def _judge_whole(self) -> Verdict:
        """Ask stock, as this line is not at its end: what follows may lex all that is behind the last end of a line."""
        statements, unfinished = self._rules.cql_split_statements(end_with_semicolons(self.text).text)
        self._closer = None
        while statements and not statements[-1]:
            statements.pop()
        if not statements:
            return Verdict.DROP
        self.statements = statements
        return Verdict.WAIT if unfinished or statements[-1][-1][0] != "endtoken" else Verdict.RUN


def _drop_open(tokens: list[Token]) -> tuple[list[Token], int]:
    """Return all tokens but the open one, and where they end.

    `'it''s` is lexed as `'it'` and the open `'s`: what closes the one makes one of both.
    """
    *tokens, (_, _, (start, _)) = tokens
    if tokens and tokens[-1][2][1] == start:
        *tokens, (_, _, (start, _)) = tokens
    return tokens, start


def _move(tokens: Iterable[Token], by: int) -> Iterable[Token]:
    return ((kind, text, (start + by, end + by)) for kind, text, (start, end) in tokens)
