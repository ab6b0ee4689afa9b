"""A bare snappy block: what is taken for one, and what its header says."""

import random

import cramjam
import pytest

from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.snappy_elements import survey
from cqlsh_ext.formats.snappy_raw import SNAPPY_RAW
from cqlsh_ext.limits import Limits

LIMITS = Limits()
JSON = b'{"id": 17, "name": "anna", "mail": "anna@example.org", "note": "anna wrote this note"}'
NOISE = random.Random(0).randbytes(100)


def block(plain: bytes) -> bytes:
    return bytes(cramjam.snappy.compress_raw(plain))


def is_canonical(blob: bytes) -> bool:
    return survey(blob).canonical


def accepted(blob: bytes) -> bool:
    return SNAPPY_RAW.accept(blob, SNAPPY_RAW.open(blob, LIMITS).plain)


def test_header() -> None:
    blob = b"\x16" + b"\x08abc" + b"\x01\x03" + b"\0x" + b"\x0e\x01\0" + b"\x26\x0c\0"
    assert SNAPPY_RAW.open(blob, LIMITS).plain == b"abcabcaxxxxxabcabcaxxx"
    assert [(field.name, field.value, field.offset, field.size) for field in SNAPPY_RAW.read_header(blob, (0,))] == [
        ("declared_length", 22, 0, 1),
        ("literals", 2, None, 0),
        ("literal_bytes", 4, None, 0),
        ("longest_literal", 3, None, 0),
        ("copies", {"copy_1": 1, "copy_2": 2, "copy_4": 0}, None, 0),
        ("largest_offset", 12, None, 0),
        ("canonical", True, None, 0),
    ]


def test_header_of_a_damaged_block_says_how_far_it_is_sound() -> None:
    found = {field.name: field.value for field in SNAPPY_RAW.read_header(block(JSON)[:30], (0,))}
    assert found["declared_length"] == 86
    assert found["sound_until"] == 1
    assert "canonical" not in found


@pytest.mark.parametrize("plain", [b"", b"x", JSON, JSON * 10_000, NOISE, bytes(100_000), NOISE * 2000])
def test_encoders_are_canonical(plain: bytes) -> None:
    assert is_canonical(block(plain))


@pytest.mark.parametrize(
    "blob",
    [
        b"\x83\0\x08abc",  # length longer than needed
        b"\x03\xf0\x02abc",  # literal length in a byte of its own
        b"\x03\0a\x04bc",  # two literals that could be one
        b"\x05\0a\x0f\x01\0\0\0",  # near copy with a far offset
    ],
)
def test_not_canonical(blob: bytes) -> None:
    SNAPPY_RAW.open(blob, LIMITS)
    assert not is_canonical(blob)


@pytest.mark.parametrize("cut", [32 * 1024, 64 * 1024])
def test_literals_may_meet_where_encoders_cut(cut: int) -> None:
    rest = 100
    plain = random.Random(cut).randbytes(cut + rest)
    length = (cut + rest) & 0x7F | 0x80, (cut + rest) >> 7 & 0x7F | 0x80, (cut + rest) >> 14
    blob = bytes(length) + b"\xf4" + (cut - 1).to_bytes(2, "little") + plain[:cut] + b"\xf0\x63" + plain[cut:]
    assert SNAPPY_RAW.open(blob, LIMITS).plain == plain
    assert is_canonical(blob)


def test_readable_content_is_believed() -> None:
    assert accepted(block(b"0123456789"))
    assert accepted(block(JSON))


def test_text_that_happens_to_be_a_block_stays_text() -> None:
    blob = b" " + b" 123456789" + b"(abcdefghijk" + b",abcdefghijkl"
    assert SNAPPY_RAW.open(blob, LIMITS).plain == b"123456789abcdefghijkabcdefghijkl"
    assert not accepted(blob)


def test_long_canonical_blocks_are_believed_whatever_they_hold() -> None:
    assert accepted(block(NOISE))
    assert not accepted(block(NOISE[:40]))


def test_gain_is_believed() -> None:
    assert accepted(block(NOISE[:12] * 3 + NOISE[20:32] * 3))
    assert not accepted(block(NOISE[:12] * 2))


@pytest.mark.parametrize(
    ("blob", "reason"),
    [
        (b"\x05\x01\x02", "before the start"),
        (b"\x01\0a" + bytes(60), "longer than snappy makes it"),
        (bytes(20), "more than it declares"),
        (b"\x80" * 20, "no block length"),
    ],
)
def test_refused(blob: bytes, reason: str) -> None:
    assert not SNAPPY_RAW.may_be(blob)
    with pytest.raises(Refused, match=reason):
        SNAPPY_RAW.open(blob, LIMITS)


def test_the_empty_block() -> None:
    assert SNAPPY_RAW.may_be(b"\0")
    assert SNAPPY_RAW.open(b"\0", LIMITS).plain == b""
