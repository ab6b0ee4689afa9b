"""xz streams, their padding and their indexes."""

import lzma
import struct
import tracemalloc
import zlib

import pytest

from cqlsh_ext.errors import Damaged, OverLimit
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.formats.xz import XZ
from cqlsh_ext.limits import Limits

LIMITS = Limits()
LZMA2 = [{"id": lzma.FILTER_LZMA2, "preset": 6}]
PLAIN = b'{"id": 7, "name": "sensor"}' * 4


def header(blob):
    return {field.name: (field.value, field.offset, field.size) for field in XZ.read_header(blob, (0,))}


def damage(blob):
    with pytest.raises(Damaged) as caught:
        XZ.open(blob, LIMITS)
    return caught.value.what, caught.value.offset


def test_the_header_is_told_as_xz_tells_it():
    blob = lzma.compress(PLAIN, check=lzma.CHECK_CRC32)
    check_at = blob.rindex(struct.pack("<I", zlib.crc32(PLAIN)))
    assert header(blob) == {
        "magic": ("fd 37 7a 58 5a 00", 0, 6),
        "check": ("CRC32", 7, 1),
        "header_crc32": (f"0x{zlib.crc32(blob[6:8]):08x}", 8, 4),
        "block_header_size": (12, 12, 1),
        "block_flags": ([], 13, 1),
        "filters": ([{"name": "lzma2", "dictionary_size": 8 * 1024 * 1024}], 14, 3),
        "block_total_size": (check_at + 4 - 12, None, 0),
        "block_compressed_size": (len(lzma.compress(PLAIN, lzma.FORMAT_RAW, filters=LZMA2)), None, 0),
        "check_value": (f"{zlib.crc32(PLAIN):08x}", check_at, 4),
        "uncompressed_size": (len(PLAIN), None, 0),
        "streams": (1, None, 0),
        "blocks": (1, None, 0),
        "stream_padding": (0, None, 0),
    }


def test_the_indexes_of_all_streams_are_summed_up():
    filters = [{"id": lzma.FILTER_DELTA, "dist": 4}, {"id": lzma.FILTER_LZMA2, "preset": 9}]
    blob = lzma.compress(PLAIN, filters=filters) + bytes(8) + lzma.compress(b"") + lzma.compress(b"end") + bytes(4)
    told = header(blob)
    assert told["filters"][0] == [
        {"name": "delta", "distance": 4},
        {"name": "lzma2", "dictionary_size": 64 * 1024 * 1024},
    ]
    assert told["uncompressed_size"][0] == len(PLAIN) + 3
    assert (told["streams"][0], told["blocks"][0], told["stream_padding"][0]) == (3, 2, 12)
    assert [each["uncompressed_size"] for each in told["each_stream"][0]] == [len(PLAIN), 0, 3]
    assert [each["padding"] for each in told["each_stream"][0]] == [8, 0, 4]
    assert [each["uncompressed_size"] for each in told["each_block"][0]] == [len(PLAIN), 3]
    assert XZ.open(blob, LIMITS).plain == PLAIN + b"end"


def test_an_index_that_lies_about_a_block_tells_no_check():
    blob = bytearray(lzma.compress(PLAIN, check=lzma.CHECK_SHA256))
    index_at = len(blob) - 12 - 8
    assert blob[index_at : index_at + 2] == b"\0\1"
    blob[12:index_at] = b""
    blob[14] = 0
    blob[16:20] = struct.pack("<I", zlib.crc32(blob[12:16]))
    assert header(bytes(blob))["blocks"][0] == 1
    assert "check_value" not in header(bytes(blob))


def test_a_huge_index_is_not_read():
    index = b"\0" + b"\x80\x80\x80\x02" + bytes(2 * (1 << 22)) + bytes(3)
    index += struct.pack("<I", zlib.crc32(index))
    footer = struct.pack("<I", len(index) // 4 - 1) + b"\0\1"
    blob = lzma.compress(b"")[:12] + index + struct.pack("<I", zlib.crc32(footer)) + footer + b"YZ"
    tracemalloc.start()
    told = header(blob)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "blocks" not in told
    assert peak < 4 * len(blob)


@pytest.mark.parametrize(
    ("check", "name", "integrity"),
    [
        (lzma.CHECK_NONE, "None", Integrity.STRUCTURE),
        (lzma.CHECK_CRC32, "CRC32", Integrity.CHECKSUM),
        (lzma.CHECK_CRC64, "CRC64", Integrity.CHECKSUM),
        (lzma.CHECK_SHA256, "SHA-256", Integrity.CHECKSUM),
    ],
)
def test_integrity_is_that_of_the_check(check, name, integrity):
    blob = lzma.compress(PLAIN, check=check)
    assert XZ.open(blob, LIMITS).integrity is integrity
    assert header(blob)["check"][0] == name


def test_one_stream_without_a_check_leaves_the_whole_without():
    blob = lzma.compress(PLAIN) + lzma.compress(PLAIN, check=lzma.CHECK_NONE)
    assert XZ.open(blob, LIMITS).integrity is Integrity.STRUCTURE


def test_a_cut_blob_still_tells_its_header():
    told = header(lzma.compress(PLAIN)[:-1])
    assert (told["check"][0], told["block_header_size"][0]) == ("CRC64", 12)
    assert "streams" not in told


def test_padding_is_a_multiple_of_four_zeros():
    blob = lzma.compress(PLAIN)
    assert XZ.open(blob + bytes(400), LIMITS).plain == PLAIN
    assert damage(blob + bytes(3)) == ("stream padding of a wrong length", len(blob))
    assert damage(blob + bytes(4) + b"left") == ("bytes after the end", len(blob) + 4)


def test_a_large_dictionary_is_not_reserved():
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 20}]
    blob = bytearray(lzma.compress(PLAIN, filters=filters))
    blob[16] = 36  # 1 GiB
    blob[20:24] = struct.pack("<I", zlib.crc32(blob[12:20]))
    assert header(bytes(blob))["filters"][0] == [{"name": "lzma2", "dictionary_size": 1 << 30}]
    with pytest.raises(OverLimit, match="memory"):
        XZ.open(bytes(blob), LIMITS)


def test_many_streams_hit_the_limit():
    with pytest.raises(OverLimit):
        XZ.open(lzma.compress(b"") * 1001, LIMITS)
