"""S2: streams, and blocks with repeats."""

import struct

import pytest
from corpus.corpus import Blob, blobs, sha256

from cqlsh_ext.errors import Damaged, OverLimit, Refused
from cqlsh_ext.formats.crc32c import masked_crc32c
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.formats.s2 import S2
from cqlsh_ext.limits import Limits

LIMITS = Limits()
MAGIC = b"\xff\x06\x00\x00S2sTwO"


def varint(number: int) -> bytes:
    groups = bytearray()
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(groups) + bytes([number])


def block(length: int, *elements: bytes) -> bytes:
    return varint(length) + b"".join(elements)


@pytest.mark.parametrize(
    "blob", [each for each in blobs("positive") if each.layers == ["s2"]], ids=lambda blob: blob.id
)
def test_real_writers(blob: Blob) -> None:
    opened = S2.open(blob.data, LIMITS)
    assert sha256(opened.plain) == blob.facts["plain_sha256"]
    stream = blob.facts["format"] == "s2-stream"
    assert S2.may_be(blob.data) is stream
    assert opened.integrity is (Integrity.CHECKSUM if stream else Integrity.STRUCTURE)


@pytest.mark.parametrize(
    ("repeat", "length"),
    [
        (b"\x01\0", 4),
        (b"\x05\0", 5),
        (b"\x11\0", 8),
        (b"\x15\0\0", 8),
        (b"\x15\0\xff", 263),
        (b"\x19\0\0\0", 260),
        (b"\x19\0\xff\xff", 65_795),
        (b"\x1d\0\0\0\0", 65_540),
        (b"\x1d\0\x01\x02\x03", 65_540 + 0x030201),
    ],
)
def test_repeats(repeat: bytes, length: int) -> None:
    copy = b"\x01\x03"
    blob = block(3 + 4 + length, b"\x08abc", copy, repeat)
    assert S2.open(blob, LIMITS).plain == (b"abc" * length)[: 7 + length]
    assert {field.name: field.value for field in S2.read_header(blob, (0,))}["repeats"] == 1


def test_a_repeat_goes_back_as_far_as_the_copy_before() -> None:
    blob = block(5 + 4 + 1 + 5, b"\x10abcde", b"\x0e\x05\0", b"\0x", b"\x05\0")
    assert S2.open(blob, LIMITS).plain == b"abcde" + b"abcd" + b"x" + b"abcdx"


def test_blocks_start_anew() -> None:
    first = block(7, b"\x08abc", b"\x01\x03")
    second = block(7, b"\x08abc", b"\x01\0")
    chunks = [
        b"\0" + (4 + len(each)).to_bytes(3, "little") + struct.pack("<I", masked_crc32c(b"abcabca")) + each
        for each in (first, second)
    ]
    assert S2.open(MAGIC + chunks[0], LIMITS).plain == b"abcabca"
    with pytest.raises(Damaged, match="before the start") as caught:
        S2.open(MAGIC + b"".join(chunks), LIMITS)
    assert caught.value.offset == len(MAGIC + chunks[0]) + 8 + 5


@pytest.mark.parametrize(
    ("blob", "reason"),
    [
        (b"", "no block length"),
        (block(4, b"\x01\0"), "before the start"),
        (block(9, b"\0a", b"\x01\x01", b"\x15\0"), "runs past the end"),
        (block(9, b"\0a", b"\x01\x01", b"\x1d\0\0\0"), "runs past the end"),
        (block(8, b"\0a", b"\x01\x01", b"\x01\0"), "more than it declares"),
        (block(10, b"\0a", b"\x01\x01", b"\x01\0"), "ends too early"),
        (block(5, b"\0a", b"\x0e\0\0"), "before the start"),
    ],
)
def test_refused(blob: bytes, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        S2.open(blob, LIMITS)


def test_a_bomb_of_repeats() -> None:
    longest = b"\x1d\0\xff\xff\xff"
    blob = block(5 + 200 * (65_540 + 0xFFFFFF), b"\0a", b"\x01\x01", longest * 200)
    with pytest.raises(OverLimit):
        S2.open(blob, LIMITS)
    with pytest.raises(Refused, match="ends too early"):
        S2.open(blob[:-5], LIMITS)


def test_header_of_a_block() -> None:
    blob = block(15, b"\x10abcde", b"\x0e\x05\0", b"\0x", b"\x05\0")
    assert [(field.name, field.value, field.offset, field.size) for field in S2.read_header(blob, (0,))] == [
        ("declared_length", 15, 0, 1),
        ("literals", 2, None, 0),
        ("literal_bytes", 6, None, 0),
        ("longest_literal", 5, None, 0),
        ("copies", {"copy_1": 0, "copy_2": 1, "copy_4": 0}, None, 0),
        ("repeats", 1, None, 0),
        ("largest_offset", 5, None, 0),
    ]


def test_header_of_a_stream_with_an_index() -> None:
    [blob] = [each for each in blobs("positive") if each.id == "go-s2-writer-index__s50.bin"]
    assert [(field.name, field.value, field.offset, field.size) for field in S2.read_header(blob.data, (0,))] == [
        ("magic", "ff 06 00 00 53 32 73 54 77 4f", 0, 10),
        ("identifier", "S2sTwO", None, 0),
        ("chunks", {"identifier": 1, "stored": 1, "index": 1}, None, 0),
        ("declared_length", 50, None, 0),
        ("largest_chunk", 50, None, 0),
        ("first_masked_crc32c", "0xdd0baa81", 14, 4),
    ]


def test_chunks_may_be_larger_than_those_of_snappy() -> None:
    plain = bytes(range(256)) * 1024
    stored = b"\x01" + (4 + len(plain)).to_bytes(3, "little") + struct.pack("<I", masked_crc32c(plain)) + plain
    assert S2.open(MAGIC + stored, LIMITS).plain == plain
