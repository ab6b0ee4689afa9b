"""cqlsh-ext with 1,000 tables in the keyspace `many` of the schema that the driver has, for typing_keys.py."""

import sys
from typing import Any

from cassandra.metadata import ColumnMetadata, KeyspaceMetadata, TableMetadata

from cqlsh_ext.shell import run
from cqlsh_ext.shell.shell import Shell
from cqlsh_ext.start import main

TABLES = 1_000
COLUMNS = {
    "id": "uuid",
    "day": "date",
    "name": "text",
    "tags": "set<text>",
    "payload": "blob",
    "updated_at": "timestamp",
}


def many_tables() -> KeyspaceMetadata:
    """Return a keyspace of many tables, as the driver keeps one."""
    keyspace = KeyspaceMetadata("many", durable_writes=True, strategy_class="SimpleStrategy", strategy_options={})
    for number in range(TABLES):
        name = f"customer_orders_{number:03}"
        columns = [ColumnMetadata(None, column, cql_type) for column, cql_type in COLUMNS.items()]
        keyspace.tables[name] = TableMetadata(
            "many", name, columns[:1], columns[1:2], {column.name: column for column in columns}
        )
    return keyspace


class ShellOfMany(Shell):
    """The shell, connected to a schema that is larger than the server's."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn.metadata.keyspaces["many"] = many_tables()
        self.current_keyspace = "many"
        self.reset_prompt()


run.Shell = ShellOfMany  # type: ignore[misc]
sys.exit(main())
