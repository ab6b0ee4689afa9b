"""The stream of iq80's snappy."""

import struct

import cramjam
import pytest

from cqlsh_ext.errors import Damaged, Refused
from cqlsh_ext.formats.crc32c import masked_crc32c
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.formats.snappy_iq80 import SNAPPY_IQ80
from cqlsh_ext.limits import Limits

LIMITS = Limits()
MAGIC = b"snappy\0"
PLAIN = b"a plain text, a plain text, a plain text"


def stored(plain: bytes) -> bytes:
    return struct.pack(">BHI", 0, len(plain), masked_crc32c(plain)) + plain


def compressed(plain: bytes) -> bytes:
    body = bytes(cramjam.snappy.compress_raw(plain))
    return struct.pack(">BHI", 1, len(body), masked_crc32c(plain)) + body


def test_header() -> None:
    blob = MAGIC + stored(PLAIN) + compressed(PLAIN)
    assert SNAPPY_IQ80.open(blob, LIMITS).plain == PLAIN * 2
    assert [(field.name, field.value, field.offset, field.size) for field in SNAPPY_IQ80.read_header(blob, (0,))] == [
        ("magic", "73 6e 61 70 70 79 00", 0, 7),
        ("blocks", {"stored": 1, "compressed": 1}, None, 0),
        ("declared_length", 80, None, 0),
        ("first_block_length", 40, 8, 2),
        ("first_masked_crc32c", f"0x{masked_crc32c(PLAIN):08x}", 10, 4),
    ]


def test_the_magic_alone_is_an_empty_stream() -> None:
    assert SNAPPY_IQ80.minimum == len(MAGIC)
    opened = SNAPPY_IQ80.open(MAGIC, LIMITS)
    assert opened.plain == b""
    assert opened.integrity is Integrity.STRUCTURE


def test_joined_streams() -> None:
    blob = MAGIC + MAGIC + compressed(PLAIN) + MAGIC + stored(b"x")
    assert SNAPPY_IQ80.open(blob, LIMITS).plain == PLAIN + b"x"
    assert {field.name: field.offset for field in SNAPPY_IQ80.read_header(blob, (0,))}["first_masked_crc32c"] == 17


@pytest.mark.parametrize(
    ("tail", "fault", "offset"),
    [
        (b"\x01", "truncated", 8),
        (b"snapp", "truncated", 12),
        (b"\x02" + bytes(9), "block 1 at byte 7 has a flag other than 0 and 1", 7),
        (bytes(7), "has a length out of bounds", 7),
        (b"\0\x80\x01" + bytes(40_000), "has a length out of bounds", 7),
        (stored(PLAIN)[:-1], "block 1 at byte 7 runs past the end", 7),
        (stored(PLAIN)[:-1] + b"X", "checksum mismatch", 10),
        (stored(PLAIN) + b"\x01\0\x05\0\0\0\0\x05\0a\x01\x02", "before the start", 64),
    ],
)
def test_damage(tail: bytes, fault: str, offset: int) -> None:
    with pytest.raises(Damaged, match=fault) as caught:
        SNAPPY_IQ80.open(MAGIC + tail, LIMITS)
    assert caught.value.offset == offset
    assert list(SNAPPY_IQ80.read_header(MAGIC + tail, (0,)))


def test_refused() -> None:
    with pytest.raises(Refused):
        SNAPPY_IQ80.open(b"snappy" + compressed(PLAIN), LIMITS)
