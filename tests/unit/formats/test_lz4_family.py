"""What holds for every member of the LZ4 family."""

import json
import struct
import tracemalloc

import lz4.block
import lz4.frame
import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.errors import Damaged, DecodeError, OverLimit, Refused
from cqlsh_ext.formats.format import Evidence, Integrity
from cqlsh_ext.formats.lz4_akka import LZ4_AKKA
from cqlsh_ext.formats.lz4_frame import LZ4_FRAME
from cqlsh_ext.formats.lz4_hadoop import LZ4_HADOOP
from cqlsh_ext.formats.lz4_java import LZ4_JAVA
from cqlsh_ext.formats.lz4_legacy import LZ4_LEGACY
from cqlsh_ext.formats.lz4_prefixed import LZ4_BE32, LZ4_BE64, LZ4_LE32, LZ4_LE64
from cqlsh_ext.formats.lz4_raw import LZ4_RAW
from cqlsh_ext.limits import Limits

LIMITS = Limits()
DOCUMENT = json.dumps([{"id": n, "name": f"user {n * 7919 % 100}", "active": n % 3 == 0} for n in range(12)]).encode()
PIECE = 300


def block(plain):
    return lz4.block.compress(plain, store_size=False)


def pieces(plain, size=PIECE):
    return [plain[at : at + size] for at in range(0, len(plain), size)]


def frame(plain):
    return lz4.frame.compress(plain, store_size=False)


def checked_frame(plain):
    return lz4.frame.compress(plain, content_checksum=True, block_checksum=True)


def legacy(plain, size=PIECE):
    blocks = [block(piece) for piece in pieces(plain, size)]
    return b"\x02\x21\x4c\x18" + b"".join(struct.pack("<I", len(each)) + each for each in blocks)


def java(plain, size=PIECE):
    def header(token, stored, plain, checksum):
        return b"LZ4Block" + struct.pack("<BIII", token, stored, plain, checksum)

    stream = b""
    for piece in pieces(plain, size):
        stored = block(piece)
        checksum = xxhash.xxh32_intdigest(piece, seed=0x9747B28C) & 0x0FFFFFFF
        if len(stored) < len(piece):
            stream += header(0x26, len(stored), len(piece), checksum) + stored
        else:
            stream += header(0x16, len(piece), len(piece), checksum) + piece
    return stream + header(0x16, 0, 0, 0)


def akka(plain):
    return b"\x87\xd9\x6d\xf6" + struct.pack(">I", len(plain)) + block(plain)


def hadoop(plain, size=PIECE):
    records = []
    for record in pieces(plain, 2 * size):
        blocks = [block(piece) for piece in pieces(record, size)]
        records.append(struct.pack(">I", len(record)))
        records += [struct.pack(">I", len(each)) + each for each in blocks]
    return b"".join(records)


def prefixed(layout):
    return lambda plain: struct.pack(layout, len(plain)) + block(plain)


FAMILY = [
    pytest.param(LZ4_FRAME, frame, id="frame"),
    pytest.param(LZ4_FRAME, checked_frame, id="checked frame"),
    pytest.param(LZ4_LEGACY, legacy, id="legacy"),
    pytest.param(LZ4_JAVA, java, id="java"),
    pytest.param(LZ4_AKKA, akka, id="akka"),
    pytest.param(LZ4_HADOOP, hadoop, id="hadoop"),
    pytest.param(LZ4_LE32, prefixed("<I"), id="le32"),
    pytest.param(LZ4_BE32, prefixed(">I"), id="be32"),
    pytest.param(LZ4_LE64, prefixed("<Q"), id="le64"),
    pytest.param(LZ4_BE64, prefixed(">Q"), id="be64"),
    pytest.param(LZ4_RAW, block, id="raw"),
]
RECORDS = [
    LZ4_FRAME,
    LZ4_LEGACY,
    LZ4_JAVA,
    LZ4_AKKA,
    LZ4_HADOOP,
    LZ4_LE32,
    LZ4_BE32,
    LZ4_LE64,
    LZ4_BE64,
    LZ4_RAW,
]
each_member = pytest.mark.parametrize(("record", "encode"), FAMILY)


def outcome(record, blob):
    """Open the blob; also ask what must hold for any bytes."""
    json.dumps({each.name: each.value for each in record.read_header(blob, (0,))})
    try:
        found = record.open(blob, LIMITS)
    except DecodeError as fault:
        found = fault
    if isinstance(found, DecodeError):
        assert str(found)
        assert found.offset is None or 0 <= found.offset <= len(blob)
        assert record.may_be(blob) or isinstance(found, Refused)
        assert record.evidence is Evidence.MAGIC or isinstance(found, (Refused, OverLimit))
    else:
        assert record.may_be(blob)
        assert list(record.read_header(blob, found.parts))
    return found


@each_member
@given(plain=st.binary(min_size=1) | st.text(min_size=1).map(str.encode) | st.sampled_from([b"a" * 9000, DOCUMENT]))
def test_round_trip(record, encode, plain):
    assert outcome(record, encode(plain)).plain == plain


@each_member
def test_truncations(record, encode):
    blob = encode(DOCUMENT)
    magic = next((len(each) for each in record.magics if blob.startswith(each)), None)
    for size in range(len(blob)):
        found = outcome(record, blob[:size])
        if record is LZ4_LEGACY and not isinstance(found, DecodeError):
            assert DOCUMENT.startswith(found.plain)
            assert len(found.plain) % PIECE == 0
        elif record is LZ4_HADOOP and not isinstance(found, DecodeError):
            assert DOCUMENT.startswith(found.plain)
            assert len(found.plain) % (2 * PIECE) == 0
        else:
            assert isinstance(found, Damaged if magic and size >= magic else Refused)


@each_member
def test_bytes_behind(record, encode):
    blob = encode(DOCUMENT)
    for tail in (b"\0", b"x", bytes(8), b"rubbish!"):
        found = outcome(record, blob + tail)
        assert isinstance(found, Damaged if record.magics else Refused)
        if isinstance(found, Damaged) and record is not LZ4_AKKA:
            assert found.offset == len(blob) + len(tail) * (found.what == "truncated")


@each_member
def test_bit_flips(record, encode):
    blob = encode(DOCUMENT)
    proved = record.open(blob, LIMITS).integrity is Integrity.CHECKSUM
    for bit in range(8 * len(blob)):
        flipped = bytearray(blob)
        flipped[bit // 8] ^= 1 << bit % 8
        found = outcome(record, bytes(flipped))
        assert isinstance(found, DecodeError) or not proved or found.plain == DOCUMENT


def test_which_carry_a_checksum():
    assert {
        parameters.id
        for parameters in FAMILY
        if parameters.values[0].open(parameters.values[1](DOCUMENT), LIMITS).integrity is Integrity.CHECKSUM
    } == {"checked frame", "java"}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
@given(body=st.binary(max_size=300), long=st.integers(0, 5), magic=st.integers(0, 20))
def test_any_bytes(record, body, long, magic):
    outcome(record, body)
    if record.magics:
        outcome(record, record.magics[magic % len(record.magics)] + bytes(long) + body)


@each_member
def test_bomb(record, encode):
    limits = Limits(output=1 << 20)
    pieces_of = {legacy: 8 << 20, java: 1 << 16, hadoop: 1 << 18}
    plain = bytes(64 << 20)
    bomb = encode(plain, pieces_of[encode]) if encode in pieces_of else encode(plain)
    del plain
    tracemalloc.start()
    try:
        with pytest.raises(OverLimit):
            record.open(bomb, limits)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8 * limits.output + 2 * len(bomb)


@each_member
def test_limit_is_exact(record, encode):
    blob = encode(DOCUMENT)
    assert record.open(blob, Limits(output=len(DOCUMENT))).plain == DOCUMENT
    with pytest.raises(OverLimit):
        record.open(blob, Limits(output=len(DOCUMENT) - 1))
    with pytest.raises(OverLimit):
        record.open(blob, Limits(output=1))


@pytest.mark.parametrize(
    ("record", "encode"), [each for each in FAMILY if not each.values[0].magics and each.id != "raw"]
)
def test_a_broken_bomb_is_refused(record, encode):
    bomb = bytearray(encode(bytes(100_000)))
    bomb[-7:] = b"\xff" * 7
    with pytest.raises(Refused):
        record.open(bytes(bomb), Limits(output=1000))
