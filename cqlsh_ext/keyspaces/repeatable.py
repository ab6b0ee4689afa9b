"""Whether a statement can be sent again without changing more than once would; in doubt it cannot."""

import re
from collections.abc import Sequence
from itertools import pairwise

from cqlsh_ext.keyspaces.tokens import Kind, Token, clause, outside, split, tokenize

PURE_FUNCTION = re.compile(r"[a-z]+_?as_?blob|blob_?as_?[a-z]+|from_?json|to_?(date|timestamp|unix_?timestamp)|token")
"""Functions that give the same for the same."""
BEFORE_BRACKETS = frozenset({"VALUES", "IN", "AND", "WHERE", "SET", "JSON", "KEY"})
"""Keywords that brackets may follow and that call nothing."""
CONSTANTS = frozenset({"true", "false", "null", "nan", "infinity"})
ASSIGN = Token(Kind.SIGN, "=")
ASSIGNING = frozenset({"=", "+=", "-="})


def why_not_repeatable(statement: str) -> str | None:
    """Return what speaks against sending a statement again, None if nothing does."""
    return _why_not(tokenize(statement))


def _why_not(tokens: Sequence[Token]) -> str | None:
    verb = tokens[0].keyword if tokens else ""
    if verb in {"SELECT", "USE"}:
        return None
    if verb == "BEGIN":
        return _why_not_batch(tokens)
    if verb not in {"INSERT", "UPDATE", "DELETE"}:
        return f"{verb or 'it'} may not be carried out twice"
    return _why_not_write(verb, tokens)


def _why_not_write(verb: str, tokens: Sequence[Token]) -> str | None:
    if any(token.keyword == "IF" for _, token in outside(tokens)):
        return "it has a condition (IF)"
    if called := _impure_function(tokens):
        return f"{called}() gives something else each time"
    if verb == "UPDATE":
        return _why_not_update(tokens)
    if verb == "DELETE" and any(token.keyword == "[" for token in _until(tokens, "FROM")):
        return "it deletes an element by its place"
    return None


def _why_not_batch(tokens: Sequence[Token]) -> str | None:
    if tokens[1:] and tokens[1].keyword == "COUNTER":
        return "it counts"
    starts = [at for at, token in outside(tokens) if at and token.keyword in {"INSERT", "UPDATE", "DELETE"}]
    return next(filter(None, (_why_not(tokens[at:end]) for at, end in pairwise([*starts, len(tokens)]))), None)


def _why_not_update(tokens: Sequence[Token]) -> str | None:
    for assignment in split(clause(tokens, "SET", until=("WHERE",)) or [], ","):
        sign = next((at for at, token in enumerate(assignment) if token.keyword in ASSIGNING), len(assignment))
        if any(token.keyword == "[" for token in assignment[:sign]):
            return "it sets an element by its place"
        if assignment[sign : sign + 1] != [ASSIGN] or _names_a_column(assignment[sign + 1 :]):
            return "it adds to what is stored"
    return None


def _names_a_column(term: Sequence[Token]) -> bool:
    """Tell whether a term refers to a column: `x + 1`, `[1] + x`; fields of a user-defined type are in brackets."""
    for at, token in outside(term):
        called = at + 1 < len(term) and term[at + 1].keyword == "("
        if token.is_name and not called and (token.kind is Kind.QUOTED or token.name not in CONSTANTS):
            return True
    return any(token.keyword in {"+", "-"} for _, token in outside(term))


def _impure_function(tokens: Sequence[Token]) -> str | None:
    """Return the name of the first function that is called and may give something else each time."""
    body = tokens
    if tokens[0].keyword == "INSERT":
        body = clause(tokens, "VALUES") or clause(tokens, "JSON") or []
    for token, following in pairwise(body):
        if not token.is_name or following.keyword != "(" or token.keyword in BEFORE_BRACKETS:
            continue
        if not PURE_FUNCTION.fullmatch(token.name):
            return token.name
    return None


def _until(tokens: Sequence[Token], keyword: str) -> Sequence[Token]:
    end = next((at for at, token in outside(tokens) if token.keyword == keyword), len(tokens))
    return tokens[:end]
