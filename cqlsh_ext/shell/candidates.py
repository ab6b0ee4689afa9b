"""What the grammar expects, made into candidates: written as they are to be typed, and each with what it is."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from cassandra.metadata import maybe_escape_name

from cqlsh_ext.prompt.language import KEYWORD, Candidate, Place
from cqlsh_ext.shell.functions import FUNCTIONS
from cqlsh_ext.shell.stock import pylexotron
from cqlsh_ext.shell.walking import Bindings, Expected

NOTES = {
    "cfname": "table",
    "codecs": "codec",
    "fname": "file",
    "functionname": "function",
    "idxname": "index",
    "ksname": "keyspace",
    "mvname": "materialized view",
    "name": "user",
    "newpermission": "permission",
    "optnames": "option",
    "propmapkey": "option",
    "propname": "property",
    "role": "role",
    "token": "function",
    "topic": "help topic",
    "triggername": "trigger",
    "typename": "type",
    "udaname": "aggregate",
    "udfname": "function",
    "udt_field": "field",
    "utname": "type",
}
"""What stands for a symbol of cqlsh's grammar."""
COLUMNS = frozenset(
    {"col", "colname", "colnames", "column", "delcol", "existcol", "groupcol", "listcol", "ordercol", "rel_lhs",
     "rel_tokname", "updatecol"}
)  # fmt: skip
"""The symbols that columns stand for."""
SELECTED = "<colname>"
"""Stock's hint where columns are selected: their table comes later, if it has been typed at all."""
NAME = r'"(?:[^"]|"")+"|\w+'
FROM = re.compile(rf"\bFROM\s+({NAME})(?:\s*\.\s*({NAME}))?", re.IGNORECASE)


def candidates(expected: Iterable[Expected], shell: Any, place: Place) -> list[Candidate]:
    """Return the candidates, names before functions before words of the grammar, each of them once."""
    found: dict[str, Candidate] = {}
    for each in expected:
        for candidate in _candidates(each, shell, place):
            found.setdefault(candidate.text or candidate.hint, candidate)
    return sorted(found.values(), key=_order)


def _order(candidate: Candidate) -> tuple[bool, bool, bool, str]:
    note = candidate.note
    return note == KEYWORD, note == NOTES["functionname"], candidate.text.startswith("'."), candidate.text


def _candidates(expected: Expected, shell: Any, place: Place) -> Iterator[Candidate]:
    if isinstance(expected.text, pylexotron.Hint):
        if expected.text.text == SELECTED:
            yield from _selectable(shell, place)
        else:
            yield Candidate("", "", expected.text.text)
    elif expected.symbol == "fname":
        yield Candidate(_path(expected.text), "folder" if expected.text.endswith("/") else NOTES["fname"])
    elif re.search(r"\w", expected.text):
        yield Candidate(expected.text, _note(expected, shell))


def _note(expected: Expected, shell: Any) -> str:
    if not expected.symbol:
        return KEYWORD
    if expected.symbol in COLUMNS:
        return _column_note(_table(expected.bindings, shell), shell.cql_unprotect_name(expected.text))
    return NOTES.get(expected.symbol, "")


def _table(bindings: Bindings, shell: Any) -> Any:
    """Return the table that a statement is about; None where it is not known."""
    keyspace, table = (shell.cql_unprotect_name(bindings.get(symbol)) for symbol in ("ksname", "cfname"))
    return _find_table(keyspace, table, shell)


def _find_table(keyspace: str | None, table: str | None, shell: Any) -> Any:
    found = shell.conn.metadata.keyspaces.get(keyspace or shell.current_keyspace)
    return found and (found.tables.get(table) or found.views.get(table))


def _column_note(table: Any, name: str) -> str:
    """Write the type of a column, and which part of the key it is."""
    column = table and table.columns.get(name)
    if not column:
        return "column"
    roles = {
        "partition key": name in {key.name for key in table.partition_key},
        "clustering column": name in {key.name for key in table.clustering_key},
        "static": column.is_static,
    }
    return ", ".join([column.cql_type, *(role for role, has_it in roles.items() if has_it)])


def _selectable(shell: Any, place: Place) -> Iterator[Candidate]:
    """Give the functions, and the columns of the table that is named behind the cursor."""
    named = FROM.search(place.after.partition(";")[0])
    if named:
        first, second = (shell.cql_unprotect_name(name) for name in named.groups())
        table = _find_table(first if second else None, second or first, shell)
        for name in table.columns if table else ():
            yield Candidate(maybe_escape_name(name), _column_note(table, name))
    yield from (Candidate(f"{name}(", NOTES["functionname"]) for name in FUNCTIONS)


def _path(path: str) -> str:
    """Write a path as a string, which a folder leaves open."""
    return "'" + path.replace("'", "''") + ("" if path.endswith("/") else "'")
