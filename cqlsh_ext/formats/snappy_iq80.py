"""The stream of iq80's old snappy in pure Java (dain/snappy): blocks with a CRC-32C each."""

import struct
from collections import Counter
from collections.abc import Iterator

from cqlsh_ext.errors import Damaged, DecodeError, Refused
from cqlsh_ext.formats.crc32c import check_crc32c
from cqlsh_ext.formats.format import Evidence, Field, Format, HeaderValue, Integrity, Opened, magic_field
from cqlsh_ext.formats.snappy_block import damage, open_block
from cqlsh_ext.formats.varint import read_varint32
from cqlsh_ext.limits import Limits

MAGIC = b"snappy\0"
HEADER = struct.Struct(">BHI")
"""Flag, length, masked CRC-32C of the plain bytes."""
STORED, COMPRESSED = 0, 1
LARGEST = 32 * 1024
"""Bytes of one block at most, stored as well as plain."""
KINDS = {STORED: "stored", COMPRESSED: "compressed"}


def may_be(blob: bytes) -> bool:
    """Tell whether the magic is there."""
    return blob.startswith(MAGIC)


def open_iq80(blob: bytes, limits: Limits) -> Opened:
    """Decode and check every block."""
    if not may_be(blob):
        raise Refused("does not start with 'snappy' 00")
    stored = memoryview(blob)
    parts: list[bytes] = []
    given = 0
    for flag, at, end in blocks(blob):
        limits.check_members(len(parts) + 1)
        start = at + HEADER.size
        if flag == STORED:
            limits.check_output(given + end - start)
            plain = blob[start:end]
        else:
            try:
                plain = open_block(stored[start:end], limits, given)
            except Refused as fault:
                raise damage(fault, start) from None
        check_crc32c(plain, HEADER.unpack_from(blob, at)[2], at + 3)
        parts.append(plain)
        given += len(plain)
    return Opened(b"".join(parts), Integrity.CHECKSUM if parts else Integrity.STRUCTURE)


def blocks(blob: bytes) -> Iterator[tuple[int, int, int]]:
    """Walk the blocks: flag, where the header stands, where it ends; raise Damaged where the chain breaks."""
    at, size = len(MAGIC), len(blob)
    number = 0
    while at < size:
        if blob.startswith(MAGIC, at):
            at += len(MAGIC)
            continue
        number += 1
        start = at + HEADER.size
        if start > size:
            raise Damaged("truncated", offset=size, detail=f"in the header of block {number:,}")
        flag, length, _ = HEADER.unpack_from(blob, at)
        if flag not in KINDS:
            raise Damaged("block has a flag other than 0 and 1", offset=at, number=number, detail=f"0x{flag:02x}")
        if not 0 < length <= LARGEST:
            detail = f"{length:,} of 1 to {LARGEST:,}"
            raise Damaged("block has a length out of bounds", offset=at, number=number, detail=detail)
        if start + length > size:
            detail = f"declared {length:,}, left {size - start:,}"
            raise Damaged("block runs past the end", offset=at, number=number, detail=detail)
        yield flag, at, start + length
        at = start + length


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the sums over the blocks, as far as their chain holds, and the first checksum."""
    if not may_be(blob):
        return
    yield magic_field(MAGIC)
    kinds: Counter[str] = Counter()
    declared = first = 0
    try:
        for flag, at, end in blocks(blob):
            first = first or at
            kinds[KINDS[flag]] += 1
            start = at + HEADER.size
            found = read_varint32(memoryview(blob)[start:end]) if flag == COMPRESSED else (end - start, 0)
            declared += found[0] if found else 0
    except DecodeError as fault:
        yield Field("sound_until", fault.offset)
    counts: dict[str, HeaderValue] = dict(kinds)
    yield Field("blocks", counts)
    yield Field("declared_length", declared)
    if first:
        _, length, crc = HEADER.unpack_from(blob, first)
        yield Field("first_block_length", length, first + 1, 2)
        yield Field("first_masked_crc32c", f"0x{crc:08x}", first + 3, 4)


SNAPPY_IQ80 = Format(
    name="snappy-iq80",
    title="iq80 snappy stream",
    specification="dain/snappy SnappyOutputStream",
    evidence=Evidence.MAGIC,
    checks="CRC-32C of every block",
    magics=(MAGIC,),
    minimum=len(MAGIC),
    may_be=may_be,
    open=open_iq80,
    read_header=read_header,
)
