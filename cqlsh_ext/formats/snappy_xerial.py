"""The stream of snappy-java, known as xerial: a header, then blocks behind their lengths."""

import struct
from collections.abc import Iterator

from cqlsh_ext.errors import Damaged, DecodeError, Refused, Unsupported
from cqlsh_ext.formats.format import SHOWN, Evidence, Field, Format, HeaderValue, Integrity, Opened, magic_field
from cqlsh_ext.formats.snappy_block import damage, open_block
from cqlsh_ext.formats.varint import read_varint32
from cqlsh_ext.limits import Limits

MAGIC = b"\x82SNAPPY\0"
VERSIONS = struct.Struct(">8xII")
READABLE_VERSION = 1
LENGTH = struct.Struct(">i")


def may_be(blob: bytes) -> bool:
    """Tell whether the magic is there."""
    return blob.startswith(MAGIC)


def open_xerial(blob: bytes, limits: Limits) -> Opened:
    """Decode every block of every stream."""
    if not may_be(blob):
        raise Refused("does not start with 82 'SNAPPY' 00")
    stored = memoryview(blob)
    parts: list[bytes] = []
    given = 0
    for start, end in blocks(blob):
        limits.check_members(len(parts) + 1)
        try:
            parts.append(open_block(stored[start:end], limits, given))
        except Refused as fault:
            raise damage(fault, start) from None
        given += len(parts[-1])
    return Opened(b"".join(parts), Integrity.STRUCTURE)


def blocks(blob: bytes) -> Iterator[tuple[int, int]]:
    """Walk the blocks of all streams: where each begins and ends; raise Damaged where the chain breaks."""
    at = number = 0
    size = len(blob)
    while at < size:
        if blob.startswith(MAGIC, at):
            at = _header_end(blob, at)
            continue
        if MAGIC.startswith(blob[at : at + len(MAGIC)]):
            raise Damaged("truncated", offset=size, detail="in a block or stream header")
        number += 1
        start = at + LENGTH.size
        if start > size:
            raise Damaged("truncated", offset=size, detail=f"in the header of block {number:,}")
        (length,) = LENGTH.unpack_from(blob, at)
        if length <= 0:
            raise Damaged("block has a length below 1", offset=at, number=number, detail=f"{length:,}")
        if start + length > size:
            detail = f"declared {length:,}, left {size - start:,}"
            raise Damaged("block runs past the end", offset=at, number=number, detail=detail)
        at = start + length
        yield start, at


def _header_end(blob: bytes, at: int) -> int:
    end = at + VERSIONS.size
    if end > len(blob):
        raise Damaged("truncated", offset=len(blob), detail="in a stream header")
    _, compatible = VERSIONS.unpack_from(blob, at)
    if compatible > READABLE_VERSION:
        raise Unsupported("needs a later version of the format", offset=at + 12, detail=f"version {compatible:,}")
    return end


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the versions and the sums over the blocks, as far as their chain holds."""
    if not may_be(blob):
        return
    yield magic_field(MAGIC)
    if len(blob) < VERSIONS.size:
        return
    version, compatible = VERSIONS.unpack_from(blob)
    yield Field("version", version, 8, 4)
    yield Field("min_compatible_version", compatible, 12, 4)
    sizes: list[HeaderValue] = []
    count = declared = largest = largest_stored = 0
    try:
        for start, end in blocks(blob):
            length, _ = read_varint32(memoryview(blob)[start:end]) or (0, 0)
            count += 1
            if count <= SHOWN:
                sizes.append({"size": end - start, "declared_length": length})
            declared += length
            largest = max(largest, length)
            largest_stored = max(largest_stored, end - start)
    except DecodeError as fault:
        yield Field("sound_until", fault.offset)
    yield Field("blocks", count)
    yield Field("largest_block", largest)
    yield Field("largest_stored_block", largest_stored)
    yield Field("declared_length", declared)
    if count > 1:
        yield Field("each_block", sizes)


SNAPPY_XERIAL = Format(
    name="snappy-xerial",
    title="snappy-java stream (xerial)",
    specification="xerial/snappy-java SnappyOutputStream",
    evidence=Evidence.MAGIC,
    checks="declared length of every block only",
    magics=(MAGIC,),
    minimum=len(MAGIC),
    may_be=may_be,
    open=open_xerial,
    read_header=read_header,
)
