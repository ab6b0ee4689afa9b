"""Statements that change the schema, and whether they are done."""

import pytest

from cqlsh_ext.keyspaces.readiness import LONGEST_PAUSE, judge, next_pause, readiness_query
from cqlsh_ext.keyspaces.schema_change import SchemaChange, find_schema_change

CHANGES = {
    "CREATE KEYSPACE shop WITH replication = {'class': 'SingleRegionStrategy'}": ("create", "keyspace", "shop", None),
    'create schema if not exists "Shop" with x': ("create", "keyspace", "Shop", None),
    "CREATE TABLE carts (id int PRIMARY KEY)": ("create", "table", "used", "carts"),
    'CREATE TABLE IF NOT EXISTS shop."Carts" (id int PRIMARY KEY);': ("create", "table", "shop", "Carts"),
    "CREATE COLUMNFAMILY shop . carts (id int PRIMARY KEY)": ("create", "table", "shop", "carts"),
    "CREATE /* a */ TYPE address (street text)": ("create", "type", "used", "address"),
    "ALTER TABLE shop.carts ADD note text": ("alter", "table", "shop", "carts"),
    "ALTER KEYSPACE shop WITH x": ("alter", "keyspace", "shop", None),
    "DROP TABLE IF EXISTS carts": ("drop", "table", "used", "carts"),
    "DROP KEYSPACE shop": ("drop", "keyspace", "shop", None),
    "RESTORE TABLE shop.new FROM TABLE shop.old WITH x": ("create", "table", "shop", "new"),
}
OTHERS = [
    "",
    "CREATE",
    "CREATE TABLE",
    "CREATE TABLE 5",
    "CREATE INDEX ON t (a)",
    "ALTER ROLE r",
    "DROP ROLE r",
    "USE shop",
    "SELECT * FROM t",
    "INSERT INTO t (a) VALUES ('CREATE TABLE t')",
]


@pytest.mark.parametrize(("statement", "change"), CHANGES.items())
def test_changes(statement, change):
    assert find_schema_change(statement, "used") == SchemaChange(*change)


@pytest.mark.parametrize("statement", OTHERS)
def test_other_statements(statement):
    assert find_schema_change(statement, "used") is None


def test_a_table_without_a_keyspace_in_use():
    assert find_schema_change("CREATE TABLE t (a int PRIMARY KEY)", None) is None
    assert find_schema_change("CREATE KEYSPACE k WITH x", None) == SchemaChange("create", "keyspace", "k", None)


def test_a_change_names_its_object():
    assert str(SchemaChange("create", "table", "shop", "carts")) == "table shop.carts"
    assert str(SchemaChange("drop", "keyspace", "shop", None)) == "keyspace shop"


@pytest.mark.parametrize(
    ("action", "rows", "done", "status"),
    [
        ("create", [], False, "not listed yet"),
        ("create", [{"status": "CREATING"}], False, "CREATING"),
        ("create", [{"status": "ACTIVE"}], True, "ACTIVE"),
        ("alter", [{"status": "UPDATING"}], False, "UPDATING"),
        ("alter", [{"status": None}], False, "None"),
        ("drop", [{"status": "DELETING"}], False, "DELETING"),
        ("drop", [{"status": "ACTIVE"}], False, "ACTIVE"),
        ("drop", [], True, "not listed yet"),
    ],
)
def test_a_table_is_ready_when_the_system_tables_say_so(action, rows, done, status):
    assert judge(SchemaChange(action, "table", "shop", "carts"), rows) == (done, status)


def test_a_keyspace_is_ready_when_it_is_listed():
    change = SchemaChange("create", "keyspace", "shop", None)
    assert not judge(change, []).done
    assert judge(change, [{"keyspace_name": "shop"}]).done


def test_names_are_asked_for_as_values():
    statement, values = readiness_query(SchemaChange("create", "type", "it's", 'a "b"'))
    assert statement.count("%s") == 2
    assert values == ("it's", 'a "b"')
    assert readiness_query(SchemaChange("drop", "keyspace", "k", None))[1] == ("k",)


def test_pauses_grow_up_to_a_bound():
    assert 0.1 < next_pause(0.1) < 0.2
    assert next_pause(100) == LONGEST_PAUSE
