"""What to do about statements that Amazon Keyspaces refuses."""

from collections.abc import Mapping
from typing import Any

from cqlsh_ext.keyspaces.advice import ROW_TOO_LARGE, advise
from cqlsh_ext.keyspaces.row_advice import explain_row
from cqlsh_ext.keyspaces.row_size import Column, Role, Table
from cqlsh_ext.shell.patience import REFUSALS


class Refusals:
    """Knows the schema of one shell, which its advice is about."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    def advise(self, error: Exception, statement: str) -> str | None:
        """Return what to do about a statement that was refused, None where that is not known."""
        if not isinstance(error, REFUSALS):
            return None
        text = str(error)
        advice = explain_row(statement, self._find_table) if ROW_TOO_LARGE.search(text) else advise(text, statement)
        return advice and f"Hint: {advice}."

    def _find_table(self, keyspace: str | None, name: str) -> Table | None:
        """Return what is known of a table whose row is too large."""
        keyspace = keyspace or self._shell.current_keyspace
        known = self._shell.conn.metadata.keyspaces.get(keyspace)
        if keyspace is None or known is None or name not in known.tables:
            return None
        properties = self._shell.table_state(keyspace, name).properties
        maps = {name: value for name, value in properties.items() if isinstance(value, Mapping)}
        enabled = {name for name, value in maps.items() if value.get("status") == "enabled"}
        return Table(_columns(known.tables[name]), "client_side_timestamps" in enabled, "ttl" in enabled)


def _columns(table: Any) -> dict[str, Column]:
    """Return the columns of the driver's metadata of a table."""
    roles = {column.name: Role.STATIC if column.is_static else Role.REGULAR for column in table.columns.values()}
    roles |= {column.name: Role.PARTITION for column in table.partition_key}
    roles |= {column.name: Role.CLUSTERING for column in table.clustering_key}
    return {name: Column(str(column.cql_type), roles[name]) for name, column in table.columns.items()}
