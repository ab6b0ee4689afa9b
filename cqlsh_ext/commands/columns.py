"""Columns as statements name them: `[keyspace.]table.column`."""

from collections.abc import Iterable

from cqlsh_ext.commands.command import Parsed, Shell
from cqlsh_ext.errors import UsageError
from cqlsh_ext.settings import Column


def find_column(shell: Shell, parsed: Parsed, typed: str) -> Column:
    """Return the column of the statement's table that is called as typed; raises UsageError."""
    keyspace, table, columns = shell.table(parsed.get_binding("ksname"), parsed.get_binding("cfname"))
    name = shell.unquote(typed)
    if name not in columns:
        raise UsageError(f"the table {keyspace}.{table} has no column {name!r}: it has {', '.join(columns)}")
    return Column(keyspace, table, name)


def complete_column(parsed: Parsed, shell: Shell) -> Iterable[str]:
    """Name the columns of the statement's table."""
    return list(shell.table(parsed.get_binding("ksname"), parsed.get_binding("cfname"))[2])
