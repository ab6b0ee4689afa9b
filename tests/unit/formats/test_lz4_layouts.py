"""The LZ4 layouts that add little to their blocks: length-prefixed, raw, Akka, Hadoop, legacy."""

import struct

import lz4.block
import pytest

from cqlsh_ext.errors import Damaged, OverLimit, Refused
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.formats.lz4_akka import LZ4_AKKA
from cqlsh_ext.formats.lz4_hadoop import LZ4_HADOOP
from cqlsh_ext.formats.lz4_legacy import LZ4_LEGACY
from cqlsh_ext.formats.lz4_prefixed import LZ4_BE32, LZ4_BE64, LZ4_LE32, LZ4_LE64
from cqlsh_ext.formats.lz4_raw import LZ4_RAW
from cqlsh_ext.limits import Limits

LIMITS = Limits()
PLAIN = b'{"k":"v","n":[1,2,3],"t":true,"z":null}\n'
BLOCK = b"\xf0\x19" + PLAIN
"""What every encoder makes of PLAIN."""
WRITTEN = [
    (LZ4_LE32, "28000000"),
    (LZ4_BE32, "00000028"),
    (LZ4_LE64, "2800000000000000"),
    (LZ4_BE64, "0000000000000028"),
    (LZ4_AKKA, "87d96df600000028"),
    (LZ4_HADOOP, "000000280000002a"),
    (LZ4_LEGACY, "02214c182a000000"),
]
PREFIXED = [LZ4_LE32, LZ4_BE32, LZ4_LE64, LZ4_BE64]
SEQUENCES = {
    "sequences": 1,
    "literal_bytes": 40,
    "matches": 0,
    "longest_match": 0,
    "largest_offset": 0,
    "end_conditions": True,
}
HADOOP_RECORD = bytes.fromhex("000000280000002a") + BLOCK


def header(record, blob):
    return {each.name: each.value for each in record.read_header(blob, (0,))}


@pytest.mark.parametrize(("record", "start"), WRITTEN, ids=lambda value: getattr(value, "name", ""))
def test_what_other_writers_wrote(record, start):
    opened = record.open(bytes.fromhex(start) + BLOCK, LIMITS)
    assert (opened.plain, opened.integrity) == (PLAIN, Integrity.STRUCTURE)


def test_headers():
    assert header(LZ4_LE32, b"\x28\0\0\0" + BLOCK) == {
        "declared_length": 40,
        "byte_order": "little",
        **SEQUENCES,
    }
    assert header(LZ4_AKKA, b"\x87\xd9\x6d\xf6\0\0\0\x28" + BLOCK) == {
        "magic": "87 d9 6d f6",
        "declared_length": 40,
        **SEQUENCES,
    }
    assert header(LZ4_RAW, BLOCK) == SEQUENCES
    assert header(LZ4_HADOOP, HADOOP_RECORD * 2) == {
        "declared_length": 40,
        "block_length": 42,
        "blocks": 2,
        "plain_length": 80,
        "ends_properly": True,
    }
    assert header(LZ4_LEGACY, b"\x02\x21\x4c\x18" + (b"\x2a\0\0\0" + BLOCK) * 2) == {
        "magic": "02 21 4c 18",
        "first_block_length": 42,
        "frames": 1,
        "blocks": 2,
        "stored_bytes": 84,
        "ends_properly": True,
    }


def test_a_header_tells_how_far_the_sequences_are_sound():
    cut = header(LZ4_RAW, BLOCK[:-1])
    assert (cut["sound_until"], cut["end_conditions"]) == (0, False)


def test_a_header_tells_that_a_match_reaches_into_what_a_dictionary_would_hold():
    before = header(LZ4_RAW, b"\x04\x09\0" + BLOCK)
    assert (before["reaches_before_start"], before["largest_offset"], before["end_conditions"]) == (True, 9, True)


def test_a_header_counts_the_sequences_of_a_bounded_part():
    told = header(LZ4_RAW, (b"\x10a\1\0" * (1 << 18))[: 1 << 20] + BLOCK)
    assert told["counted_bytes"] == 1 << 20
    assert told["sequences"] == 1 << 18
    assert "end_conditions" not in told


def test_headers_say_where_their_fields_stand():
    (first, *_) = LZ4_BE64.read_header(bytes(7) + b"\x28" + BLOCK, (0,))
    assert (first.name, first.value, first.offset, first.size) == ("declared_length", 40, 0, 8)


@pytest.mark.parametrize("record", PREFIXED, ids=lambda record: record.name)
@pytest.mark.parametrize(
    "plain", [b"", bytes(9), b"\0\0\0\5hello", b"hello, hello, hello", bytes(range(64)), b"a" * 300]
)
def test_what_is_not_prefixed_lz4(record, plain):
    assert not record.may_be(plain)
    with pytest.raises(Refused):
        record.open(plain, LIMITS)


def test_prefixed_lz4_has_to_end_in_literals():
    assert LZ4_LE32.open(b"\5\0\0\0\x50abcde", LIMITS).plain == b"abcde"
    with pytest.raises(Refused, match="ends in a match"):
        LZ4_LE32.open(b"\5\0\0\0\x51abcde", LIMITS)


def test_faults_are_placed_behind_the_prefix():
    with pytest.raises(Refused) as fault:
        LZ4_BE64.open(struct.pack(">Q", 40) + BLOCK[:30], LIMITS)
    assert fault.value.offset > 8


def test_cassandra_declares_in_either_byte_order_and_only_one_opens():
    blob = struct.pack("<I", 40) + BLOCK
    assert [record.name for record in PREFIXED if record.may_be(blob)] == ["lz4-le32"]


def test_raw_lz4_needs_readable_content():
    document = PLAIN * 5
    block = lz4.block.compress(document, store_size=False)
    assert LZ4_RAW.accept(block, LZ4_RAW.open(block, LIMITS).plain)
    numbers = struct.pack("<60d", *(1 / n for n in range(1, 61)))
    block = lz4.block.compress(numbers, store_size=False)
    assert not LZ4_RAW.accept(block, LZ4_RAW.open(block, LIMITS).plain)


def test_text_that_is_raw_lz4_by_accident():
    opened = LZ4_RAW.open(b"Python", LIMITS)
    assert opened.plain == b"ython"
    assert not LZ4_RAW.accept(b"Python", opened.plain)


def test_raw_lz4_cut_between_sequences():
    block = lz4.block.compress(b"abcdefghij" * 3 + b"0123456789" * 3 + b"the end of it", store_size=False)
    opened = [size for size in range(len(block)) if not refused(LZ4_RAW, block[:size])]
    assert opened == []


def refused(record, blob):
    try:
        record.open(blob, LIMITS)
    except Refused:
        return True
    return False


@pytest.mark.parametrize(
    ("blob", "what"),
    [
        (b"\x87\xd9\x6d\xf6", "truncated at byte 4"),
        (b"\x87\xd9\x6d\xf6\0\0\0\x28", "truncated at byte 8"),
        (b"\x87\xd9\x6d\xf6\0\0\0\x29" + BLOCK, "gives another length at byte 8 (declared 41, gives 40)"),
        (b"\x87\xd9\x6d\xf6\0\0\0\x27" + BLOCK, "gives too much at byte 8 (at most 39, gives 40)"),
        (b"\x87\xd9\x6d\xf6\xff\0\0\x28" + BLOCK, "declares more than LZ4 can give at byte 8"),
    ],
)
def test_damaged_akka(blob, what):
    with pytest.raises(Damaged) as fault:
        LZ4_AKKA.open(blob, LIMITS)
    assert str(fault.value).startswith(what)


def test_hadoop_records_may_hold_several_blocks_and_end_in_an_empty_one():
    half = bytes.fromhex("0000002a") + BLOCK
    blob = struct.pack(">I", 80) + half + half + HADOOP_RECORD
    for whole in (blob, blob + bytes(4)):
        assert LZ4_HADOOP.open(whole, LIMITS).plain == PLAIN * 3
        assert header(LZ4_HADOOP, whole)["blocks"] == 3


@pytest.mark.parametrize(
    "blob",
    [
        bytes(40),
        bytes(4) + HADOOP_RECORD,
        HADOOP_RECORD + bytes(8),
        HADOOP_RECORD + bytes(4) + HADOOP_RECORD,
        HADOOP_RECORD + bytes(3),
        b"\0\0\0\x28\0\0\0\1\0" + HADOOP_RECORD[4:],
        b"\0\0\0\x27" + HADOOP_RECORD[4:],
        b"\0\0\0\x29" + HADOOP_RECORD[4:],
        b"\0\0\0\x28\0\0\0\x2b" + BLOCK,
    ],
)
def test_what_is_not_hadoop(blob):
    with pytest.raises(Refused):
        LZ4_HADOOP.open(blob, LIMITS)


def test_hadoop_is_over_the_limit_only_if_the_whole_chain_holds():
    limits = Limits(output=100)
    with pytest.raises(OverLimit):
        LZ4_HADOOP.open(HADOOP_RECORD * 4, limits)
    with pytest.raises(Refused):
        LZ4_HADOOP.open(HADOOP_RECORD * 4 + b"junk", limits)


def test_hadoop_blocks_are_counted():
    with pytest.raises(OverLimit, match="1,000 members"):
        LZ4_HADOOP.open(HADOOP_RECORD * 1001, LIMITS)


def test_legacy_frames():
    frame = b"\x02\x21\x4c\x18\x2a\0\0\0" + BLOCK
    opened = LZ4_LEGACY.open(frame + frame, LIMITS)
    assert (opened.plain, opened.parts) == (PLAIN * 2, (0, len(frame)))
    assert LZ4_LEGACY.open(frame[:4], LIMITS).plain == b""
    with pytest.raises(OverLimit, match="1,000 members"):
        LZ4_LEGACY.open(frame * 1001, LIMITS)


@pytest.mark.parametrize(
    ("tail", "what"),
    [
        (b"\0", "truncated at byte 51 (in the header of block 2)"),
        (bytes(8), "bytes after the last block at byte 50 (8 bytes)"),
        (b"junk!", "block 2 at byte 50 runs past the end (declared 1,802,401,130, left 1)"),
        (b"\2\0\0\0\x50a", "ends inside a sequence at byte 54"),
    ],
)
def test_damaged_legacy(tail, what):
    blob = b"\x02\x21\x4c\x18\x2a\0\0\0" + BLOCK + tail
    with pytest.raises(Damaged) as fault:
        LZ4_LEGACY.open(blob, LIMITS)
    assert str(fault.value).startswith(what)
    assert header(LZ4_LEGACY, blob)["blocks"] >= 1
