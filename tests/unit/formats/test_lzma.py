"""LZMA alone, for which a plausible header and an exact decode speak."""

import lzma
import struct

import pytest

from cqlsh_ext.errors import OverLimit, Refused
from cqlsh_ext.formats.lzma import LZMA
from cqlsh_ext.limits import Limits

LIMITS = Limits()
PLAIN = b'{"id": 7, "name": "sensor"}' * 4


def alone(plain, **options):
    return lzma.compress(plain, format=lzma.FORMAT_ALONE, **options)


def sized(blob: bytes, size: int) -> bytes:
    return blob[:5] + struct.pack("<Q", size) + blob[13:]


def with_dictionary(blob: bytes, size: int) -> bytes:
    return blob[:1] + struct.pack("<I", size) + blob[5:]


def test_the_header_is_told_with_its_places():
    told = {field.name: (field.value, field.offset, field.size) for field in LZMA.read_header(alone(PLAIN), (0,))}
    assert told == {
        "properties": ("0x5d", 0, 1),
        "lc": (3, None, 0),
        "lp": (0, None, 0),
        "pb": (2, None, 0),
        "dictionary_size": (8 * 1024 * 1024, 1, 4),
        "uncompressed_size": (None, 5, 8),
    }


@pytest.mark.parametrize("preset", range(10))
def test_every_preset_opens(preset):
    assert LZMA.may_be(alone(PLAIN, preset=preset))
    assert LZMA.open(alone(PLAIN, preset=preset), LIMITS).plain == PLAIN


def test_a_stored_size_must_be_the_one():
    assert LZMA.open(sized(alone(PLAIN), len(PLAIN)), LIMITS).plain == PLAIN
    for lie in (0, len(PLAIN) - 1, len(PLAIN) + 1, 1 << 40, (1 << 64) - 2):
        with pytest.raises(Refused):
            LZMA.open(sized(alone(PLAIN), lie), LIMITS)


def test_a_dictionary_of_4_gib_is_not_reserved():
    assert LZMA.open(with_dictionary(alone(PLAIN), (1 << 32) - 1), LIMITS).plain == PLAIN


def test_a_dictionary_as_large_as_the_limit_is_enough():
    plain = bytes(range(256)) * 64
    assert LZMA.open(alone(plain), Limits(output=len(plain))).plain == plain


@pytest.mark.parametrize("size", [0, 1, 4095, 5000, 1 << 20 | 1])
def test_a_dictionary_of_an_odd_size_is_ruled_out(size):
    assert not LZMA.may_be(with_dictionary(alone(PLAIN), size))


def test_a_large_size_is_verified_as_far_as_the_limit():
    plain = bytes(100_000)
    with pytest.raises(OverLimit):
        LZMA.open(sized(alone(plain), len(plain)), Limits(output=50_000))
    with pytest.raises(Refused):
        LZMA.open(sized(alone(b"short"), 60_000), Limits(output=50_000))
