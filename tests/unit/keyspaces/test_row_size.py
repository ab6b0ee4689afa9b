"""Sizes of rows by the rules of Amazon's documentation, and what to do about large ones."""

import random

import pytest

from cqlsh_ext.keyspaces.cql_types import CqlType, read_type
from cqlsh_ext.keyspaces.row_advice import GENERAL, explain_row
from cqlsh_ext.keyspaces.row_size import Column, Role, Table, measure
from cqlsh_ext.keyspaces.tokens import tokenize
from cqlsh_ext.keyspaces.value_size import size_of_json, size_of_literal
from cqlsh_ext.keyspaces.writes import find_writes

INTEGERS = Table(
    {
        "p1": Column("int", Role.PARTITION),
        "p2": Column("int", Role.PARTITION),
        "c1": Column("int", Role.CLUSTERING),
        "c2": Column("int", Role.CLUSTERING),
        "v": Column("int", Role.REGULAR),
    }
)
DOCUMENTS = Table(
    {
        "id": Column("text", Role.PARTITION),
        "body": Column("text", Role.REGULAR),
        "data": Column("blob", Role.REGULAR),
        "tags": Column("set<text>", Role.REGULAR),
        "note": Column("text", Role.STATIC),
    }
)
VALUES = [
    ("int", "1", 2),
    ("int", "12345", 4),
    ("bigint", "-1000000", 2),
    ("varint", "0", 1),
    ("decimal", "12.50", 3),
    ("text", "'日本'", 6),
    ("ascii", "'it''s'", 4),
    ("text", "$$a'b$$", 3),
    ("blob", "0xcafebabe", 4),
    ("blob", "0x", 0),
    ("blob", "textAsBlob('four')", 4),
    ("boolean", "true", 1),
    ("text", "null", 1),
    ("uuid", "123e4567-e89b-12d3-a456-426614174000", 16),
    ("timeuuid", "now()", 16),
    ("timestamp", "'2026-01-01 00:00:00'", 8),
    ("date", "'2026-01-01'", 4),
    ("time", "'13:30:54'", 8),
    ("double", "1.25e10", 8),
    ("float", "1", 4),
    ("inet", "'127.0.0.1'", 4),
    ("list<text>", "['a', 'bc']", 3 + 2 + 3),
    ("set<int>", "{1, 22}", 3 + 2 + 4),
    ("set<int>", "{}", 3),
    ("map<text, blob>", "{'a': 0x01, 'bc': 0x0203}", 3 + 2 + 3 + 3),
    ("map<int, frozen<list<text>>>", "{1: ['a']}", 3 + 1 + 2 + (3 + 1 + 1)),
    ("frozen<tuple<int, text, uuid>>", "(1, 'ab', 123e4567-e89b-12d3-a456-426614174000)", 3 + 3 + 2 + 2 + 16),
    ("address", "{street: 'ab', zip: 1}", 3 + 2 + 2 + 2),
]
UNREADABLE = [
    "",
    "SELECT 1",
    "INSERT",
    "INSERT INTO t",
    "INSERT INTO t (a) VALUES",
    "INSERT INTO t JSON 'nonsense'",
    "INSERT INTO t JSON '[1]'",
    "INSERT )",
    "UPDATE t",
    "UPDATE t SET x",
    "(",
]
JSON_VALUES = [
    ("int", 12345, 4),
    ("bigint", "12345", 4),
    ("text", "日本", 6),
    ("text", None, 1),
    ("boolean", False, 1),
    ("blob", "0xcafe", 2),
    ("uuid", "123e4567-e89b-12d3-a456-426614174000", 16),
    ("list<text>", ["a", "bc"], 3 + 2 + 3),
    ("map<text, blob>", {"a": "0x01"}, 3 + 1 + 1 + 1),
    ("address", {"street": "ab", "zip": 1}, 3 + 2 + 2 + 2),
]


def test_types_within_types():
    text = CqlType("text")
    assert read_type("frozen<map<text, frozen<list<text>>>>") == CqlType(
        "map", (text, CqlType("list", (text,), frozen=True)), frozen=True
    )
    assert read_type("tuple<int, text>").of == (CqlType("int"), text)


@pytest.mark.parametrize(("kind", "term", "size"), VALUES)
def test_values_of_cql(kind, term, size):
    assert size_of_literal(read_type(kind), tokenize(term)).bytes == size


@pytest.mark.parametrize(("kind", "thing", "size"), JSON_VALUES)
def test_values_of_json(kind, thing, size):
    assert size_of_json(read_type(kind), thing).bytes == size


def test_the_example_of_the_documentation():
    (write,) = find_writes("INSERT INTO shop.t (p1, p2, c1, c2, v) VALUES (1, 2, 3, 4, 5)")
    assert (write.keyspace, write.table, write.is_update) == ("shop", "t", False)
    assert measure(write, INTEGERS).total == 31 + 100
    (update,) = find_writes("UPDATE t SET v = 5 WHERE p1 = 1 AND p2 = 2 AND c1 = 3 AND c2 = 4 IF EXISTS")
    assert measure(update, INTEGERS).total == 31 + 100
    (document,) = find_writes("""INSERT INTO t JSON '{"p1": 1, "P2": 2, "c1": 3, "c2": 4, "v": 5}'""")
    assert measure(document, INTEGERS).total == 31 + 100


def test_features_cost_bytes_in_each_column():
    (write,) = find_writes("INSERT INTO t (id, body, tags) VALUES ('k', 'xy', {'a', 'b'})")
    plain = 2 * 1 + 3 + 1 + (2 + 1) + (3 + 4 + 1) + 100
    assert measure(write, DOCUMENTS).total == plain
    assert measure(write, DOCUMENTS._replace(timestamps=True)).total == plain + 18 + 2 * 14 + 26
    assert measure(write, DOCUMENTS._replace(ttl=True)).total == plain + 16 + 2 * 12 + 7
    assert measure(write, DOCUMENTS._replace(timestamps=True, ttl=True)).total == plain + 27 + 2 * 23 + 26


def test_identifiers_take_two_bytes_beyond_62_columns():
    columns = {f"v{number}": Column("int", Role.REGULAR) for number in range(62)}
    (write,) = find_writes("INSERT INTO t (id, v0) VALUES (1, 1)")
    table = Table(columns | {"id": Column("int", Role.PARTITION)})
    assert measure(write, table).total == (4 + 3 + 2) + (2 + 2) + 100


def test_each_statement_of_a_batch_is_read():
    writes = find_writes(
        "BEGIN BATCH INSERT INTO t (id) VALUES ('a'); DELETE FROM t WHERE id = 'b';"
        " UPDATE t SET body = 'x' WHERE id = 'c'; APPLY BATCH"
    )
    assert [sorted(write.values) for write in writes] == [["id"], ["body", "id"]]


@pytest.mark.parametrize("statement", UNREADABLE)
def test_what_cannot_be_read_is_left_out(statement):
    assert find_writes(statement) == []
    assert explain_row(statement, lambda *_: DOCUMENTS) == GENERAL


def test_the_column_to_compress_is_named():
    advice = explain_row(f"INSERT INTO t (id, body) VALUES ('k', '{'all work ' * 120_000}')", lambda *_: DOCUMENTS)
    assert advice.startswith(
        "the row takes 1,080,107 bytes of the 1 MB that it may, 1,080,001 of them body: compress body"
    )
    assert "compress body before it is written" in advice
    assert advice.endswith("of its 1,080,000")


def test_an_update_may_leave_more_than_it_writes():
    advice = explain_row(f"UPDATE t SET data = 0x{'00' * 1_100_000} WHERE id = 'k'", lambda *_: DOCUMENTS)
    assert "takes at least 1,100,107 bytes" in advice
    assert "compress data" in advice


def test_what_does_not_compress_is_not_to_be_compressed():
    noise = random.Random(1).randbytes(1_100_000).hex()
    document = f'INSERT INTO t JSON \'{{"id": "k", "data": "0x{noise}"}}\''
    assert "data would not get much smaller by compression" in explain_row(document, lambda *_: DOCUMENTS)


def test_static_columns_are_a_row_of_their_own():
    advice = explain_row(f"INSERT INTO t (id, note) VALUES ('k', '{'x' * 1_000_001}')", lambda *_: DOCUMENTS)
    assert advice.startswith("the row takes 1,000,008 bytes of the 1 MB that it may, 1,000,002 of them note")


def test_a_collection_is_to_be_split():
    tags = ", ".join(f"'{number}'" for number in range(9))
    advice = explain_row(f"INSERT INTO t (id, tags) VALUES ('k', {{{tags}}})", lambda *_: DOCUMENTS)
    assert advice.endswith("make tags smaller, or spread it over several rows")


def test_an_unknown_table_gets_general_advice():
    assert explain_row("INSERT INTO t (id) VALUES ('k')", lambda *_: None) == GENERAL
