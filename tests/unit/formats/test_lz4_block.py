import lz4.block
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cqlsh_ext.errors import OverLimit, Refused
from cqlsh_ext.formats import lz4_block
from cqlsh_ext.formats.lz4_sequences import fields, survey
from cqlsh_ext.limits import Limits

LIMITS = Limits()
REPETITIVE = st.lists(st.sampled_from([b"a", b"bc", b"status", b"\0\0\0\0\0", b"0123456789" * 40]), min_size=1)


def sequence(literals, offset, match):
    """One sequence with lengths that need no further bytes."""
    return bytes([len(literals) << 4 | match - 4]) + literals + offset.to_bytes(2, "little")


END = b"\xc0literals end"


@given(REPETITIVE.map(b"".join) | st.binary(min_size=1, max_size=2000))
def test_walk_over_what_an_encoder_wrote(plain):
    block = lz4.block.compress(plain, store_size=False)
    seen = survey(block)
    assert seen.fault is None
    assert seen.ends_well
    assert seen.produced == len(plain)
    assert seen.sequences == seen.matches + 1
    assert lz4_block.may_begin(block)
    assert lz4_block.ends_in_literals(block, len(plain))
    assert lz4_block.decode_exact(block, len(plain), LIMITS) == plain


@st.composite
def hand_made(draw):
    made = b""
    for _ in range(draw(st.integers(0, 4))):
        literals = draw(st.binary(max_size=14))
        made += sequence(literals, draw(st.integers(0, 20)), draw(st.integers(4, 18)))
    literals = draw(st.binary(max_size=14))
    return made + bytes([len(literals) << 4 | draw(st.sampled_from([0, 0, 0, 3, 15]))]) + literals


@given(hand_made() | st.binary(min_size=1, max_size=40))
@example(b"\xee" + bytes(14) + b"\x08\0\0")  # liblz4 lets this match end with the block
def test_walk_and_decoder_agree(block):
    seen = survey(block)
    try:
        plain = lz4_block.decode_exact(block, seen.produced, LIMITS)
    except Refused:
        assert not seen.ends_well
    else:
        assert (seen.fault is None) == lz4_block.ends_in_literals(block, len(plain))


def test_walk_counts():
    block = sequence(b"abcdef", 6, 10) + sequence(b"xy", 3, 5) + END
    assert {each.name: each.value for each in fields(block)} == {
        "sequences": 3,
        "literal_bytes": 20,
        "matches": 2,
        "longest_match": 10,
        "largest_offset": 6,
        "end_conditions": True,
    }


def test_long_lengths():
    plain = bytes(range(256)) * 2 + bytes(100_000)
    block = lz4.block.compress(plain, store_size=False)
    seen = survey(block)
    assert (seen.produced, seen.ends_well) == (len(plain), True)


@pytest.mark.parametrize(
    ("block", "what", "offset"),
    [
        (sequence(b"abc", 4, 4) + END, "match reaches before the start", 4),
        (sequence(b"abc", 0, 4) + END, "match of offset 0", 4),
        (sequence(b"abc", 1, 4), "ends inside a sequence", 6),
        (sequence(b"abc", 1, 4) + b"\x50abc", "ends inside a sequence", 6),
        (b"\x51abcde", "ends inside a sequence", 0),
        (b"\xf0\xff\xff", "ends inside a sequence", 0),
        (b"", "ends inside a sequence", 0),
    ],
)
def test_faults_of_a_walk(block, what, offset):
    fault = survey(block).fault
    assert (fault.what, fault.offset) == (what, offset)


def test_offset_0_which_liblz4_takes_for_zeros():
    block = sequence(b"abc", 0, 8) + END
    assert lz4.block.decompress(block, uncompressed_size=23) == b"abc" + bytes(8) + b"literals end"
    with pytest.raises(Refused, match="match of offset 0 at byte 4"):
        lz4_block.decode_exact(block, 23, LIMITS)


def test_a_zeroed_stretch_in_a_long_block():
    plain = b"".join(b"%d," % (n * n) for n in range(2000))
    block = lz4.block.compress(plain, store_size=False)
    zeroed = block[:1000] + bytes(300) + block[1300:]
    with pytest.raises(Refused):
        lz4_block.decode_within(zeroed, 1 << 20, LIMITS)


@pytest.mark.parametrize(
    ("block", "size"),
    [(b"\x51abcde", 5), (b"\x5fabcde", 5), (sequence(b"abc", 1, 4) + b"\xc2literals end", 19)],
)
def test_a_last_token_that_announces_a_match(block, size):
    assert lz4.block.decompress(block, uncompressed_size=size)
    assert not lz4_block.ends_in_literals(block, size)


def test_matches_reach_into_history():
    block = sequence(b"", 4, 4) + END
    assert lz4_block.decode_within(block, 100, LIMITS, 0, memoryview(b"1234")) == b"1234literals end"
    with pytest.raises(Refused):
        lz4_block.decode_within(block, 100, LIMITS, 0, b"123")


def test_declares_more_than_it_can_hold():
    with pytest.raises(Refused, match="declared 10,000, at most 1,594 from 6"):
        lz4_block.decode_exact(b"\x50abcde", 10_000, LIMITS)
    with pytest.raises(Refused, match="declares more"):
        lz4_block.decode_exact(bytes(20_000_000), 1 << 31, Limits(output=1 << 40))


def test_already_counts_against_the_limit():
    limits = Limits(output=10)
    assert lz4_block.decode_exact(b"\x50abcde", 5, limits, 5) == b"abcde"
    assert lz4_block.decode_within(b"\x50abcde", 5, limits, 5) == b"abcde"
    assert lz4_block.decode_within(b"\0", 5, limits, 10) == b""
    for decode in (lz4_block.decode_exact, lz4_block.decode_within):
        with pytest.raises(OverLimit):
            decode(b"\x50abcde", 5, limits, 6)


@pytest.mark.parametrize(
    ("block", "most", "what"),
    [
        (sequence(b"abc", 9, 4) + END, 19, "match reaches before the start at byte 104 (9 back of 3)"),
        (b"\x50abcde", 4, "gives too much at byte 100 (at most 4, gives 5)"),
        (b"\x50abcde", 9, "as it was"),
    ],
)
def test_damage_is_placed_in_the_blob(block, most, what):
    assert str(lz4_block.damage(block, Refused("as it was"), 100, most)).startswith(what)
