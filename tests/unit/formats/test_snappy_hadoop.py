"""Snappy in the layout of Hadoop's codecs."""

import struct

import cramjam
import pytest

from cqlsh_ext.errors import OverLimit, Refused
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.formats.snappy_hadoop import SNAPPY_HADOOP
from cqlsh_ext.limits import Limits

LIMITS = Limits()
PLAIN = b"a plain text, a plain text, a plain text"


def block(*plains: bytes) -> bytes:
    bodies = [bytes(cramjam.snappy.compress_raw(plain)) for plain in plains]
    return struct.pack(">I", sum(map(len, plains))) + b"".join(struct.pack(">I", len(each)) + each for each in bodies)


def test_header() -> None:
    blob = block(PLAIN, PLAIN) + block(b"x")
    assert [(field.name, field.value, field.offset, field.size) for field in SNAPPY_HADOOP.read_header(blob, (0,))] == [
        ("block_length", 80, 0, 4),
        ("stored_length", len(block(PLAIN)) - 8, 4, 4),
        ("sub_blocks", 3, None, 0),
        ("declared_length", 81, None, 0),
    ]


def test_sub_blocks() -> None:
    opened = SNAPPY_HADOOP.open(block(PLAIN, b"xy", PLAIN) + block(b"z"), LIMITS)
    assert opened.plain == PLAIN + b"xy" + PLAIN + b"z"
    assert opened.integrity is Integrity.STRUCTURE


def test_a_block_of_no_bytes_ends_the_stream() -> None:
    assert SNAPPY_HADOOP.open(block(PLAIN) + bytes(4), LIMITS).plain == PLAIN


@pytest.mark.parametrize(
    ("blob", "reason", "offset"),
    [
        (b"", "is empty", None),
        (bytes(4), "declares no bytes", 0),
        (bytes(64), "declares no bytes", 0),
        (block(PLAIN) + bytes(8), "declares no bytes", len(block(PLAIN))),
        (block(PLAIN)[:-1], "sub-block 1 at byte 4 runs past the end", 4),
        (block(PLAIN) + b"\0\0", "truncated", len(block(PLAIN)) + 2),
        (b"\0\0\0\x29" + block(PLAIN)[4:], "truncated", len(block(PLAIN))),
        (b"\0\0\0\x27" + block(PLAIN)[4:], "lengths disagree", 8),
        (b"\0\0\0\x01" + bytes(4), "lengths disagree", 8),
        (b"\0\0\0\x05\0\0\0\x05\x05\0a\x01\x02", "before the start", 11),
    ],
)
def test_refused(blob: bytes, reason: str, offset: int | None) -> None:
    with pytest.raises(Refused, match=reason) as caught:
        SNAPPY_HADOOP.open(blob, LIMITS)
    assert caught.value.offset == offset


def test_over_the_limit_only_where_every_sub_block_is_sound() -> None:
    limits = Limits(output=2 * len(PLAIN) - 1)
    with pytest.raises(OverLimit):
        SNAPPY_HADOOP.open(block(PLAIN, PLAIN), limits)
    damaged = block(PLAIN) + b"\0\0\0\x29\0\0\0\x05\x29\0a\x01\x02"
    with pytest.raises(Refused, match="before the start"):
        SNAPPY_HADOOP.open(damaged, limits)
