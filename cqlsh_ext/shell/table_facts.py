"""What the driver's metadata tells of a table."""

from collections.abc import Mapping
from typing import Any

from cqlsh_ext.keyspaces.row_size import Column, Role, Table
from cqlsh_ext.ratio.table import TableFacts

BLOB = "blob"


def facts_of(shell: Any, keyspace: str, name: str) -> TableFacts:
    """Return what is known of a table or a view that is known to be there."""
    table = find_table(shell, keyspace, name)
    return TableFacts(
        keyspace,
        name,
        sizing_of(shell, table),
        [column.name for column in table.partition_key],
        [column.name for column in table.clustering_key],
        _blob_types(shell.conn.metadata.keyspaces[keyspace].user_types),
        {} if shell.on_keyspaces else _compression(table.options.get("compression") or {}),
        name in shell.conn.metadata.keyspaces[keyspace].views,
    )


def find_table(shell: Any, keyspace: str, name: str) -> Any:
    """Return the driver's metadata of a table or a view that is known to be there."""
    known = shell.conn.metadata.keyspaces[keyspace]
    return {**known.tables, **known.views}[name]


def sizing_of(shell: Any, table: Any) -> Table:
    """Return what the sizes of a table's rows depend on, with what Amazon Keyspaces tells beyond the schema."""
    properties = shell.table_state(table.keyspace_name, table.name).properties if shell.on_keyspaces else {}
    maps = {name: value for name, value in properties.items() if isinstance(value, Mapping)}
    enabled = {name for name, value in maps.items() if value.get("status") == "enabled"}
    return Table(_columns(table), "client_side_timestamps" in enabled, "ttl" in enabled)


def _columns(table: Any) -> dict[str, Column]:
    """Return the columns of the driver's metadata of a table."""
    roles = {column.name: Role.STATIC if column.is_static else Role.REGULAR for column in table.columns.values()}
    roles |= {column.name: Role.PARTITION for column in table.partition_key}
    roles |= {column.name: Role.CLUSTERING for column in table.clustering_key}
    return {name: Column(str(column.cql_type), roles[name]) for name, column in table.columns.items()}


def _compression(options: Mapping[str, str]) -> dict[str, str]:
    return {} if options.get("enabled", "true").lower() == "false" else dict(options)


def _blob_types(user_types: Mapping[str, Any]) -> set[str]:
    """Return the names of the types that hold blobs, however deep."""
    found = {BLOB}
    grows = True
    while grows:
        more = {name for name, each in user_types.items() if any(_mentions(kind, found) for kind in each.field_types)}
        grows = not more <= found
        found |= more
    return found


def _mentions(kind: str, names: set[str]) -> bool:
    return not names.isdisjoint(kind.replace("<", " ").replace(">", " ").replace(",", " ").split())
