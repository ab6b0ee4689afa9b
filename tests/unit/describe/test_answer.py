"""Answers to DESCRIBE from the driver's own metadata classes; a real server's are in the integration tests."""

import pytest
from cassandra.metadata import ColumnMetadata, IndexMetadata, KeyspaceMetadata, TableMetadata, TableMetadataV3, UserType

from cqlsh_ext.describe.answer import Describer, NotDescribed
from cqlsh_ext.describe.request import Request
from cqlsh_ext.describe.statements import plain_table_text


def make_table(keyspace, name, kind=TableMetadataV3):
    table = kind(keyspace, name)
    key = ColumnMetadata(table, "id", "int")
    table.partition_key = [key]
    table.columns["id"] = key
    table.options = {"comment": "it's"}
    return table


@pytest.fixture
def describer():
    shop, system, quoted = (
        KeyspaceMetadata(name, True, "SimpleStrategy", {"replication_factor": "3"})
        for name in ("shop", "system", "My Keyspace")
    )
    for name in ("carts", "Orders", "baskets"):
        shop.tables[name] = make_table("shop", name)
    index = IndexMetadata("shop", "carts", "carts_v", "COMPOSITES", {"target": "v"})
    shop.tables["carts"].indexes["carts_v"] = shop.indexes["carts_v"] = index
    shop.user_types["b"] = UserType("shop", "b", ["a"], ["frozen<z>"])
    shop.user_types["z"] = UserType("shop", "z", ["x"], ["int"])
    system.tables["local"] = make_table("system", "local")
    return Describer({"system": system, "shop": shop, "My Keyspace": quoted}, None)


def begins(statements):
    return [statement.partition(" (")[0].partition(" WITH")[0] for statement in statements]


def test_lists_in_order_and_quoted(describer):
    assert describer.keyspace_names() == ['"My Keyspace"', "shop", "system"]
    members = [("shop", "baskets"), ("shop", "carts"), ("shop", '"Orders"'), ("system", "local")]
    assert list(describer.members("tables")) == members
    assert list(Describer(describer.keyspaces, "system").members("tables")) == [("system", "local")]
    assert list(describer.members("types")) == [("shop", "b"), ("shop", "z")]


def test_a_keyspace_with_what_is_in_it_behind_what_it_needs(describer):
    expected = [
        "CREATE KEYSPACE shop",
        "CREATE TYPE shop.z",
        "CREATE TYPE shop.b",
        "CREATE TABLE shop.baskets",
        "CREATE TABLE shop.carts",
        "CREATE INDEX carts_v ON shop.carts",
        'CREATE TABLE shop."Orders"',
    ]
    assert begins(describer.statements(Request("keyspace", "shop"))) == expected
    assert begins(describer.statements(Request("object", None, "shop"))) == expected
    assert begins(describer.statements(Request("keyspace", "shop", only=True))) == expected[:1]


def test_the_schema_is_without_system_keyspaces_unless_asked_for(describer):
    assert "CREATE KEYSPACE system" not in begins(describer.statements(Request("schema")))
    assert "CREATE KEYSPACE system" in begins(describer.statements(Request("schema", full=True)))


def test_a_table_comes_with_its_indexes(describer):
    statements = list(describer.statements(Request("table", "shop", "carts")))
    assert statements == [
        "CREATE TABLE shop.carts (\n    id int PRIMARY KEY\n) WITH comment = 'it''s';",
        "CREATE INDEX carts_v ON shop.carts (v);",
    ]


@pytest.mark.parametrize("what", ["table", "index", "view", "type", "function", "aggregate", "object"])
def test_what_is_not_there(describer, what):
    message = (
        "'nothing' not found in keyspaces" if what == "object" else "No keyspace specified and no current keyspace"
    )
    with pytest.raises(NotDescribed, match=f"^{message}$"):
        describer.statements(Request(what, None, "nothing"))
    with pytest.raises(NotDescribed, match=r"^'nowhere' not found in keyspaces$"):
        describer.statements(Request(what, "nowhere", "nothing"))
    with pytest.raises(NotDescribed, match=r"'nothing' not found in (keyspace )?'shop'$"):
        describer.statements(Request(what, "shop", "nothing"))


def test_a_table_that_cql_cannot_express_is_in_a_comment():
    legacy = make_table("shop", "legacy", TableMetadata)
    legacy.columns.update({name: ColumnMetadata(legacy, name, "int") for name in "abc"})
    legacy.clustering_key = [legacy.columns["a"]]
    legacy.comparator, legacy.is_compact_storage = "a comparator", True
    assert plain_table_text(legacy).startswith("/*\nWarning: Table shop.legacy omitted")
    assert plain_table_text(legacy).endswith("*/")
