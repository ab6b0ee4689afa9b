"""LZ4 in the layout of Hadoop's codecs: records of a plain length and of blocks behind their own length."""

import struct
from collections.abc import Callable, Iterator

from cqlsh_ext.errors import OverLimit, Refused
from cqlsh_ext.formats import lz4_block, lz4_sequences
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.limits import Limits

LENGTH = struct.Struct(">I")
LENGTHS = struct.Struct(">II")
MINIMUM = 16
"""Eight bytes of lengths and a short block: less could be a list of small numbers."""
Take = Callable[[bytes, int], int]
"""What to do with a block that gives at most so many plain bytes; returns how many it gives."""


def may_be(blob: bytes) -> bool:
    """Tell whether the first two lengths and what follows may be the first block."""
    if len(blob) <= LENGTHS.size:
        return False
    declared, size = LENGTHS.unpack_from(blob)
    return (
        0 < size <= len(blob) - LENGTHS.size
        and 0 < declared <= lz4_block.most_from(len(blob))
        and lz4_block.may_begin(blob[LENGTHS.size : LENGTHS.size + size])
    )


def open_hadoop(blob: bytes, limits: Limits) -> Opened:
    """Decode every block of every record; the limit is only believed when the whole chain holds."""
    if not may_be(blob):
        raise Refused("the first lengths fit no block", offset=0)
    plain = bytearray()

    def decode(block: bytes, owed: int) -> int:
        piece = lz4_block.decode_within(block, owed, limits, len(plain))
        plain.extend(piece)
        return len(piece)

    try:
        _walk(blob, limits, decode)
    except OverLimit:
        _walk(blob, limits, _measure)
        raise
    return Opened(bytes(plain), Integrity.STRUCTURE)


def _walk(blob: bytes, limits: Limits, take: Take) -> None:
    """Hand every block to `take`, with what its record still owes."""
    at = count = 0
    while at < len(blob):
        owed, at = _length(blob, at)
        if not owed and at < len(blob):
            raise Refused("record of no bytes", offset=at - LENGTH.size)
        while owed:
            count += 1
            size, at = _length(blob, at, count)
            if not size:
                raise Refused("block of no bytes", offset=at - LENGTH.size)
            if size > len(blob) - at:
                left = f"declared {size:,}, left {len(blob) - at:,}"
                raise Refused("block runs past the end", offset=at - LENGTH.size, number=count, detail=left)
            limits.check_members(count)
            given = _take(blob, at, size, owed, take)
            owed -= given
            at += size


def _take(blob: bytes, at: int, size: int, owed: int, take: Take) -> int:
    try:
        given = take(blob[at : at + size], owed)
    except Refused as fault:
        raise Refused(fault.what, offset=at + (fault.offset or 0), detail=fault.detail) from None
    if not 0 < given <= owed:
        raise Refused("block gives another length", offset=at, detail=f"owed {owed:,}, gives {given:,}")
    return given


def _length(blob: bytes, at: int, number: int = 0) -> tuple[int, int]:
    """Read the length at `at`, that of a block where it has a number; return it and where it ends."""
    if at + LENGTH.size > len(blob):
        whose = f"block {number:,}" if number else "a record"
        raise Refused("truncated", offset=len(blob), detail=f"in the length of {whose}")
    return LENGTH.unpack_from(blob, at)[0], at + LENGTH.size


def _measure(block: bytes, _owed: int) -> int:
    seen = lz4_sequences.survey(block)
    if seen.fault:
        raise seen.fault
    return seen.produced


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the lengths of the first block, and the sums over all."""
    if len(blob) < LENGTHS.size:
        return
    declared, size = LENGTHS.unpack_from(blob)
    yield Field("declared_length", declared, 0, LENGTH.size)
    yield Field("block_length", size, LENGTH.size, LENGTH.size)
    blocks = total = 0

    def measure(block: bytes, owed: int) -> int:
        nonlocal blocks, total
        given = _measure(block, owed)
        blocks += 1
        total += given
        return given

    try:
        _walk(blob, Limits(members=len(blob)), measure)
        whole = True
    except Refused:
        whole = False
    yield Field("blocks", blocks)
    yield Field("plain_length", total)
    yield Field("ends_properly", whole)


LZ4_HADOOP = Format(
    name="lz4-hadoop",
    title="LZ4 of Hadoop's codecs",
    specification="apache/hadoop BlockCompressorStream.java",
    evidence=Evidence.STRUCTURE,
    checks="declared lengths only",
    length_order="big",
    minimum=MINIMUM,
    may_be=may_be,
    open=open_hadoop,
    read_header=read_header,
)
