"""What every member of the snappy family promises, whatever the bytes."""

import json
import random
import struct
import tracemalloc

import cramjam
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.errors import Damaged, DecodeError, OverLimit, Refused
from cqlsh_ext.formats.crc32c import masked_crc32c
from cqlsh_ext.formats.format import Format, Integrity
from cqlsh_ext.formats.s2 import S2
from cqlsh_ext.formats.snappy_framed import SNAPPY_FRAMED
from cqlsh_ext.formats.snappy_hadoop import SNAPPY_HADOOP
from cqlsh_ext.formats.snappy_iq80 import SNAPPY_IQ80
from cqlsh_ext.formats.snappy_raw import SNAPPY_RAW
from cqlsh_ext.formats.snappy_xerial import SNAPPY_XERIAL
from cqlsh_ext.limits import Limits

LIMITS = Limits()
PLAIN = json.dumps([{"name": f"sensor {n}", "value": n * n} for n in range(12)]).encode()


def block(plain: bytes) -> bytes:
    return bytes(cramjam.snappy.compress_raw(plain))


def chunk(plain: bytes) -> bytes:
    body = struct.pack("<I", masked_crc32c(plain)) + block(plain)
    return b"\x00" + len(body).to_bytes(3, "little") + body


def framed(*plains: bytes) -> bytes:
    return b"\xff\x06\x00\x00sNaPpY" + b"".join(map(chunk, plains))


def s2(*plains: bytes) -> bytes:
    return b"\xff\x06\x00\x00S2sTwO" + b"".join(map(chunk, plains))


def xerial(*plains: bytes) -> bytes:
    header = b"\x82SNAPPY\0" + struct.pack(">II", 1, 1)
    return header + b"".join(struct.pack(">I", len(block(each))) + block(each) for each in plains)


def iq80(*plains: bytes) -> bytes:
    blocks = ((block(each), masked_crc32c(each)) for each in plains)
    return b"snappy\0" + b"".join(struct.pack(">BHI", 1, len(each), crc) + each for each, crc in blocks)


def hadoop(*plains: bytes) -> bytes:
    blocks = ((len(each), block(each)) for each in plains)
    return b"".join(struct.pack(">II", length, len(each)) + each for length, each in blocks)


def raw(*plains: bytes) -> bytes:
    return block(b"".join(plains))


MEMBERS = {
    "framed": (SNAPPY_FRAMED, framed),
    "s2": (S2, s2),
    "xerial": (SNAPPY_XERIAL, xerial),
    "iq80": (SNAPPY_IQ80, iq80),
    "hadoop": (SNAPPY_HADOOP, hadoop),
    "raw": (SNAPPY_RAW, raw),
}
ALL = pytest.mark.parametrize(("record", "encode"), MEMBERS.values(), ids=MEMBERS)
STREAMS = pytest.mark.parametrize(("record", "encode"), [MEMBERS[name] for name in ("framed", "s2", "xerial", "iq80")])
CHECKED = pytest.mark.parametrize(("record", "encode"), [MEMBERS[name] for name in ("framed", "s2", "iq80")])

BOUNDARIES = {each.name: {0, len(PLAIN)} for each in (SNAPPY_FRAMED, S2, SNAPPY_XERIAL, SNAPPY_IQ80)} | {
    SNAPPY_HADOOP.name: {len(PLAIN)},
    SNAPPY_RAW.name: set[int](),
}
"""What two blocks may be cut to without a trace: a stream has no end mark."""


def fields(record: Format, blob: bytes) -> dict[str, object]:
    """Read a header as a whole; its values must be such as JSON can carry."""
    found = list(record.read_header(blob, (0,)))
    json.dumps([field.value for field in found])
    for field in found:
        assert field.offset is None or 0 <= field.offset <= len(blob) - field.size
    return {field.name: field.value for field in found}


@ALL
@given(plains=st.lists(st.binary(min_size=1, max_size=300) | st.text("ab{}", min_size=1).map(str.encode), min_size=1))
def test_round_trip(record: Format, encode, plains: list[bytes]) -> None:
    blob = encode(*plains)
    assert record.may_be(blob)
    assert record.open(blob, LIMITS).plain == b"".join(plains)
    assert fields(record, blob)["declared_length"] == sum(map(len, plains))


@ALL
def test_integrity(record: Format, encode) -> None:
    expected = Integrity.CHECKSUM if "CRC-32C" in record.checks else Integrity.STRUCTURE
    assert record.open(encode(PLAIN), LIMITS).integrity is expected
    assert record.accept(encode(PLAIN), PLAIN)


@ALL
def test_truncation(record: Format, encode) -> None:
    blob = encode(PLAIN, PLAIN)
    whole = record.open(blob, LIMITS).plain
    shorter, offsets = set(), []
    for size in range(len(blob)):
        fields(record, blob[:size])
        try:
            plain = record.open(blob[:size], LIMITS).plain
        except Refused:
            assert not record.magics or not record.may_be(blob[:size])
        except Damaged as fault:
            offsets.append((fault.offset, size))
        else:
            assert whole.startswith(plain)
            shorter.add(len(plain))
    assert shorter == BOUNDARIES[record.name]
    assert bool(offsets) is bool(record.magics)
    assert all(offset is not None and offset <= size for offset, size in offsets)


@STREAMS
def test_truncation_says_where_the_cut_block_starts_or_where_its_header_ends(record: Format, encode) -> None:
    first = len(encode(PLAIN))
    with pytest.raises(Damaged) as caught:
        record.open(encode(PLAIN, PLAIN)[:-1], LIMITS)
    assert caught.value.offset == first
    with pytest.raises(Damaged, match="truncated") as caught:
        record.open(encode(PLAIN, PLAIN)[: first + 1], LIMITS)
    assert caught.value.offset == first + 1


@ALL
def test_bit_flips(record: Format, encode) -> None:
    blob = encode(PLAIN)
    for bit in range(len(blob) * 8):
        damaged = bytearray(blob)
        damaged[bit // 8] ^= 1 << bit % 8
        fields(record, bytes(damaged))
        try:
            opened = record.open(bytes(damaged), LIMITS)
        except DecodeError:
            continue
        assert opened.integrity is not Integrity.CHECKSUM or opened.plain == PLAIN


@CHECKED
def test_checksum(record: Format, encode) -> None:
    blob = encode(PLAIN)
    at = blob.index(struct.pack("<I", masked_crc32c(PLAIN))) if record is not SNAPPY_IQ80 else 10
    damaged = bytearray(blob)
    damaged[at] ^= 1
    with pytest.raises(Damaged, match="checksum mismatch") as caught:
        record.open(bytes(damaged), LIMITS)
    assert caught.value.offset == at


@ALL
@given(blob=st.binary(max_size=400), with_magic=st.booleans())
def test_random_bytes(record: Format, encode, blob: bytes, with_magic: bool) -> None:
    del encode
    blob = record.magics[0] + blob if record.magics and with_magic else blob
    fields(record, blob)
    possible = record.may_be(blob)
    try:
        record.open(blob, LIMITS)
    except Refused:
        return
    except DecodeError:
        pass
    assert possible or record is S2


@ALL
def test_chance_is_not_believed(record: Format, encode) -> None:
    del encode
    chance = random.Random(record.name)
    for _ in range(20_000):
        blob = chance.randbytes(chance.randrange(record.minimum, 257))
        if not record.may_be(blob):
            continue
        try:
            opened = record.open(blob, LIMITS)
        except Refused:
            continue
        assert not record.accept(blob, opened.plain)


@ALL
@pytest.mark.parametrize("limit", [1, 100, 1 << 16])
def test_bomb(record: Format, encode, limit: int) -> None:
    blob = encode(*[bytes(1 << 16)] * 64) if record is not SNAPPY_IQ80 else encode(*[bytes(1 << 15)] * 64)
    tracemalloc.start()
    try:
        with pytest.raises(OverLimit):
            record.open(blob, Limits(output=limit))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 3 * limit + 100_000


@pytest.mark.parametrize("name", ["framed", "s2", "xerial", "iq80", "hadoop"])
def test_many_members(name: str) -> None:
    record, encode = MEMBERS[name]
    blob = encode(*[b"x"] * 20)
    assert record.open(blob, Limits(members=21)).plain == b"x" * 20
    with pytest.raises(OverLimit, match="members"):
        record.open(blob, Limits(members=19))


@ALL
def test_output_at_the_limit(record: Format, encode) -> None:
    blob = encode(PLAIN, PLAIN)
    assert record.open(blob, Limits(output=2 * len(PLAIN))).plain == PLAIN * 2
    with pytest.raises(OverLimit):
        record.open(blob, Limits(output=2 * len(PLAIN) - 1))


@ALL
@pytest.mark.parametrize("tail", [b"\0", b"xyz", bytes(8)])
def test_trailing_bytes(record: Format, encode, tail: bytes) -> None:
    with pytest.raises(DecodeError):
        record.open(encode(PLAIN) + tail, LIMITS)
