"""zlib streams, bare and behind a length."""

import struct
import zlib

import pytest

from cqlsh_ext.errors import Damaged, OverLimit, Unsupported
from cqlsh_ext.formats.zlib import ZLIB, ZLIB_BE32, ZLIB_LE32
from cqlsh_ext.limits import Limits

LIMITS = Limits()
PLAIN = b'{"id": 7, "name": "sensor"}' * 4


def damage(record, blob):
    with pytest.raises(Damaged) as caught:
        record.open(blob, LIMITS)
    return caught.value


def header(record, blob):
    return {field.name: (field.value, field.offset, field.size) for field in record.read_header(blob, (0,))}


@pytest.mark.parametrize("level", range(10))
@pytest.mark.parametrize("window", range(9, 16))
def test_every_level_and_window_opens(level, window):
    stream = zlib.compressobj(level, wbits=window)
    blob = stream.compress(PLAIN) + stream.flush()
    assert ZLIB.may_be(blob)
    assert ZLIB.open(blob, LIMITS).plain == PLAIN
    assert header(ZLIB, blob)["window_size"][0] == 1 << window


def test_the_header_is_told_with_its_places():
    blob = struct.pack("<I", len(PLAIN)) + zlib.compress(PLAIN, 9)
    assert header(ZLIB_LE32, blob) == {
        "declared_length": (108, 0, 4),
        "window_size": (32768, 4, 1),
        "level": ("best", 5, 1),
        "dictionary_id": (None, None, 0),
        "adler32": (f"0x{zlib.adler32(PLAIN):08x}", len(blob) - 4, 4),
    }


def test_a_preset_dictionary_is_named_but_not_guessed():
    stream = zlib.compressobj(zdict=b"sensor")
    blob = stream.compress(PLAIN) + stream.flush()
    assert header(ZLIB, blob)["dictionary_id"] == (f"0x{zlib.adler32(b'sensor'):08x}", 2, 4)
    with pytest.raises(Unsupported, match="needs a dictionary"):
        ZLIB.open(blob, LIMITS)


@pytest.mark.parametrize("cut", [1, 4, 5, 20])
def test_a_cut_stream_tells_no_checksum(cut):
    told = header(ZLIB, zlib.compress(PLAIN)[:-cut])
    assert list(told) == ["window_size", "level", "dictionary_id"]


def test_bytes_after_a_stream_are_not_its_checksum():
    blob = zlib.compress(PLAIN)
    assert header(ZLIB, blob + b"left")["adler32"] == (f"0x{zlib.adler32(PLAIN):08x}", len(blob) - 4, 4)


def test_a_wrong_checksum_is_found_where_it_stands():
    blob = bytearray(zlib.compress(PLAIN))
    blob[-1] ^= 1
    fault = damage(ZLIB, bytes(blob))
    assert (fault.what, fault.offset) == ("checksum mismatch", len(blob) - 4)


@pytest.mark.parametrize(("record", "layout"), [(ZLIB_LE32, "<I"), (ZLIB_BE32, ">I")])
@pytest.mark.parametrize("declared", [0, 1, len(PLAIN) - 1, len(PLAIN) + 1, 0xFFFFFFFF])
def test_a_wrong_length_is_damage(record, layout, declared):
    fault = damage(record, struct.pack(layout, declared) + zlib.compress(PLAIN))
    assert (fault.what, fault.offset) == ("declares another length", 0)
    assert f"declared {declared:,}" in fault.detail


def test_faults_count_from_the_start_of_the_blob():
    blob = struct.pack("<I", len(PLAIN)) + zlib.compress(PLAIN)
    assert damage(ZLIB_LE32, blob[:-1]).offset == len(blob) - 1
    fault = damage(ZLIB_LE32, blob + b"12345")
    assert (fault.what, fault.offset, fault.detail) == ("bytes after the checksum", len(blob), "5 bytes")


def test_a_length_over_the_limit_is_verified_as_far_as_the_limit():
    limits = Limits(output=1000)
    small = struct.pack("<I", 5000) + zlib.compress(bytes(500))
    with pytest.raises(Damaged, match="holds 500"):
        ZLIB_LE32.open(small, limits)
    with pytest.raises(OverLimit):
        ZLIB_LE32.open(struct.pack("<I", 5000) + zlib.compress(bytes(5000)), limits)


def test_an_empty_text_opens():
    blob = zlib.compress(b"")
    assert len(blob) == ZLIB.minimum
    assert ZLIB.open(blob, LIMITS).plain == b""
