"""`system_schema`: the schema of the real Cassandra in the shape of 3.11, with the service's own options."""

import uuid

from .identity import SPACE, nothing
from .virtual import VirtualTable

SCHEMA = "system_schema"
HIDDEN = frozenset({"system_auth", "system_distributed", "system_traces", "system_views", "system_virtual_schema"})
"""Keyspaces of Cassandra that the service does not have."""
SYSTEM_KEYSPACES = ("system", SCHEMA, "system_schema_mcs", "system_multiregion_info")
"""The service's own, all read-only."""
REPLICATION = {"class": "org.apache.cassandra.locator.SimpleStrategy", "replication_factor": "3"}
"""How the service shows the replication of a keyspace in a single region."""

KEYSPACES = {"keyspace_name": "text", "durable_writes": "boolean", "replication": "frozen<map<text, text>>"}
TABLE_OPTIONS = {
    "bloom_filter_fp_chance": 0.01,
    "caching": {"class": "com.amazonaws.cassandra.DefaultCaching"},
    "comment": "",
    "compaction": {"class": "com.amazonaws.cassandra.DefaultCompaction"},
    "compression": {"class": "com.amazonaws.cassandra.DefaultCompression"},
    "crc_check_chance": 1.0,
    "dclocal_read_repair_chance": 0.0,
    "default_time_to_live": 0,
    "extensions": {},
    "flags": ["compound"],
    "gc_grace_seconds": 7776000,
    "max_index_interval": 2048,
    "memtable_flush_period_in_ms": 3600000,
    "min_index_interval": 128,
    "read_repair_chance": 0.0,
    "speculative_retry": "99PERCENTILE",
}
"""What a table of the service shows, whatever was asked for."""
KEPT_OPTIONS = ("comment", "default_time_to_live", "flags", "id")
"""What it shows as the table has it."""
TABLES_COLUMNS = {
    "keyspace_name": "text",
    "table_name": "text",
    "bloom_filter_fp_chance": "double",
    "caching": "frozen<map<text, text>>",
    "cdc": "boolean",
    "comment": "text",
    "compaction": "frozen<map<text, text>>",
    "compression": "frozen<map<text, text>>",
    "crc_check_chance": "double",
    "dclocal_read_repair_chance": "double",
    "default_time_to_live": "int",
    "extensions": "frozen<map<text, blob>>",
    "flags": "frozen<set<text>>",
    "gc_grace_seconds": "int",
    "id": "uuid",
    "max_index_interval": "int",
    "memtable_flush_period_in_ms": "int",
    "min_index_interval": "int",
    "read_repair_chance": "double",
    "speculative_retry": "text",
}
COLUMNS = {
    "keyspace_name": "text",
    "table_name": "text",
    "column_name": "text",
    "clustering_order": "text",
    "column_name_bytes": "blob",
    "kind": "text",
    "position": "int",
    "type": "text",
}
TYPES = {
    "keyspace_name": "text",
    "type_name": "text",
    "field_names": "frozen<list<text>>",
    "field_types": "frozen<list<text>>",
}
EMPTY = {
    "functions": {"keyspace_name": "text", "function_name": "text", "argument_types": "frozen<list<text>>"},
    "aggregates": {"keyspace_name": "text", "aggregate_name": "text", "argument_types": "frozen<list<text>>"},
    "triggers": {"keyspace_name": "text", "table_name": "text", "trigger_name": "text"},
    "indexes": {"keyspace_name": "text", "table_name": "text", "index_name": "text"},
    "views": {"keyspace_name": "text", "view_name": "text"},
}
"""Tables that clients of 3.11 read, and in which the service has nothing."""


def is_user(keyspace):
    """Tell whether a keyspace of Cassandra belongs to the account."""
    return keyspace not in HIDDEN and keyspace not in SYSTEM_KEYSPACES


async def stored(view, table):
    """Return the rows of a table of Cassandra's `system_schema` that belong to the account."""
    rows = await view.backend.rows(f"SELECT * FROM system_schema.{table}")
    return [row for row in rows if is_user(row["keyspace_name"])]


async def every_keyspace(view):
    """Return keyspaces whether or not they are ready."""
    rows = [
        {**row, "replication": view.catalog.replication.get(row["keyspace_name"], REPLICATION)}
        for row in await stored(view, "keyspaces")
    ]
    system = ({"keyspace_name": name, "replication": REPLICATION} for name in SYSTEM_KEYSPACES)
    return [*({"durable_writes": True} | row for row in system), *rows]


async def every_table(view):
    """Return tables whether or not they are ready."""
    rows = [
        TABLE_OPTIONS | {name: row[name] for name in ("keyspace_name", "table_name", *KEPT_OPTIONS)}
        for row in await stored(view, "tables")
    ]
    return [*(describe(table) for table in view.tables), *rows]


def describe(table):
    """Return the row of a virtual table."""
    name = f"{table.keyspace}.{table.name}"
    names = {"keyspace_name": table.keyspace, "table_name": table.name}
    return TABLE_OPTIONS | names | {"id": uuid.uuid5(SPACE, name)}


async def keyspaces(view):
    """Return the keyspaces that are ready."""
    return [row for row in await every_keyspace(view) if view.catalog.shows("KEYSPACE", row["keyspace_name"])]


async def tables(view):
    """Return the tables that are ready."""
    return [
        row for row in await every_table(view) if view.catalog.shows("TABLE", row["keyspace_name"], row["table_name"])
    ]


async def columns(view):
    """Return the columns of the tables that are ready."""
    rows = [row for row in await stored(view, "columns") if view.catalog.shows_column(row)]
    return [*(row for table in view.tables for row in describe_columns(table)), *rows]


def describe_columns(table):
    """Return the rows of the columns of a virtual table."""
    for name, kind in table.texts.items():
        place = table.key.index(name) if name in table.key else -1
        yield {
            "keyspace_name": table.keyspace,
            "table_name": table.name,
            "column_name": name,
            "clustering_order": "asc" if place > 0 else "none",
            "column_name_bytes": name.encode(),
            "kind": "partition_key" if place == 0 else "clustering" if place > 0 else "regular",
            "position": max(place - 1, 0) if place >= 0 else -1,
            "type": kind,
        }


async def types(view):
    """Return the user-defined types that are ready."""
    rows = await stored(view, "types")
    return [row for row in rows if view.catalog.shows("TYPE", row["keyspace_name"], row["type_name"])]


TABLES = (
    VirtualTable(SCHEMA, "keyspaces", KEYSPACES, ("keyspace_name",), keyspaces),
    VirtualTable(SCHEMA, "tables", TABLES_COLUMNS, ("keyspace_name", "table_name"), tables),
    VirtualTable(SCHEMA, "columns", COLUMNS, ("keyspace_name", "table_name", "column_name"), columns),
    VirtualTable(SCHEMA, "types", TYPES, ("keyspace_name", "type_name"), types),
    *(VirtualTable(SCHEMA, name, columns, tuple(columns), nothing) for name, columns in EMPTY.items()),
)
