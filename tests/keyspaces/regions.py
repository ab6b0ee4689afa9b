"""`system_schema_mcs` and `system_multiregion_info`: what only this service has."""

from datetime import datetime, timezone

from . import schema
from .catalog import CREATING
from .identity import nothing
from .virtual import VirtualTable

MCS, REGIONS = "system_schema_mcs", "system_multiregion_info"
PROPERTIES = "frozen<map<text, frozen<map<text, text>>>>"
"""The type of custom_properties; a guess from what cqlsh prints."""
DEFAULT_PROPERTIES = {
    "capacity_mode": {
        "last_update_to_pay_per_request_timestamp": "1741385668642",
        "throughput_mode": "PAY_PER_REQUEST",
    },
    "encryption_specification": {"encryption_type": "AWS_OWNED_KMS_KEY"},
    "point_in_time_recovery": {"status": "disabled"},
}
TABLES_COLUMNS = schema.TABLES_COLUMNS | {
    "creation_time": "timestamp",
    "custom_properties": PROPERTIES,
    "cdc_specification": "frozen<map<text, text>>",
    "latest_stream_arn": "text",
    "status": "text",
}
HISTORY = {
    "keyspace_name": "text",
    "table_name": "text",
    "event_time": "timestamp",
    "creation_time": "timestamp",
    "custom_properties": PROPERTIES,
    "event": "text",
}
TAGS = {
    "resource_id": "text",
    "keyspace_name": "text",
    "resource_name": "text",
    "resource_type": "text",
    "tags": "frozen<map<text, text>>",
}
TYPES = schema.TYPES | {
    "max_nesting_depth": "int",
    "last_modified_timestamp": "timestamp",
    "status": "text",
    "direct_referring_tables": "frozen<list<text>>",
    "direct_parent_types": "frozen<list<text>>",
}
TABLE_REGIONS = {"keyspace_name": "text", "table_name": "text", "region": "text", "status": "text"}
KEYSPACE_REGIONS = {"keyspace_name": "text", "region": "text", "status": "text", "tables_replication_progress": "text"}
TYPE_REGIONS = {"keyspace_name": "text", "type_name": "text", "region": "text", "status": "text"}
AUTOSCALING = {"keyspace_name": "text", "table_name": "text"}


def milliseconds(moment):
    """Return a moment as the number that a CQL timestamp is."""
    return int(moment.timestamp() * 1000)


STARTED = milliseconds(datetime.now(timezone.utc))


async def tables(view):
    """Return all tables with their status, those under creation and deletion too."""
    rows = [row for row in await schema.every_table(view) if view.catalog.shows("KEYSPACE", row["keyspace_name"])]
    living = [row | extend(view, row) for row in rows]
    return [*living, *view.catalog.dropped("TABLE")]


def extend(view, row):
    """Return the service's own columns of a table."""
    key = row["keyspace_name"], row["table_name"]
    return {
        "creation_time": STARTED,
        "custom_properties": DEFAULT_PROPERTIES | view.catalog.properties.get(key, {}),
        "status": view.catalog.status("TABLE", *key),
    }


async def keyspaces(view):
    """Return the keyspaces that are ready, and those under deletion."""
    return [*await schema.keyspaces(view), *view.catalog.dropped("KEYSPACE")]


async def types(view):
    """Return all types with their status."""
    rows = await schema.stored(view, "types")
    own = {"max_nesting_depth": 1, "last_modified_timestamp": STARTED}
    living = [
        row | own | {"status": view.catalog.status("TYPE", row["keyspace_name"], row["type_name"])} for row in rows
    ]
    return [*living, *view.catalog.dropped("TYPE")]


async def tags(view):
    """Return the tags of keyspaces and tables."""
    return [
        {
            "resource_id": f"arn:aws:cassandra:{view.settings.region}:111122223333:/keyspace/{keyspace}/"
            + (f"table/{table}" if table else ""),
            "keyspace_name": keyspace,
            "resource_name": table or keyspace,
            "resource_type": "table" if table else "keyspace",
            "tags": given,
        }
        for (keyspace, table), given in view.catalog.tags.items()
        if given
    ]


async def history(view):
    """Return what happened to tables."""
    return list(view.catalog.history)


def replicated(view, keyspace):
    """Return the regions of a keyspace that has several, else none."""
    return [name for name in view.catalog.replication.get(keyspace, {}) if name != "class"]


async def keyspace_regions(view):
    """Return each region of the keyspaces that have several."""
    return [
        {"keyspace_name": row["keyspace_name"], "region": region, "status": "ACTIVE"}
        for row in await schema.keyspaces(view)
        for region in replicated(view, row["keyspace_name"])
    ]


async def table_regions(view):
    """Return each region of the tables that are in several."""
    return [
        {name: row[name] for name in ("keyspace_name", "table_name", "status")} | {"region": region}
        for row in await tables(view)
        for region in replicated(view, row["keyspace_name"])
    ]


async def type_regions(view):
    """Return each region of the types that are in several."""
    return [
        {name: row[name] for name in ("keyspace_name", "type_name", "status")} | {"region": region}
        for row in await types(view)
        for region in replicated(view, row["keyspace_name"])
        if row["status"] != CREATING
    ]


TABLE_KEY, TYPE_KEY = ("keyspace_name", "table_name"), ("keyspace_name", "type_name")
TABLES = (
    VirtualTable(MCS, "keyspaces", schema.KEYSPACES, ("keyspace_name",), keyspaces),
    VirtualTable(MCS, "tables", TABLES_COLUMNS, TABLE_KEY, tables),
    VirtualTable(MCS, "tables_history", HISTORY, (*TABLE_KEY, "event_time"), history),
    VirtualTable(MCS, "columns", schema.COLUMNS, (*TABLE_KEY, "column_name"), schema.columns),
    VirtualTable(MCS, "tags", TAGS, ("resource_id",), tags),
    VirtualTable(MCS, "types", TYPES, TYPE_KEY, types),
    VirtualTable(MCS, "autoscaling", AUTOSCALING, TABLE_KEY, nothing),
    VirtualTable(REGIONS, "keyspaces", KEYSPACE_REGIONS, ("keyspace_name", "region"), keyspace_regions),
    VirtualTable(REGIONS, "tables", TABLE_REGIONS, (*TABLE_KEY, "region"), table_regions),
    VirtualTable(REGIONS, "types", TYPE_REGIONS, (*TYPE_KEY, "region"), type_regions),
    VirtualTable(REGIONS, "autoscaling", AUTOSCALING, TABLE_KEY, nothing),
)
