"""CBOR maps as the cbor2 library writes them, and every tag that it would give a meaning to."""

import json
from datetime import date, datetime, timezone
from decimal import Decimal
from fractions import Fraction
from ipaddress import ip_address
from uuid import UUID

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.content import is_content, recognise
from cqlsh_ext.content.cbor import PARSED_SIZE, TEXT_SIZE
from cqlsh_ext.content.cbor_document import ANY_KEY_SIZE
from cqlsh_ext.content.cbor_tags import OF_CBOR2

KEYS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**80), 2**80)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
    max_leaves=9,
)


def in_map(value):
    return b"\xa1\x61a" + value


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
def test_maps_become_json(value):
    data = cbor2.dumps(value)
    content = recognise(data)
    assert content.kind == "cbor"
    assert json.loads(content.text) == value
    assert is_content(data)
    assert recognise(b"\xd9\xd9\xf7" + data).text == content.text


@given(st.lists(st.dictionaries(KEYS, VALUES, min_size=1, max_size=2), min_size=1, max_size=3), st.booleans())
def test_arrays_of_maps_become_json(value, indefinite):
    assert json.loads(recognise(cbor2.dumps(value, indefinite_containers=indefinite)).text) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (b"\x00\xff", '"0x00ff"'),
        (float("nan"), '"NaN"'),
        (-float("inf"), '"-Infinity"'),
        (cbor2.undefined, "null"),
        (cbor2.CBORSimpleValue(99), '{"simple": 99}'),
        (2**64, "18446744073709551616"),
        (-(2**64) - 1, "-18446744073709551617"),
        (Decimal("1.10"), '"1.10"'),
        (Decimal("-12E+30"), '"-1.2E+31"'),
        (UUID(int=5), '"00000000-0000-0000-0000-000000000005"'),
        (date(2020, 7, 4), '"2020-07-04"'),
        ({1: 2, (3, 4): 5, b"6": 7}, '{"1": 2, "[3, 4]": 5, "0x36": 7}'),
        (cbor2.CBORTag(1, 1_593_839_167), '"2020-07-04T05:06:07Z"'),
        (cbor2.CBORTag(1, 1_593_839_167.25), '"2020-07-04T05:06:07.25Z"'),
        (cbor2.CBORTag(100, 18_447), '"2020-07-04"'),
        (cbor2.CBORTag(32, "http://a"), '"http://a"'),
        (cbor2.CBORTag(1234, [1]), '{"tag": 1234, "value": [1]}'),
        (Fraction(1, 3), '{"tag": 30, "value": [1, 3]}'),
        (ip_address("1.2.3.4"), '{"tag": 52, "value": "0x01020304"}'),
        (datetime(2020, 7, 4, 5, 6, 7, tzinfo=timezone.utc), '"2020-07-04T05:06:07Z"'),
    ],
    ids=repr,
)
def test_what_json_does_not_have(value, text):
    assert recognise(cbor2.dumps({"a": value})).text == f'{{"a": {text}}}'


def test_sets_are_arrays():
    assert recognise(cbor2.dumps({"a": {7}})).text == '{"a": [7]}'


@pytest.mark.parametrize(
    "payload",
    [
        b"\x00",
        b"\x3b" + b"\xff" * 8,
        b"\x1b" + b"\xff" * 8,
        b"\x60",
        b"\x64(a+(",
        b"\x40",
        b"\x80",
        b"\x82\x1a\x3b\x9a\xca\x00\x01",
        b"\x82\x3a\x3b\x9a\xca\x00\x01",
        b"\x82\x1b" + b"\xff" * 8 + b"\xc2\x48" + b"\xff" * 8,
        b"\x82\x01\x00",
        b"\x81\xd8\x1d\x00",
        b"\xa1\x01\x02",
        b"\xf9\x7e\x00",
        b"\xfb\x7f\xe0" + b"\x00" * 6,
        b"\xf6",
        b"\xf5",
    ],
    ids=bytes.hex,
)
@pytest.mark.parametrize("tag", [*OF_CBOR2, 32, 9999])
def test_no_tag_does_anything_with_what_it_holds(tag, payload):
    data = in_map(cbor2.dumps(cbor2.CBORTag(tag, 0))[:-1] + payload)
    assert json.loads(recognise(data).text).keys() == {"a"}


def test_this_release_of_cbor2_gives_no_meaning_to_other_tags():
    for tag in range(70_000):
        if tag not in OF_CBOR2:
            head = cbor2.dumps(cbor2.CBORTag(tag, 0))[:-1]
            assert isinstance(cbor2.loads(head + b"\x00"), cbor2.CBORTag), tag


def test_shared_references_are_not_followed():
    assert recognise(in_map(b"\xd8\x1c\x81\xd8\x1d\x00")).text == (
        '{"a": {"tag": 28, "value": [{"tag": 29, "value": 0}]}}'
    )


@pytest.mark.parametrize(
    "value", [{}, {1: 2}, {"": 1}, {"a\x01": 1}, [], [1], ["a"], [{}], [{"a": 1}, 2], {"a": 1, 2: 3}, 1]
)
def test_other_values_are_not_taken_for_documents(value):
    assert recognise(cbor2.dumps(value)).kind != "cbor"


def test_long_documents_are_named_only():
    content = recognise(cbor2.dumps({"a": "x" * TEXT_SIZE}))
    assert (content.kind, content.text) == ("cbor", None)
    assert recognise(cbor2.dumps({"a": "x" * PARSED_SIZE})).kind == "binary"


def test_keys_other_than_strings_are_read_in_short_documents_only():
    numbered = dict.fromkeys(range(ANY_KEY_SIZE), 0)
    assert recognise(cbor2.dumps({"a": dict.fromkeys(range(99), 0)})).kind == "cbor"
    assert recognise(cbor2.dumps({"a": numbered})).kind == "binary"
