"""The stream of snappy-java."""

import struct

import cramjam
import pytest

from cqlsh_ext.errors import Damaged, Refused, Unsupported
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.formats.snappy_xerial import SNAPPY_XERIAL
from cqlsh_ext.limits import Limits

LIMITS = Limits()
HEADER = b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01"
PLAIN = b"a plain text, a plain text, a plain text"


def block(plain: bytes) -> bytes:
    body = bytes(cramjam.snappy.compress_raw(plain))
    return struct.pack(">I", len(body)) + body


def test_header() -> None:
    blob = HEADER + block(PLAIN) + block(b"x")
    assert [(field.name, field.value, field.offset, field.size) for field in SNAPPY_XERIAL.read_header(blob, (0,))] == [
        ("magic", "82 53 4e 41 50 50 59 00", 0, 8),
        ("version", 1, 8, 4),
        ("min_compatible_version", 1, 12, 4),
        ("blocks", 2, None, 0),
        ("largest_block", 40, None, 0),
        ("largest_stored_block", len(block(PLAIN)) - 4, None, 0),
        ("declared_length", 41, None, 0),
        (
            "each_block",
            [
                {"size": len(block(PLAIN)) - 4, "declared_length": len(PLAIN)},
                {"size": len(block(b"x")) - 4, "declared_length": 1},
            ],
            None,
            0,
        ),
    ]


def test_the_header_alone_is_an_empty_stream() -> None:
    opened = SNAPPY_XERIAL.open(HEADER, LIMITS)
    assert opened.plain == b""
    assert opened.integrity is Integrity.STRUCTURE


def test_joined_streams() -> None:
    blob = HEADER + block(PLAIN) + HEADER + HEADER + block(b"x")
    assert SNAPPY_XERIAL.open(blob, LIMITS).plain == PLAIN + b"x"


@pytest.mark.parametrize(
    ("blob", "fault", "offset"),
    [
        (HEADER[:8], "truncated", 8),
        (HEADER[:15], "truncated", 15),
        (HEADER + b"\0\0", "truncated", 18),
        (HEADER + block(PLAIN) + HEADER[:7], "truncated", 16 + len(block(PLAIN)) + 7),
        (HEADER + block(PLAIN) + HEADER[:9], "truncated", 16 + len(block(PLAIN)) + 9),
        (HEADER + bytes(4), "has a length below 1", 16),
        (HEADER + b"\xff\xff\xff\xff", "has a length below 1", 16),
        (HEADER + b"\0\0\0\x09abc", "block 1 at byte 16 runs past the end", 16),
        (HEADER + b"\0\0\0\x05\x05\0a\x01\x02", "before the start", 23),
    ],
)
def test_damage(blob: bytes, fault: str, offset: int) -> None:
    with pytest.raises(Damaged, match=fault) as caught:
        SNAPPY_XERIAL.open(blob, LIMITS)
    assert caught.value.offset == offset


def test_a_later_version_is_unsupported() -> None:
    blob = HEADER[:12] + b"\0\0\0\x02" + block(PLAIN)
    with pytest.raises(Unsupported, match="version 2") as caught:
        SNAPPY_XERIAL.open(blob, LIMITS)
    assert caught.value.offset == 12
    assert SNAPPY_XERIAL.open(HEADER[:8] + b"\0\0\0\x02" + HEADER[12:] + block(PLAIN), LIMITS).plain == PLAIN


def test_refused() -> None:
    with pytest.raises(Refused):
        SNAPPY_XERIAL.open(HEADER[1:], LIMITS)
