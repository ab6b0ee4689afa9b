"""gzip members: their headers, their trailers, and what may stand between them."""

import gzip
import struct
import tracemalloc
import zlib

import pytest

from cqlsh_ext.errors import Damaged, OverLimit, Refused
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.formats.gzip import GZIP
from cqlsh_ext.limits import Limits

LIMITS = Limits()
PLAIN = b'{"id": 7, "name": "caf\xc3\xa9"}' * 4


def member(plain: bytes, flags: int = 0, optional: bytes = b"", mtime: int = 0) -> bytes:
    stream = zlib.compressobj(wbits=-15)
    header = struct.pack("<3sBIBB", b"\x1f\x8b\x08", flags, mtime, 2, 3) + optional
    if flags & 2:
        header += struct.pack("<H", zlib.crc32(header) & 0xFFFF)
    return header + stream.compress(plain) + stream.flush() + struct.pack("<II", zlib.crc32(plain), len(plain))


def fields(blob: bytes) -> dict[str, tuple[object, int | None, int]]:
    try:
        parts = GZIP.open(blob, LIMITS).parts
    except Damaged:
        parts = (0,)
    return {field.name: (field.value, field.offset, field.size) for field in GZIP.read_header(blob, parts)}


def damage(blob: bytes) -> tuple[str, int | None]:
    with pytest.raises(Damaged) as caught:
        GZIP.open(blob, LIMITS)
    return caught.value.what, caught.value.offset


def test_every_header_field_of_a_member_is_told_with_its_place():
    extra = struct.pack("<H", 6) + b"AP" + struct.pack("<H", 2) + b"\1\2"
    blob = member(PLAIN, 1 | 2 | 4 | 8 | 16, extra + b"data.json\0" + b"caf\xe9\0", 1_714_560_000)
    end = len(blob)
    assert fields(blob) == {
        "magic": ("1f 8b", 0, 2),
        "method": ("deflate", 2, 1),
        "flags": (["FTEXT", "FHCRC", "FEXTRA", "FNAME", "FCOMMENT"], 3, 1),
        "mtime": ("2024-05-01T10:40:00+00:00", 4, 4),
        "extra_flags": ("best compression", 8, 1),
        "os": ("Unix", 9, 1),
        "extra": ({"AP": "0102"}, 10, 8),
        "name": ("data.json", 18, 10),
        "comment": ("café", 28, 5),
        "header_crc": (f"0x{zlib.crc32(blob[:33]) & 0xFFFF:04x}", 33, 2),
        "header_crc_matches": (True, None, 0),
        "members": (1, None, 0),
        "crc32": (f"0x{zlib.crc32(PLAIN):08x}", end - 8, 4),
        "isize": (len(PLAIN), end - 4, 4),
        "trailing_bytes": (0, None, 0),
    }


def test_an_extra_field_without_subfields_is_told_in_hex():
    assert fields(member(PLAIN, 4, b"\3\0\1\2\3"))["extra"] == ("010203", 10, 5)


def test_no_time_is_no_time():
    assert fields(member(PLAIN))["mtime"] == (None, 4, 4)


def test_the_trailer_of_the_first_of_several_members_stands_before_the_second():
    first = member(b"first")
    told = fields(first + member(b"second") + bytes(5))
    assert told["members"][0] == 2
    assert told["each_member"][0] == [
        {
            "offset": at,
            "size": size,
            "mtime": None,
            "extra_flags": "best compression",
            "os": "Unix",
            "crc32": f"0x{zlib.crc32(plain):08x}",
            "isize": len(plain),
        }
        for at, size, plain in ((0, len(first), b"first"), (len(first), len(member(b"second")), b"second"))
    ]
    assert told["isize"] == (5, len(first) - 4, 4)
    assert told["crc32"] == (f"0x{zlib.crc32(b'first'):08x}", len(first) - 8, 4)
    assert told["trailing_bytes"][0] == 5


def test_the_trailer_of_a_padded_member_stands_before_the_padding():
    blob = member(PLAIN)
    told = fields(blob + bytes(11))
    assert told["isize"] == (len(PLAIN), len(blob) - 4, 4)
    assert told["trailing_bytes"][0] == 11


def test_a_damaged_member_still_tells_the_trailer():
    blob = bytearray(member(PLAIN))
    blob[-8] ^= 1
    assert fields(bytes(blob))["isize"] == (len(PLAIN), len(blob) - 4, 4)


@pytest.mark.parametrize("cut", [1, 7, 8, 9, 25])
def test_a_cut_member_tells_no_trailer(cut):
    told = fields(member(PLAIN)[:-cut])
    assert told["os"] == ("Unix", 9, 1)
    assert not told.keys() & {"crc32", "isize", "trailing_bytes"}


def test_a_cut_header_tells_the_fields_before_the_cut():
    assert list(fields(member(PLAIN)[:8])) == ["magic", "method", "flags", "mtime", "members"]
    assert "name" not in fields(member(PLAIN, 8, b"data.json\0")[:15])


def test_the_whole_members_before_a_cut_one_are_told():
    first = member(b"first")
    told = fields(first + member(b"second")[:-1])
    assert [each["size"] for each in told["each_member"][0]] == [len(first), None]
    assert told["isize"] == (5, len(first) - 4, 4)
    assert "trailing_bytes" not in told


def test_a_member_over_the_limit_tells_no_trailer_and_takes_bounded_memory():
    bomb = member(bytes(1 << 26))
    tracemalloc.start()
    told = {field.name for field in GZIP.read_header(bomb, (0,))}
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "isize" not in told
    assert peak < 3 * LIMITS.output


def test_members_are_joined_and_counted():
    blob = member(b"a") + member(b"") + member(b"b")
    opened = GZIP.open(blob, LIMITS)
    assert (opened.plain, opened.integrity) == (b"ab", Integrity.CHECKSUM)
    assert opened.parts == (0, len(member(b"a")), len(member(b"a")) + len(member(b"")), len(blob))


def test_a_fault_in_a_later_member_counts_from_the_start_of_the_blob():
    first = member(PLAIN)
    blob = bytearray(first + member(PLAIN))
    blob[-8] ^= 1
    assert damage(bytes(blob)) == ("checksum mismatch", len(blob) - 8)


@pytest.mark.parametrize(("back", "what"), [(8, "checksum mismatch"), (4, "length mismatch")])
def test_a_wrong_trailer_is_found_where_it_stands(back, what):
    blob = bytearray(member(PLAIN * 1000))
    blob[-back] ^= 1
    assert damage(bytes(blob)) == (what, len(blob) - back)


def test_a_wrong_header_checksum_is_found_where_it_stands():
    blob = bytearray(member(PLAIN, 2))
    blob[10] ^= 1
    assert damage(bytes(blob)) == ("header CRC mismatch", 10)
    assert fields(bytes(blob))["header_crc_matches"][0] is False


def test_invalid_deflate_data_is_found_at_its_byte():
    stored = gzip.compress(b"x" * 100_000, compresslevel=0)
    blob = stored[:10] + b"\7" + stored[11:]
    assert damage(blob) == ("invalid deflate data: invalid block type", 10)


def test_only_zeros_may_follow_the_last_member():
    blob = member(PLAIN)
    assert damage(blob + b"\0\0x") == ("bytes after the end", len(blob))


def test_many_members_hit_the_limit():
    with pytest.raises(OverLimit):
        GZIP.open(gzip.compress(b"") * 1001, LIMITS)


def test_the_limit_is_on_all_members_together():
    with pytest.raises(OverLimit):
        GZIP.open(member(b"x" * 600) * 2, Limits(output=1000))


def test_reserved_flags_are_refused():
    with pytest.raises(Refused):
        GZIP.open(b"\x1f\x8b\x08\x20" + gzip.compress(PLAIN)[4:], LIMITS)
