"""CREATE TABLE for Amazon Keyspaces."""

import pytest
from cassandra.metadata import ColumnMetadata, TableMetadataV3

from cqlsh_ext.keyspaces.table_text import UNKNOWN, TableState, literal, table_text

STORED = {
    "capacity_mode": {
        "last_update_to_pay_per_request_timestamp": "1741385668642",
        "throughput_mode": "PROVISIONED",
        "read_capacity_units": "10",
        "write_capacity_units": "20",
    },
    "point_in_time_recovery": {"status": "enabled", "earliest_restorable_timestamp": "2026-01-01T00:00:00.000Z"},
}


@pytest.fixture
def table():
    table = TableMetadataV3("shop", "carts")
    names = ("id", "at")
    table.columns.update({name: ColumnMetadata(table, name, "int") for name in names})
    table.partition_key = [table.columns["id"]]
    table.options = {"comment": "", "default_time_to_live": 0, "gc_grace_seconds": 7776000}
    return table


def test_properties_are_written_without_moments(table):
    assert (
        table_text(table, TableState("ACTIVE", STORED))
        == """\
-- status: ACTIVE
CREATE TABLE shop.carts (
    id int PRIMARY KEY,
    at int
) WITH custom_properties = {
        'capacity_mode': {'throughput_mode': 'PROVISIONED', 'read_capacity_units': 10, 'write_capacity_units': 20},
        'point_in_time_recovery': {'status': 'enabled'}
    };"""
    )


def test_options_that_the_service_heeds_are_kept(table):
    table.clustering_key = [table.columns["at"]]
    table.options = {"comment": "it's", "default_time_to_live": 60, "gc_grace_seconds": 7776000}
    assert (
        table_text(table, TableState(None, STORED))
        .partition("\n) WITH ")[2]
        .startswith(
            "CLUSTERING ORDER BY (at ASC)\n"
            "    AND comment = 'it''s'\n"
            "    AND default_time_to_live = 60\n"
            "    AND custom_properties = {"
        )
    )


def test_internals_keep_every_option(table):
    text = table_text(table, UNKNOWN, internals=True)
    assert text.endswith("WITH comment = ''\n    AND default_time_to_live = 0\n    AND gc_grace_seconds = 7776000;")


def test_nothing_known_leaves_no_dangling_with(table):
    assert table_text(table, UNKNOWN) == "CREATE TABLE shop.carts (\n    id int PRIMARY KEY,\n    at int\n);"


def test_what_the_server_says_stays_inside_its_literal(table):
    text = table_text(table, TableState("ACTIVE\nDROP TABLE x;", {"a'": {"b": "'; DROP TABLE x; --"}}))
    assert text.splitlines()[0] == "-- status: ACTIVE DROP TABLE x;"
    assert "'a''': {'b': '''; DROP TABLE x; --'}" in text


def test_the_metadata_is_left_as_it_is(table):
    table_text(table, UNKNOWN)
    assert table.options["gc_grace_seconds"] == 7776000


def test_literals_of_maps_in_maps():
    regions = {"replica_updates": {"us-east-1": {"read_capacity_units": "5", "other": "5", "max_units": "many"}}}
    assert (
        literal(regions)
        == "{'replica_updates': {'us-east-1': {'read_capacity_units': 5, 'other': '5', 'max_units': 'many'}}}"
    )
