"""The snappy block, element by element."""

import random

import cramjam
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.errors import OverLimit, Refused
from cqlsh_ext.formats.crc32c import masked_crc32c
from cqlsh_ext.formats.snappy_block import open_block, verify
from cqlsh_ext.formats.snappy_elements import survey
from cqlsh_ext.formats.varint import read_varint32
from cqlsh_ext.limits import Limits

LIMITS = Limits()
GRAMMAR = [
    (b"", "no block length", 0),
    (b"\xff\xff\xff\xff\x7f", "no block length", 0),
    (b"\xff\xff\xff\xff\x0f\0a", "more than snappy can give", 0),
    (b"\x02\0a", "ends too early", 3),
    (b"\x01\0ab", "runs past the end", 3),
    (b"\x01\0a\0b", "more than it declares", 3),
    (b"\x01\0", "runs past the end", 1),
    (b"\x05\xf0", "runs past the end", 1),
    (b"\x05\0a\x01", "runs past the end", 3),
    (b"\x05\0a\x0e\x01", "runs past the end", 3),
    (b"\x05\0a\x0f\x01\0\0", "runs past the end", 3),
    (b"\x05\0a\x01\x00", "before the start", 3),
    (b"\x05\0a\x01\x02", "before the start", 3),
    (b"\x05\0a\x0e\x02\0", "before the start", 3),
    (b"\x05\0a\x0f\0\0\0\x01", "before the start", 3),
]


@given(st.integers(0, (1 << 32) - 1))
def test_varint(number: int) -> None:
    groups, left = bytearray(), number
    while left > 0x7F:
        groups.append(left & 0x7F | 0x80)
        left >>= 7
    groups.append(left)
    assert read_varint32(bytes(groups)) == (number, len(groups))
    assert read_varint32(memoryview(b"__" + groups + b"_"), 2) == (number, 2 + len(groups))


@pytest.mark.parametrize(
    "none", [b"", b"\x80", b"\xff\xff\xff\xff", b"\xff\xff\xff\xff\x10", b"\x80\x80\x80\x80\x80\0"]
)
def test_no_varint(none: bytes) -> None:
    assert read_varint32(none) is None


def test_masked_crc32c() -> None:
    assert masked_crc32c(b"123456789") == ((0xE3069283 >> 15 | 0xE3069283 << 17) + 0xA282EAD8) & 0xFFFFFFFF


def test_a_survey_counts_the_elements() -> None:
    block = b"\x16\x08abc\x01\x03\xf0\0x\x0e\x01\0\x27\x0c\0\0\0"
    plain = bytearray()
    assert survey(block, into=plain) == (22, (2, 1, 1, 1, 0), 4, 3, 12, False, None)
    assert plain == open_block(block, LIMITS) == b"abcabcaxxxxxabcabcaxxx"


def test_a_survey_of_a_part_counts_what_begins_in_it() -> None:
    block = b"\x16\x08abc\x01\x03\0x\x0e\x01\0\x26\x0c\0"
    seen = survey(block, until=7)
    assert (seen.counts, seen.copies, seen.fault) == ((2, 1, 0, 0, 0), 1, None)


def test_a_survey_counts_what_is_sound_before_a_fault() -> None:
    seen = survey(b"\x16\x08abc\x01\x03\x28too short")
    assert (seen.counts, seen.literal_bytes, seen.longest_literal) == ((1, 1, 0, 0, 0), 3, 3)
    assert seen.fault
    assert seen.fault.offset == 7


@pytest.mark.parametrize(("block", "fault", "offset"), GRAMMAR)
def test_grammar(block: bytes, fault: str, offset: int) -> None:
    with pytest.raises(Refused, match=fault) as caught:
        open_block(block, LIMITS)
    assert caught.value.offset == offset


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_long_literals(width: int) -> None:
    plain = random.Random(width).randbytes(100)
    block = bytes((100, (59 + width) << 2)) + (99).to_bytes(width, "little") + plain
    assert open_block(block, LIMITS) == plain
    assert survey(block).longest_literal == 100


def mutants() -> st.SearchStrategy[bytes]:
    plain = st.lists(st.sampled_from([b"abcdefgh", b"12", bytes(70), b"x"]), max_size=12).map(b"".join)
    block = plain.map(lambda each: bytes(cramjam.snappy.compress_raw(each)))
    return st.tuples(block, st.integers(0, 1 << 16), st.integers(0, 255)).map(
        lambda each: each[0][: each[1] % len(each[0])] + bytes([each[2]]) + each[0][each[1] % len(each[0]) + 1 :]
    )


@given(st.binary(max_size=60) | mutants())
def test_the_walk_and_the_library_agree(block: bytes) -> None:
    try:
        verify(block)
    except Refused:
        with pytest.raises(Refused):
            open_block(block, LIMITS)
    else:
        assert len(open_block(memoryview(block), LIMITS)) == read_varint32(block)[0]


def test_over_the_limit_only_where_sound() -> None:
    block = bytes(cramjam.snappy.compress_raw(bytes(5000)))
    limits = Limits(output=4999)
    with pytest.raises(OverLimit, match="more than 4,999 bytes"):
        open_block(block, limits)
    with pytest.raises(OverLimit):
        open_block(block, LIMITS, LIMITS.output - 4999)
    with pytest.raises(Refused):
        open_block(block[:-3], limits)
