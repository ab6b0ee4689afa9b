"""The shell on Amazon Keyspaces: waits for the schema, sends throttled statements again, says what to do."""

from typing import Any, ClassVar

from cqlsh_ext.keyspaces.settings import Statements
from cqlsh_ext.shell.describing import DescribingShell


class KeyspacesShell(DescribingShell):
    """Stock's shell on Apache Cassandra; on Amazon Keyspaces one that knows its ways."""

    statements: ClassVar[Statements]

    @property
    def session(self) -> Any:
        """The driver's session, or what stands for it on Amazon Keyspaces."""
        return self._session

    @session.setter
    def session(self, session: Any) -> None:
        if self.on_keyspaces:
            from cqlsh_ext.shell.patience import PatientSession  # noqa: PLC0415 - of no use elsewhere
            from cqlsh_ext.shell.refusals import Refusals  # noqa: PLC0415

            session = PatientSession(session, Refusals(self).advise)
        self._session = session

    def perform_simple_statement(self, statement: Any) -> tuple[bool, Any]:
        """Carry out a statement as stock does; on Amazon Keyspaces come back when it is done."""
        success, future = super().perform_simple_statement(statement)
        if success and self.on_keyspaces and not self.statements.no_wait:
            from cqlsh_ext.keyspaces.schema_change import find_schema_change  # noqa: PLC0415 - of no use elsewhere
            from cqlsh_ext.shell.schema_wait import wait_for  # noqa: PLC0415

            change = find_schema_change(statement.query_string, self.current_keyspace)
            if change is not None:
                wait_for(change, self.session, self.conn, self.statements.wait)
        return success, future
