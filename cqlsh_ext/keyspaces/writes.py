"""What an INSERT or UPDATE writes, as far as the statement itself tells."""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from cqlsh_ext.keyspaces.tokens import Kind, Token, clause, outside, split, tokenize

ASSIGNING = frozenset({"=", "+=", "-="})


class JsonValue(NamedTuple):
    """A value of INSERT JSON."""

    thing: Any


class Write(NamedTuple):
    """What one statement writes; names as the server spells them."""

    keyspace: str | None
    table: str
    values: dict[str, Sequence[Token] | JsonValue]
    """The values by column, those of the key among them."""
    is_update: bool
    """Whether the row may have more than this."""


def find_writes(statement: str) -> list[Write]:
    """Return what a statement writes, several for a batch; none for what cannot be read."""
    tokens = tokenize(statement)
    starts = [at for at, token in outside(tokens) if token.keyword in {"INSERT", "UPDATE", "DELETE"}]
    found = (_read(tokens[at:end]) for at, end in pairwise([*starts, len(tokens)]))
    return [write for write in found if write]


def _read(tokens: Sequence[Token]) -> Write | None:
    if tokens[0].keyword == "UPDATE":
        return _read_update(tokens)
    return _read_insert(tokens) if tokens[0].keyword == "INSERT" else None


def _read_insert(tokens: Sequence[Token]) -> Write | None:
    into = clause(tokens, "INTO", until=("(", "JSON")) or []
    document = clause(tokens, "JSON", until=("DEFAULT", "IF", "USING", ";"))
    values: dict[str, Sequence[Token] | JsonValue]
    if document:
        values = dict(_read_json(document[0]))
    else:
        names, terms = _groups(tokens)
        values = dict(zip((part[0].name for part in names if part), terms, strict=False))
    return _write(into, values, is_update=False)


def _groups(tokens: Sequence[Token]) -> tuple[list[list[Token]], list[list[Token]]]:
    """Return the columns and the terms of `(column, ...) VALUES (term, ...)`."""
    columns = clause(tokens, "(", until=(")",)) or []
    terms = clause(tokens, "VALUES", "(", until=(")",)) or []
    return split(columns, ","), split(terms, ",")


def _read_json(token: Token) -> Iterator[tuple[str, JsonValue]]:
    try:
        document = json.loads(token.content) if token.kind is Kind.STRING else {}
    except ValueError:
        return
    for name, thing in document.items() if isinstance(document, dict) else ():
        yield name[1:-1] if name.startswith('"') else name.lower(), JsonValue(thing)


def _read_update(tokens: Sequence[Token]) -> Write | None:
    target = clause(tokens, "UPDATE", until=("USING", "SET")) or []
    assignments = split(clause(tokens, "SET", until=("WHERE",)) or [], ",")
    relations = split(clause(tokens, "WHERE", until=("IF", ";")) or [], "AND")
    values: dict[str, Sequence[Token] | JsonValue] = {}
    for part in (*assignments, *relations):
        sign = next((at for at, token in outside(part) if token.keyword in ASSIGNING), None)
        if sign:
            values[part[0].name] = part[sign + 1 :]
    return _write(target, values, is_update=True)


def _write(target: Sequence[Token], values: dict[str, Sequence[Token] | JsonValue], *, is_update: bool) -> Write | None:
    names = [token.name for token in target if token.is_name]
    if not names or not values:
        return None
    return Write(names[0] if len(names) > 1 else None, names[-1], values, is_update)
