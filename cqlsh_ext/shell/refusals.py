"""What to do about statements that Amazon Keyspaces refuses."""

from typing import Any

from cqlsh_ext.keyspaces.advice import ROW_TOO_LARGE, advise
from cqlsh_ext.keyspaces.row_advice import explain_row
from cqlsh_ext.keyspaces.row_size import Table
from cqlsh_ext.shell.patience import REFUSALS
from cqlsh_ext.shell.table_facts import sizing_of


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
        return sizing_of(self._shell, known.tables[name])
