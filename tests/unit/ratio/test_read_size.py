"""Sizes of values as the driver gives them: those that the same values have in statements."""

from datetime import datetime, timezone
from decimal import Decimal
from typing import NamedTuple
from uuid import UUID

import pytest

from cqlsh_ext.keyspaces.cql_types import CqlType, read_type
from cqlsh_ext.keyspaces.read_size import size_of_value
from cqlsh_ext.keyspaces.tokens import tokenize
from cqlsh_ext.keyspaces.value_size import size_of_literal


class Address(NamedTuple):
    street: str
    zip: int


ID = "123e4567-e89b-12d3-a456-426614174000"
SAME = [
    ("int", 1, "1"),
    ("int", 0, "0"),
    ("bigint", -1_000_000, "-1000000"),
    ("varint", 12345, "12345"),
    ("decimal", Decimal("12.50"), "12.50"),
    ("text", "日本", "'日本'"),
    ("text", None, "null"),
    ("blob", b"\xca\xfe", "0xcafe"),
    ("blob", bytearray(), "0x"),
    ("boolean", True, "true"),
    ("uuid", UUID(ID), ID),
    ("timestamp", datetime(2026, 1, 1, tzinfo=timezone.utc), "'2026-01-01'"),
    ("double", 1.5, "1.5"),
    ("float", 1.5, "1.5"),
    ("inet", "127.0.0.1", "'127.0.0.1'"),
    ("list<text>", ["a", "bc"], "['a', 'bc']"),
    ("set<int>", {1, 22}, "{1, 22}"),
    ("map<text, blob>", {"a": b"\1", "bc": b"\2\3"}, "{'a': 0x01, 'bc': 0x0203}"),
    ("frozen<tuple<int, text, uuid>>", (1, "ab", UUID(ID)), f"(1, 'ab', {ID})"),
    ("address", Address("ab", 1), "{street: 'ab', zip: 1}"),
]


@pytest.mark.parametrize(("kind", "value", "literal"), SAME)
def test_a_value_has_the_size_of_its_literal(kind, value, literal):
    assert size_of_value(read_type(kind), value) == size_of_literal(read_type(kind), tokenize(literal))


def test_what_is_not_known_has_some_size():
    assert size_of_value(CqlType(""), object()).bytes == 8
