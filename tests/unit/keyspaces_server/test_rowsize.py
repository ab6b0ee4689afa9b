"""The formula for the size of rows, held against the example and the tables of AWS's documentation."""

import struct

import pytest
from keyspaces import rowsize
from keyspaces.cqltypes import parse_type
from keyspaces.tokens import tokenize

NONE = (False, False)


def whole(kind, data):
    return rowsize.of_wire(parse_type(kind), data)


def test_the_documented_row():
    kind = parse_type("int")
    places = ["partition", "partition", "clustering", "clustering", "regular"]
    sizes = [whole("int", struct.pack(">i", number)) for number in (1, 2, 3, 4, 5)]
    columns = [rowsize.of_column(kind, size, place, 1, NONE) for size, place in zip(sizes, places, strict=True)]
    assert columns == [8, 8, 6, 6, 3]
    assert sum(columns) + rowsize.ROW_METADATA == 131


@pytest.mark.parametrize(
    ("number", "expected"), [(0, 1), (5, 2), (-5, 2), (42, 2), (100, 2), (123, 3), (1200, 2), (2**63 - 1, 11)]
)
def test_integers(number, expected):
    assert rowsize.of_integer(number) == expected


@pytest.mark.parametrize(("columns", "expected"), [(1, 1), (62, 1), (63, 2), (124, 2), (125, 3), (187, 4)])
def test_identifiers(columns, expected):
    assert rowsize.of_identifier(columns) == expected


@pytest.mark.parametrize(
    ("kind", "data", "expected"),
    [
        ("blob", bytes(1000), (1000, 0)),
        ("text", "für".encode(), (4, 0)),
        ("boolean", b"\1", (1, 0)),
        ("text", None, (1, 0)),
        ("list<text>", b"\0\0\0\0", (3, 0)),
        ("list<text>", b"\0\0\0\x02\0\0\0\x01a\0\0\0\x02bc", (3 + 2 + 3, 2)),
        ("map<text, blob>", b"\0\0\0\x01\0\0\0\x01a\0\0\0\x02bc", (3 + 1 + 3, 1)),
        ("frozen<list<text>>", b"\0\0\0\x01\0\0\0\x01a", (9, 0)),
    ],
)
def test_values(kind, data, expected):
    assert whole(kind, data) == expected


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("blob", "0x00ff", (2, 0)),
        ("text", "'it''s'", (4, 0)),
        ("blob", "textAsBlob('four')", (4, 0)),
        ("int", "-1234", (3, 0)),
        ("text", "null", (1, 0)),
        ("timestamp", "toTimestamp(now())", (8, 0)),
        ("list<text>", "['a', 'bc']", (3 + 2 + 3, 2)),
        ("list<text>", "[]", (3, 0)),
        ("map<text, text>", "{'a': 'bc'}", (3 + 1 + 3, 1)),
    ],
)
def test_literals(kind, text, expected):
    assert rowsize.of_literal(parse_type(kind), tokenize(text)) == expected


@pytest.mark.parametrize(
    ("kind", "features", "expected"),
    [
        ("text", (True, False), 18),
        ("text", (False, True), 16),
        ("frozen<set<int>>", (True, True), 27),
        ("list<int>", (True, False), 2 * 30 + 19),
        ("list<int>", (False, True), 2 * 15),
        ("set<int>", (True, True), 2 * 23 + 26),
        ("map<int, int>", (False, True), 2 * 15 + 7),
        ("counter", (True, False), 51),
        ("counter", NONE, 0),
        ("set<int>", NONE, 0),
    ],
)
def test_features(kind, features, expected):
    assert rowsize.of_features(parse_type(kind), rowsize.Size(10, 2), features) == expected
