"""A schema as the driver keeps it, of its own classes."""

from cassandra.metadata import (
    Aggregate,
    ColumnMetadata,
    Function,
    KeyspaceMetadata,
    MaterializedViewMetadata,
    TableMetadata,
    UserType,
)

COLUMNS = {"shelf": "text", "id": "int", "owner": "text", "data": "blob", "Odd Name": "set<text>", "hits": "counter"}


def table(keyspace, name, columns, keys, clustering):
    made = {column: ColumnMetadata(None, column, kind) for column, kind in columns.items()}
    return TableMetadata(keyspace, name, [made[key] for key in keys], [made[key] for key in clustering], made)


def schema():
    shop = KeyspaceMetadata("shop", True, "SimpleStrategy", {"replication_factor": "1"})
    shop.tables["documents"] = table("shop", "documents", COLUMNS, ["shelf"], ["id"])
    shop.tables["documents"].columns["owner"].is_static = True
    shop.tables["Texts"] = table("shop", "Texts", {"plain": "text"}, ["plain"], [])
    shop.views["by_owner"] = MaterializedViewMetadata("shop", "by_owner", "documents", True, "", {})
    shop.user_types["address"] = UserType("shop", "address", ["street", "city"], ["text", "text"])
    shop.functions["twice"] = Function("shop", "twice", ["int"], ["x"], "int", "java", "", False, True, False, ())
    shop.aggregates["total"] = Aggregate("shop", "total", ["int"], "f", "int", "g", "0", "int", True)
    system = KeyspaceMetadata("system", True, "LocalStrategy", {})
    system.tables["local"] = table("system", "local", {"key": "text", "cluster_name": "text"}, ["key"], [])
    return {"shop": shop, "system": system, "system_auth": KeyspaceMetadata("system_auth", True, "LocalStrategy", {})}
