"""The snappy framing format, chunk by chunk."""

import struct

import cramjam
import pytest

from cqlsh_ext.errors import Damaged, Refused
from cqlsh_ext.formats.crc32c import masked_crc32c
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.formats.snappy_framed import SNAPPY_FRAMED
from cqlsh_ext.limits import Limits

LIMITS = Limits()
MAGIC = b"\xff\x06\x00\x00sNaPpY"
PLAIN = b"a plain text, a plain text, a plain text"


def chunk(kind: int, body: bytes) -> bytes:
    return bytes([kind]) + len(body).to_bytes(3, "little") + body


def stored(plain: bytes) -> bytes:
    return chunk(1, struct.pack("<I", masked_crc32c(plain)) + plain)


def compressed(plain: bytes) -> bytes:
    return chunk(0, struct.pack("<I", masked_crc32c(plain)) + bytes(cramjam.snappy.compress_raw(plain)))


@pytest.mark.parametrize("plain", [PLAIN, PLAIN * 10_000, bytes(range(256))])
def test_a_real_encoder(plain: bytes) -> None:
    opened = SNAPPY_FRAMED.open(bytes(cramjam.snappy.compress(plain)), LIMITS)
    assert opened.plain == plain
    assert opened.integrity is Integrity.CHECKSUM


def test_the_empty_stream_carries_no_checksum() -> None:
    opened = SNAPPY_FRAMED.open(MAGIC, LIMITS)
    assert opened.plain == b""
    assert opened.integrity is Integrity.STRUCTURE


def test_what_carries_no_data_is_skipped() -> None:
    blob = (
        MAGIC + compressed(PLAIN) + chunk(0xFE, bytes(9)) + MAGIC + chunk(0x80, b"?") + chunk(0xFD, b"") + stored(PLAIN)
    )
    assert SNAPPY_FRAMED.open(blob, LIMITS).plain == PLAIN * 2
    assert [(field.name, field.value, field.offset, field.size) for field in SNAPPY_FRAMED.read_header(blob, (0,))] == [
        ("magic", "ff 06 00 00 73 4e 61 50 70 59", 0, 10),
        ("identifier", "sNaPpY", None, 0),
        ("chunks", {"identifier": 2, "compressed": 1, "padding": 1, "skippable": 2, "stored": 1}, None, 0),
        ("declared_length", 80, None, 0),
        ("largest_chunk", 40, None, 0),
        ("first_masked_crc32c", f"0x{masked_crc32c(PLAIN):08x}", 14, 4),
    ]


@pytest.mark.parametrize(
    ("tail", "fault", "offset"),
    [
        (b"\0\0\0", "truncated", 13),
        (chunk(2, b""), "chunk 2 at byte 10 has a reserved type", 10),
        (chunk(0x7F, b"abc"), "has a reserved type", 10),
        (chunk(0, bytes(9))[:-1], "chunk 2 at byte 10 runs past the end", 10),
        (chunk(0, bytes(3)), "too short for a checksum", 10),
        (chunk(1, b""), "too short for a checksum", 10),
        (chunk(0xFF, b"S2sTwO"), "another stream identifier", 10),
        (chunk(0xFF, b""), "another stream identifier", 10),
        (chunk(0, bytes(4)), "no block length", 18),
        (chunk(0, bytes(4) + b"\x05\0a\x01\x02"), "before the start", 21),
        (stored(PLAIN) + stored(bytes(65537)), "chunk is too large", 58),
        (chunk(0, bytes(4) + b"\x81\x80\x04\0a"), "chunk is too large", 10),
        (stored(PLAIN)[:-1] + b"X", "checksum mismatch", 14),
    ],
)
def test_damage(tail: bytes, fault: str, offset: int) -> None:
    with pytest.raises(Damaged, match=fault) as caught:
        SNAPPY_FRAMED.open(MAGIC + tail, LIMITS)
    assert caught.value.offset == offset
    assert list(SNAPPY_FRAMED.read_header(MAGIC + tail, (0,)))


def test_refused() -> None:
    with pytest.raises(Refused, match="sNaPpY"):
        SNAPPY_FRAMED.open(compressed(PLAIN), LIMITS)
