"""JSON is written anew where it comes back as the same, and left alone anywhere else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.advise.recoding import RECODINGS, recode

JSON = st.recursive(
    st.none() | st.booleans() | st.text() | st.integers(-(1 << 63), (1 << 64) - 1)
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@pytest.mark.parametrize("recoding", RECODINGS, ids=lambda each: each.name)
@given(thing=JSON)
def test_json_comes_back(recoding, thing):
    recoded = recode(recoding, [json.dumps(thing).encode()])
    assert [recoding.read(value) for value in recoded.values] == [thing]
    assert len(recoded.written) == len(recoded.read) == 1


@pytest.mark.parametrize("recoding", RECODINGS, ids=lambda each: each.name)
@pytest.mark.parametrize(
    "value",
    [b"", b"text", b"\xff\xfe", b'{"a": 1, "a": 2}', b"[NaN]", b"[-Infinity]", b"[" * 100_000, b"9" * 5_000],
    ids=lambda value: repr(value[:12]),
)
def test_what_would_be_lost_is_left(recoding, value):
    assert recode(recoding, [b'{"a": 1}', value]) is None


def test_a_number_that_messagepack_has_not():
    cbor, msgpack = (recode(each, [b"[123456789012345678901234567890]"]) for each in RECODINGS)
    assert cbor is not None
    assert msgpack is None


def test_nesting_of_any_depth_ends_in_an_answer():
    for depth in (100, 400, 500, 900, 2_000, 20_000):
        for recoding in RECODINGS:
            recode(recoding, [b"[" * depth + b"]" * depth])
