"""Writes are told apart by partition where that is certain, and by nothing else."""

import pytest
from unit.schema import table

from cqlsh_ext.shell.partitions import partition_of

UUID = "123e4567-E89B-12d3-a456-426614174000"
ODD = ("shop", "Odd", ("it's", UUID.lower()))
TABLES = {
    ("shop", "orders"): table("shop", "orders", {"id": "int", "n": "int"}, ["id"], []),
    ("shop", "Odd"): table("shop", "Odd", {"Shelf": "text", "id": "uuid", "c": "int"}, ["Shelf", "id"], ["c"]),
    ("other", "blobs"): table("other", "blobs", {"id": "blob", "n": "int"}, ["id"], []),
    ("other", "days"): table("other", "days", {"day": "date", "n": "int"}, ["day"], []),
}


@pytest.fixture
def partition(ruleset):
    def find(statement):
        ((*_, tokens),) = [[each for each in ruleset.cql_split_statements(f"{statement};")[0] if each]]
        return partition_of(tokens, "shop", lambda keyspace, name: TABLES[keyspace, name])

    return find


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("INSERT INTO orders (id, n) VALUES (7, 8)", ("shop", "orders", (7,))),
        ("insert into SHOP.Orders (N, ID) values (f(8, (1)), -007) using ttl 5", ("shop", "orders", (-7,))),
        ("UPDATE orders USING TIMESTAMP 5 SET n = 5 WHERE id = 7", ("shop", "orders", (7,))),
        ("UPDATE orders SET n = n + 1, x = {'WHERE': 'id = 5'} WHERE id=7", ("shop", "orders", (7,))),
        ("DELETE n, x['FROM'] FROM orders WHERE id = 7 AND n > 5", ("shop", "orders", (7,))),
        (f"DELETE FROM \"Odd\" WHERE \"Shelf\" = 'it''s' AND id = {UUID} AND c IN (1, 2)", ODD),
        (f"INSERT INTO \"Odd\" (id, \"Shelf\") VALUES ({UUID}, $$it's$$)", ODD),
        ("INSERT INTO other.blobs (id) VALUES (0xCAFE)", ("other", "blobs", ("0xcafe",))),
    ],
)  # fmt: skip
def test_the_same_partition_in_every_spelling(partition, statement, expected):
    assert partition(statement) == expected


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO orders (id) VALUES (7) IF NOT EXISTS", "UPDATE orders SET n = 5 WHERE id = 7 IF n = 5",
        "DELETE FROM orders WHERE id = 7 if exists", "INSERT INTO orders JSON '{\"id\": 7}'",
        "INSERT INTO orders (id) VALUES (f(7))", "INSERT INTO orders (id) VALUES (7 + 1)",
        "INSERT INTO orders (id) VALUES ('7')", "INSERT INTO orders (id) VALUES (7.0)",
        "INSERT INTO orders (id, id) VALUES (7, 8)", "INSERT INTO orders (n) VALUES (7)",
        "INSERT INTO orders (id, n) VALUES (7)", "INSERT INTO orders (id", "INSERT INTO nowhere (id) VALUES (7)",
        "UPDATE orders SET n = 5 WHERE id IN (7, 8)", "UPDATE orders SET n = 5 WHERE id > 7",
        "UPDATE orders SET n = 5 WHERE id = 7 AND id = 8", "UPDATE orders SET n = 5", "DELETE FROM orders",
        "DELETE FROM orders WHERE token(id) = 7", "DELETE FROM \"Odd\" WHERE \"Shelf\" = 'a'",
        "INSERT INTO other.days (day) VALUES ('2024-01-01')",
        "BEGIN BATCH INSERT INTO orders (id) VALUES (7); APPLY BATCH",
        "TRUNCATE orders", "SELECT * FROM orders WHERE id = 7", "USE shop", "", "UPDATE", "DELETE FROM",
    ],
)  # fmt: skip
def test_nothing_is_told_where_it_is_not_certain(partition, statement):
    assert partition(statement) is None
