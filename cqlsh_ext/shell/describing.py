"""DESCRIBE on servers that do not answer it themselves: those before 4.0, Amazon Keyspaces among them."""

from collections.abc import Mapping
from typing import Any

from cassandra import DriverException

from cqlsh_ext.describe.answer import Describer, NotDescribed
from cqlsh_ext.describe.request import LISTS, Request, parse
from cqlsh_ext.describe.statements import TableText, plain_table_text
from cqlsh_ext.describe.version import knows_describe
from cqlsh_ext.errors import UsageError
from cqlsh_ext.keyspaces.table_text import UNKNOWN, TableState, table_text
from cqlsh_ext.shell.connected import ConnectedShell
from cqlsh_ext.shell.stock import cqlshmain

STATES = "SELECT keyspace_name, table_name, status, custom_properties FROM system_schema_mcs.tables"
TableStates = dict[tuple[str, str], TableState]
UNTOLD = "not told to clients"
CASSANDRA_PARTITIONERS = "org.apache.cassandra.dht."


class DescribingShell(ConnectedShell):
    """A shell that describes what an older server cannot."""

    def do_describe(self, parsed: Any) -> None:
        """Describe as stock does, or from the driver's metadata."""
        if knows_describe(self.connection_versions["build"]):
            super().do_describe(parsed)
            return
        request = parse([word for kind, word, _ in parsed.matched[1:] if kind != "endtoken"])
        if request.what == "cluster":
            self.describe_cluster([self._cluster()])
        elif request.what == "keyspaces":
            self.describe_keyspaces([{"name": name} for name in self._describer(request).keyspace_names()])
        elif request.what in LISTS:
            members = self._describer(request).members(request.what)
            self.describe_list([{"keyspace_name": keyspace, "name": name} for keyspace, name in members])
        else:
            self.describe_element([{"create_statement": text} for text in self._statements(request)])

    do_describe.__doc__ = cqlshmain.Shell.do_describe.__doc__  # HELP shows it
    do_desc = do_describe

    def _statements(self, request: Request) -> list[str]:
        """Return what is asked for; what is not known yet is looked for once more, in the schema as it is now."""
        try:
            return list(self._describer(request).statements(request))
        except NotDescribed:
            if not request.name and not request.keyspace:
                raise
            self.conn.refresh_schema_metadata()
        return list(self._describer(request).statements(request))

    def _describer(self, request: Request) -> Describer:
        return Describer(self.conn.metadata.keyspaces, self.current_keyspace, self._table_text(request))

    def _table_text(self, request: Request) -> TableText:
        if not self.on_keyspaces:
            if request.internals:
                raise UsageError("DESCRIBE ... WITH INTERNALS needs Cassandra 4.0")
            return plain_table_text
        states: TableStates | None = None

        def text(table: Any) -> str:
            nonlocal states
            states = self._told_table_states() if states is None else states
            state = states.get((table.keyspace_name, table.name), UNKNOWN)
            return table_text(table, state, internals=request.internals)

        return text

    def _told_table_states(self) -> TableStates:
        try:
            return self._table_states()
        except DriverException as error:
            self.printerr(f"Status and custom properties are left out, as system_schema_mcs cannot be read: {error}")
            return {}

    def table_state(self, keyspace: str, name: str) -> TableState:
        """Return what Amazon Keyspaces tells of one table; nothing where that cannot be read."""
        try:
            return self._table_states().get((keyspace, name), UNKNOWN)
        except DriverException:
            return UNKNOWN

    def _table_states(self) -> TableStates:
        """Return what Amazon Keyspaces tells of tables beyond their schema; raises DriverException."""
        rows = self.session.execute(STATES)
        return {(row["keyspace_name"], row["table_name"]): _state(row) for row in rows}

    def _cluster(self) -> dict[str, Any]:
        """Return what a client knows; not who owns what on Amazon Keyspaces, whose peers are no nodes."""
        partitioner = (self.get_partitioner() or UNTOLD).removeprefix(CASSANDRA_PARTITIONERS)
        row = {"cluster": self.get_cluster_name(), "partitioner": partitioner, "snitch": UNTOLD}
        if self.on_keyspaces or not self.current_keyspace or self.conn.metadata.token_map is None:
            return row
        ring = self.get_ring(self.current_keyspace).items()
        return {**row, "range_ownership": {token.value: [host.address for host in hosts] for token, hosts in ring}}


def _state(row: Mapping[str, Any]) -> TableState:
    return TableState(row["status"], row["custom_properties"] or {})
