"""bzip2 streams."""

import bz2

import pytest

from cqlsh_ext.errors import Damaged, OverLimit, Refused
from cqlsh_ext.formats.bzip2 import BZIP2
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.limits import Limits

LIMITS = Limits()
PLAIN = b'{"id": 7, "name": "sensor"}' * 4


def header(blob, parts):
    return {field.name: (field.value, field.offset, field.size) for field in BZIP2.read_header(blob, parts)}


def test_the_header_is_told_with_its_places():
    blob = bz2.compress(PLAIN, 3)
    assert header(blob, (0, len(blob))) == {
        "magic": ("42 5a 68", 0, 3),
        "level": (3, 3, 1),
        "block_size": (300_000, None, 0),
        "block_magic": ("31 41 59 26 53 59", 4, 6),
        "block_crc32": (f"0x{blob[10:14].hex()}", 10, 4),
        "streams": (1, None, 0),
    }


def test_an_empty_stream_opens():
    blob = bz2.compress(b"")
    assert BZIP2.open(blob, LIMITS).plain == b""
    assert header(blob, (0, len(blob)))["stream_crc32"] == ("0x00000000", 10, 4)


def test_a_stream_that_did_not_open_is_not_counted():
    assert "streams" not in header(bz2.compress(PLAIN)[:-1], (0,))


def test_streams_are_joined_and_counted():
    first = bz2.compress(PLAIN)
    blob = first + bz2.compress(b"") + bz2.compress(b"end")
    opened = BZIP2.open(blob, LIMITS)
    assert (opened.plain, opened.integrity) == (PLAIN + b"end", Integrity.CHECKSUM)
    assert opened.parts == (0, len(first), len(first) + 14, len(blob))
    assert header(blob, opened.parts)["streams"][0] == 3


@pytest.mark.parametrize("blob", [b"BZh0" + bz2.compress(PLAIN)[4:], b"BZh9 is text", b"BZh9"])
def test_more_than_the_magic_is_asked_for(blob):
    assert not BZIP2.may_be(blob)
    with pytest.raises(Refused):
        BZIP2.open(blob, LIMITS)


def test_a_fault_in_a_later_stream_counts_from_the_start_of_the_blob():
    first = bz2.compress(PLAIN)
    second = bytearray(bz2.compress(PLAIN))
    second[10] ^= 1
    with pytest.raises(Damaged) as caught:
        BZIP2.open(first + second, LIMITS)
    assert len(first) < (caught.value.offset or 0) < len(first + second)


def test_the_limits_are_on_all_streams_together():
    with pytest.raises(OverLimit):
        BZIP2.open(bz2.compress(PLAIN) * 3, Limits(output=3 * len(PLAIN) - 1))
    with pytest.raises(OverLimit):
        BZIP2.open(bz2.compress(b"") * 3, Limits(members=2))
