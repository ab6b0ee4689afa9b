import struct

import lz4.frame
import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.errors import Damaged, OverLimit, Refused, Unsupported
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.formats.lz4_frame import LZ4_FRAME
from cqlsh_ext.limits import Limits

LIMITS = Limits()
PLAIN = b'{"k":"v","n":[1,2,3],"t":true,"z":null}\n'
GO = bytes.fromhex(
    "04224d187c50280000000000000024280000807b226b223a2276222c226e223a5b312c322c335d2c2274223a747275652c"
    "227a223a6e756c6c7d0aa020b78e00000000a020b78e"
)
COMMAND_LINE = bytes.fromhex(
    "04224d186440a7280000807b226b223a2276222c226e223a5b312c322c335d2c2274223a747275652c227a223a6e756c6c"
    "7d0a00000000a020b78e"
)
JAVA = bytes.fromhex(
    "04224d18607073280000807b226b223a2276222c226e223a5b312c322c335d2c2274223a747275652c227a223a6e756c6c7d0a00000000"
)
SKIPPABLE = bytes.fromhex("5a2a4d18050000006d65746121")
EMPTY_SKIPPABLE = bytes.fromhex("502a4d1800000000")
ZSTD = bytes.fromhex("28b52ffd2000010000")


def made(flags, sizes, content, *, size=b"", dictionary=b""):
    """A frame with the checksum that its descriptor needs."""
    descriptor = bytes([flags, sizes]) + size + dictionary
    return b"\x04\x22\x4d\x18" + descriptor + bytes([xxhash.xxh32_intdigest(descriptor) >> 8 & 0xFF]) + content


def stored(data):
    return struct.pack("<I", len(data) | 1 << 31) + data


def compressed(data):
    return struct.pack("<I", len(data)) + data


END = bytes(4)
REACHING_BACK = compressed(b"\x00\x04\x00\xc0literals end")
"""A block whose match reaches 4 bytes before its start."""


def header(blob):
    return {each.name: each.value for each in LZ4_FRAME.read_header(blob, (0,))}


@pytest.mark.parametrize(
    ("blob", "integrity"),
    [(GO, Integrity.CHECKSUM), (COMMAND_LINE, Integrity.CHECKSUM), (JAVA, Integrity.STRUCTURE)],
)
def test_what_other_writers_wrote(blob, integrity):
    opened = LZ4_FRAME.open(blob, LIMITS)
    assert (opened.plain, opened.integrity, opened.parts) == (PLAIN, integrity, (0,))


def test_header():
    found = {each.name: (each.value, each.offset, each.size) for each in LZ4_FRAME.read_header(GO, (0,))}
    assert found == {
        "magic": ("04 22 4d 18", 0, 4),
        "flags": (["independent blocks", "block checksums", "content size", "content checksum"], 4, 1),
        "version": (1, None, 0),
        "independent_blocks": (True, None, 0),
        "block_checksums": (True, None, 0),
        "content_checksum": (True, None, 0),
        "block_maximum": (262144, 5, 1),
        "content_size": (40, 6, 8),
        "dictionary_id": (None, None, 0),
        "header_checksum": ("valid", 14, 1),
        "content_xxh32": ("0x8eb720a0", 67, 4),
        "blocks": (1, None, 0),
        "stored_blocks": (1, None, 0),
        "frames": (1, None, 0),
        "skippable_frames": (0, None, 0),
        "ends_properly": (True, None, 0),
    }


def test_header_of_a_cut_frame():
    assert header(GO[:20])["ends_properly"] is False
    assert header(GO[:-1]).get("content_xxh32") is None
    assert header(GO[:10]) == {"magic": "04 22 4d 18"}
    assert header(JAVA)["content_size"] is None


def test_header_of_several_frames():
    told = header(SKIPPABLE + JAVA + GO[:-1])
    assert (told["frames"], told["skippable_frames"], told["ends_properly"]) == (2, 1, False)
    assert told["each_frame"] == [
        {"kind": "skippable", "offset": 0, "size": len(SKIPPABLE)},
        {
            "kind": "frame",
            "offset": len(SKIPPABLE),
            "size": len(JAVA),
            "independent_blocks": True,
            "block_maximum": 4 << 20,
            "content_size": None,
            "content_xxh32": None,
            "blocks": 1,
            "stored_blocks": 1,
        },
        {
            "kind": "frame",
            "offset": len(SKIPPABLE) + len(JAVA),
            "size": None,
            "independent_blocks": True,
            "block_maximum": 256 << 10,
            "content_size": 40,
            "content_xxh32": None,
            "blocks": 1,
            "stored_blocks": 1,
        },
    ]


@given(
    st.binary(max_size=300_000) | st.lists(st.sampled_from([b"abc", b"status", bytes(99)]), min_size=1).map(b"".join),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_options_of_the_encoder(plain, linked, sized, content_checksum, block_checksum):
    blob = lz4.frame.compress(
        plain,
        block_linked=linked,
        store_size=sized,
        content_checksum=content_checksum,
        block_checksum=block_checksum,
        block_size=lz4.frame.BLOCKSIZE_MAX64KB,
    )
    assert LZ4_FRAME.open(blob, LIMITS).plain == plain
    assert header(blob)["ends_properly"]


def test_linked_blocks_reach_back():
    plain = b"".join(b"%d:%d;" % (n, n * n) for n in range(30_000))
    blob = lz4.frame.compress(plain, block_linked=True, block_size=lz4.frame.BLOCKSIZE_MAX64KB)
    assert header(blob)["independent_blocks"] is False
    assert header(blob)["blocks"] > 3
    opened = LZ4_FRAME.open(GO + blob + blob, LIMITS)
    assert (opened.plain, opened.parts) == (PLAIN + plain + plain, (0, len(GO), len(GO) + len(blob)))


def test_a_link_does_not_reach_into_the_frame_before():
    link = made(0x40, 0x40, REACHING_BACK + END)
    with pytest.raises(Damaged, match=f"match reaches before the start at byte {len(JAVA) + 12}"):
        LZ4_FRAME.open(JAVA + link, LIMITS)


@pytest.mark.parametrize(
    "blob",
    [
        SKIPPABLE + JAVA,
        JAVA + SKIPPABLE,
        SKIPPABLE + JAVA + EMPTY_SKIPPABLE + JAVA,
        EMPTY_SKIPPABLE * 3 + JAVA,
    ],
)
def test_skippable_frames(blob):
    assert LZ4_FRAME.may_be(blob)
    assert LZ4_FRAME.open(blob, LIMITS).plain == PLAIN * blob.count(JAVA)
    assert header(blob)["frames"] == blob.count(JAVA)
    assert header(blob)["skippable_frames"] == blob.count(SKIPPABLE) + blob.count(EMPTY_SKIPPABLE)
    assert header(blob)["header_checksum"] == "valid"


@pytest.mark.parametrize(
    "blob",
    [
        SKIPPABLE,
        SKIPPABLE[:-1],
        SKIPPABLE[:6],
        SKIPPABLE + ZSTD,
        SKIPPABLE + JAVA[:3],
        EMPTY_SKIPPABLE * 5000,
        ZSTD,
    ],
)
def test_what_the_skippable_magic_does_not_decide(blob):
    assert not LZ4_FRAME.may_be(blob)
    assert header(blob) == {}
    with pytest.raises(Refused):
        LZ4_FRAME.open(blob, LIMITS)


def test_kafka_computed_the_header_checksum_over_the_magic_as_well():
    kafka = JAVA[:6] + bytes([xxhash.xxh32_intdigest(JAVA[:6]) >> 8 & 0xFF]) + JAVA[7:]
    assert kafka != JAVA
    assert LZ4_FRAME.open(kafka, LIMITS).plain == PLAIN
    assert header(kafka)["header_checksum"] == "Kafka"


def test_dictionary():
    needs = made(0x61, 0x40, REACHING_BACK + END, dictionary=struct.pack("<I", 77))
    with pytest.raises(Unsupported, match=r"needs a dictionary \(id 77\)"):
        LZ4_FRAME.open(needs, LIMITS)
    assert header(needs)["dictionary_id"] == 77
    does_not = made(0x61, 0x40, stored(PLAIN) + END, dictionary=struct.pack("<I", 77))
    assert LZ4_FRAME.open(does_not, LIMITS).plain == PLAIN


@pytest.mark.parametrize(
    ("blob", "what"),
    [
        (JAVA[:-1], "truncated at byte 54 (in the header of block 2 or the end mark)"),
        (JAVA[:40], "block 1 at byte 7 runs past the end (declared 40, left 29)"),
        (JAVA[:9], "truncated at byte 9"),
        (JAVA[:5], "truncated at byte 5"),
        (GO[:60], "truncated at byte 60 (in the checksum of block 1)"),
        (GO[:-1], "truncated at byte 70 (in the checksum of the content)"),
        (JAVA + b"junk", "bytes after the last frame at byte 55 (4 bytes)"),
        (JAVA + ZSTD, "bytes after the last frame at byte 55 (9 bytes)"),
        (JAVA + SKIPPABLE[:-1], "skippable frame runs past the end at byte 55 (declared 5, left 4)"),
        (JAVA[:6] + b"\0" + JAVA[7:], "header checksum mismatch at byte 6"),
        (GO[:20] + b"X" + GO[21:], "checksum mismatch at byte 59"),
        (COMMAND_LINE[:20] + b"X" + COMMAND_LINE[21:], "checksum mismatch at byte 55"),
        (made(0xA0, 0x40, END), "unknown version at byte 4 (2)"),
        (made(0x62, 0x40, END), "reserved bits are set at byte 4"),
        (made(0x60, 0x30, END), "unknown block size at byte 5 (code 3)"),
        (
            made(0x60, 0x40, stored(bytes(65537)) + END),
            "block 1 at byte 7 is too large (declared 65,537, at most 65,536)",
        ),
        (made(0x60, 0x40, compressed(b"\x50abcd") + END), "ends inside a sequence at byte 11"),
        (
            made(0x68, 0x40, stored(PLAIN) + END, size=struct.pack("<Q", 41)),
            "declares another length at byte 6",
        ),
    ],
)
def test_damage(blob, what):
    with pytest.raises(Damaged) as fault:
        LZ4_FRAME.open(blob, LIMITS)
    assert str(fault.value).startswith(what)
    assert header(blob) or len(blob) < 7


def test_content_size_0_says_nothing():
    assert LZ4_FRAME.open(made(0x68, 0x40, stored(PLAIN) + END, size=bytes(8)), LIMITS).plain == PLAIN


def test_empty_frame():
    opened = LZ4_FRAME.open(made(0x60, 0x40, END), LIMITS)
    assert (opened.plain, opened.integrity) == (b"", Integrity.STRUCTURE)


def test_members_are_counted():
    assert LZ4_FRAME.open(JAVA * 1000, LIMITS).plain == PLAIN * 1000
    for blob in (JAVA * 1001, JAVA + EMPTY_SKIPPABLE * 1000):
        with pytest.raises(OverLimit, match="1,000 members"):
            LZ4_FRAME.open(blob, LIMITS)
