"""Dictionaries in the rows of a table."""

from collections.abc import Iterable, Mapping
from typing import Any

from cqlsh_ext.commands.columns import find_column
from cqlsh_ext.commands.command import Parsed, Shell
from cqlsh_ext.dictionaries import LARGEST_TOGETHER, MOST, Dictionary
from cqlsh_ext.errors import UsageError

BLOBS = ("blob",)
INTEGERS = ("tinyint", "smallint", "int", "bigint", "varint")
PAGE_SIZE = 4
"""Rows that the server may send at once: so many of the largest dictionaries fit into memory."""


def read_table(shell: Shell, parsed: Parsed) -> tuple[str, list[Dictionary]]:
    """Return the name of the statement's table and the dictionaries in it; raises UsageError."""
    keyspace, table, columns = _table(shell, parsed)
    source = f"{keyspace}.{table}"
    content = _named(shell, parsed, "bytes", BLOBS) or _only_blob(source, columns)
    number = _named(shell, parsed, "ids", INTEGERS)
    names = ", ".join(_quoted(name) for name in (content, number) if name)
    found = []
    left = LARGEST_TOGETHER
    statement = f"SELECT {names} FROM {_quoted(keyspace)}.{_quoted(table)}"  # noqa: S608 - the names are quoted
    for count, row in enumerate(shell.select(statement, MOST + 1, PAGE_SIZE), 1):
        data = row.values[content]
        left -= len(data or b"")
        if count > MOST or left < 0:
            raise UsageError(f"{source} has more than {MOST:,} rows, or than {LARGEST_TOGETHER:,} bytes in {content}")
        if data:
            found.append(Dictionary(data, source, row.values[number] if number else None))
    if not found:
        raise UsageError(f"{source} holds no dictionary: there is nothing in {content}")
    return source, found


def complete_bytes(parsed: Parsed, shell: Shell) -> Iterable[str]:
    """Name the columns that may hold dictionaries."""
    return _of_type(_table(shell, parsed)[2], BLOBS)


def complete_ids(parsed: Parsed, shell: Shell) -> Iterable[str]:
    """Name the columns that may hold numbers."""
    return _of_type(_table(shell, parsed)[2], INTEGERS)


def _table(shell: Shell, parsed: Parsed) -> tuple[str, str, Mapping[str, Any]]:
    return shell.table(parsed.get_binding("ksname"), parsed.get_binding("cfname"))


def _of_type(columns: Mapping[str, Any], types: Iterable[str]) -> list[str]:
    return [name for name, column in columns.items() if column.cql_type in types]


def _named(shell: Shell, parsed: Parsed, symbol: str, types: Iterable[str]) -> str | None:
    """Return the column that the statement names, None where it names none."""
    typed = parsed.get_binding(symbol)
    if typed is None:
        return None
    name = find_column(shell, parsed, typed).name
    found = _table(shell, parsed)[2][name].cql_type
    if found not in types:
        raise UsageError(f"the column {name} is of type {found}, where this takes {' or '.join(types)}")
    return name


def _only_blob(source: str, columns: Mapping[str, Any]) -> str:
    blobs = _of_type(columns, BLOBS)
    if len(blobs) == 1:
        return blobs[0]
    if not blobs:
        raise UsageError(f"{source} has no blob column")
    raise UsageError(f"{source} has several blob columns, {', '.join(blobs)}: name one, as in ({blobs[0]})")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
