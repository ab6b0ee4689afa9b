"""CQL as the prompt sees it: cqlsh's own lexer and grammar, and the schema that the driver keeps."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from cqlsh_ext.commands import COMMANDS
from cqlsh_ext.prompt.language import STRAY, Candidate, Place, Token
from cqlsh_ext.shell.candidates import candidates
from cqlsh_ext.shell.ending import MARK, end_with_semicolons
from cqlsh_ext.shell.expecting import Grammar
from cqlsh_ext.shell.stock import cqlshmain, pylexotron

START, STOCK_START = "cqlshCommand", "stockCommand"
"""The rules that a statement matches, and one that is cqlsh's."""
Stock = tuple[str, str, tuple[int, int]]
"""A token as cqlsh's lexer gives it."""


class Cql:
    """The language of one shell, as `prompt.language.Language` describes it."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._rules = cqlshmain.cqlruleset
        self._grammar = Grammar(self._rules.ruleset)

    @cached_property
    def reserved(self) -> frozenset[str]:
        """Words, in lower case, that are no names."""
        return frozenset(cqlshmain.cassandra.metadata.cql_keywords_reserved)

    @cached_property
    def words(self) -> frozenset[str]:
        """Words of cqlsh's grammar, in lower case, that may be names as well, and the names of our commands."""
        rules = self._rules.ruleset
        words = {word.lower() for word in _words(rules, rules[STOCK_START], set()) if word.isidentifier()}
        return frozenset(words | {command.word.lower() for command in COMMANDS}) - self.reserved

    def lex(self, line: str) -> Sequence[Token]:
        """Return the tokens of one line; what is behind a character that cqlsh does not know is one stray token."""
        try:
            ended = end_with_semicolons(line)
            return [_token(kind, line, span, ended.vertical) for kind, _, span in self._rules.lex(ended.text)]
        except pylexotron.LexingError as error:
            stray = error.charnum - 1
            return [*self.lex(line[:stray]), Token(STRAY, line[stray:], stray, len(line))]

    def is_complete(self, text: str) -> bool:
        """Tell as stock does whether the text can be run; what cannot be lexed can, which tells what is wrong."""
        try:
            statements, unfinished = self._rules.cql_split_statements(f"{end_with_semicolons(text).text}\n")
        except pylexotron.LexingError:
            return True
        tokens = next((statement for statement in reversed(statements) if statement), None)
        return tokens is None or (not unfinished and tokens[-1][0] == "endtoken")

    def candidates(self, place: Place) -> Sequence[Candidate]:
        """Return all that may stand at a place."""
        tokens: list[Stock] = [(token.kind, token.text, (token.start, token.end)) for token in place.tokens]
        bindings = {
            "cassandra_conn": self._shell,
            "partial": (place.folder or "").replace("''", "'"),
            "*LASTTYPE*": "unclosedString",
        }
        statement = _last_statement(self._rules.cql_massage_tokens(tokens))
        expected = self._grammar.expected(START, statement, place.before, bindings)
        return candidates(expected, self._shell, place)


def _token(kind: str, line: str, span: tuple[int, int], marks: frozenset[int]) -> Token:
    """Return a token as it stands in its line, where a mark is longer than the semicolon that it was lexed as."""
    start, end = span
    end += len(MARK) - 1 if start in marks else 0
    return Token(kind, line[start:end], start, end)


def _last_statement(tokens: list[Stock]) -> list[Stock]:
    """Return the tokens behind the last end of a statement; a batch is one statement up to its APPLY."""
    start = part = 0
    in_batch = False
    for number, token in enumerate(tokens):
        if token[0] != "endtoken":
            continue
        if number - part > 1:
            if tokens[number - 2][1].upper() == "APPLY":
                in_batch = False
            elif tokens[part][1].upper() == "BEGIN":
                in_batch = True
        part = number + 1
        if not in_batch:
            start = part
    return tokens[start:]


def _words(rules: Mapping[Any, Any], node: Any, seen: set[str]) -> Iterator[str]:
    """Give the words that a part of a rule is spelled with, and those of the rules in it that were not seen yet."""
    if isinstance(node, list):
        for each in node:
            yield from _words(rules, each, seen)
    elif isinstance(node, pylexotron.RuleReference):
        if node.arg not in seen:
            seen.add(node.arg)
            yield from _words(rules, rules[node.arg], seen)
    elif isinstance(node, pylexotron.TextMatch):
        yield node.arg
    elif isinstance(node, pylexotron.TerminalTypeMatcher):
        yield from _words(rules, node.submatcher, seen)
    elif not isinstance(node, pylexotron.RegexRule):
        yield from _words(rules, node.arg, seen)
