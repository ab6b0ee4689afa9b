"""MessagePack maps, as the msgpack library writes them."""

import json
from datetime import datetime, timezone

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.content import is_content, recognise
from cqlsh_ext.content.msgpack import TEXT_SIZE

KEYS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
    max_leaves=9,
)


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
def test_maps_become_json(value):
    data = msgpack.packb(value)
    content = recognise(data)
    assert content.kind == "msgpack"
    assert json.loads(content.text) == value
    assert list(json.loads(content.text)) == list(value)
    assert is_content(data)


@given(st.lists(st.dictionaries(KEYS, VALUES, min_size=1, max_size=2), min_size=1, max_size=3))
def test_arrays_of_maps_become_json(value):
    assert json.loads(recognise(msgpack.packb(value)).text) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (b"\x00\xff", '"0x00ff"'),
        (float("nan"), '"NaN"'),
        (float("inf"), '"Infinity"'),
        (-float("inf"), '"-Infinity"'),
        (datetime(2020, 7, 4, 5, 6, 7, 80000, tzinfo=timezone.utc), '"2020-07-04T05:06:07.08Z"'),
        (msgpack.Timestamp(2**40, 5), '"1099511627776.000000005"'),
        (msgpack.ExtType(5, b"\x01"), '{"ext": 5, "data": "0x01"}'),
        ({1: 2, "1": 3, None: 4, b"a": 5, (1, 2): 6}, '{"1": 2, "1": 3, "null": 4, "0x61": 5, "[1, 2]": 6}'),
        ("\u65e5\x7f\n", '"\u65e5\x7f\\n"'),
    ],
)
def test_what_json_does_not_have(value, text):
    assert recognise(msgpack.packb({"a": value}, datetime=True)).text == f'{{"a": {text}}}'


def test_a_string_that_is_no_utf8_does_not_hide_a_document():
    data = b"\x82\xa1a\xa2\xc3(\xa1b" + msgpack.packb("x" * 80)
    assert recognise(data).text.startswith('{"a": "\\\\xc3(", ')
    assert recognise(b"\x81\xa1a\xa2\xc3(").kind == "binary"


@pytest.mark.parametrize(
    "value", [{}, {1: 2}, {"": 1}, {"a\x01": 1}, [], [1], ["a"], [{}], [{"a": 1}, 2], {"a": 1, 2: 3}, 1]
)
def test_other_values_are_not_taken_for_documents(value):
    data = msgpack.packb(value)
    assert recognise(data).kind != "msgpack"


def test_long_documents_are_named_only():
    content = recognise(msgpack.packb({"a": "x" * TEXT_SIZE}))
    assert (content.kind, content.text) == ("msgpack", None)
