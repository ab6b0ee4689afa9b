"""The shell on Amazon Keyspaces: waits for the schema, sends throttled statements again, says what to do."""

from collections.abc import Mapping
from typing import Any, ClassVar

from cqlsh_ext.keyspaces.advice import ROW_TOO_LARGE, advise
from cqlsh_ext.keyspaces.row_advice import explain_row
from cqlsh_ext.keyspaces.row_size import Column, Role, Table
from cqlsh_ext.keyspaces.schema_change import find_schema_change
from cqlsh_ext.keyspaces.settings import Statements
from cqlsh_ext.shell.describing import DescribingShell
from cqlsh_ext.shell.patience import REFUSALS, PatientSession
from cqlsh_ext.shell.schema_wait import wait_for


class KeyspacesShell(DescribingShell):
    """Stock's shell on Apache Cassandra; on Amazon Keyspaces one that knows its ways."""

    statements: ClassVar[Statements]

    @property
    def session(self) -> Any:
        """The driver's session, or what stands for it on Amazon Keyspaces."""
        return self._session

    @session.setter
    def session(self, session: Any) -> None:
        self._session = PatientSession(session, self._advise) if self.on_keyspaces else session

    def perform_simple_statement(self, statement: Any) -> tuple[bool, Any]:
        """Carry out a statement as stock does; on Amazon Keyspaces come back when it is done."""
        success, future = super().perform_simple_statement(statement)
        if success and self.on_keyspaces and not self.statements.no_wait:
            change = find_schema_change(statement.query_string, self.current_keyspace)
            if change is not None:
                wait_for(change, self.session, self.conn, self.statements.wait)
        return success, future

    def _advise(self, error: Exception, statement: str) -> str | None:
        """Return what to do about a statement that was refused, None where that is not known."""
        if not isinstance(error, REFUSALS):
            return None
        text = str(error)
        advice = explain_row(statement, self._find_table) if ROW_TOO_LARGE.search(text) else advise(text, statement)
        return advice and f"Hint: {advice}."

    def _find_table(self, keyspace: str | None, name: str) -> Table | None:
        """Return what is known of a table whose row is too large."""
        keyspace = keyspace or self.current_keyspace
        known = self.conn.metadata.keyspaces.get(keyspace)
        if keyspace is None or known is None or name not in known.tables:
            return None
        properties = self.table_state(keyspace, name).properties
        maps = {name: value for name, value in properties.items() if isinstance(value, Mapping)}
        enabled = {name for name, value in maps.items() if value.get("status") == "enabled"}
        return Table(_columns(known.tables[name]), "client_side_timestamps" in enabled, "ttl" in enabled)


def _columns(table: Any) -> dict[str, Column]:
    """Return the columns of the driver's metadata of a table."""
    roles = {column.name: Role.STATIC if column.is_static else Role.REGULAR for column in table.columns.values()}
    roles |= {column.name: Role.PARTITION for column in table.partition_key}
    roles |= {column.name: Role.CLUSTERING for column in table.clustering_key}
    return {name: Column(str(column.cql_type), roles[name]) for name, column in table.columns.items()}
