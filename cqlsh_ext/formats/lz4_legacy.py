"""The legacy LZ4 frame of `lz4 -l` and the Linux kernel: blocks behind their length, and no end mark."""

from collections.abc import Iterator

from cqlsh_ext.errors import Damaged, Refused
from cqlsh_ext.formats import lz4_block
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened, magic_field
from cqlsh_ext.limits import Limits

MAGIC = b"\x02\x21\x4c\x18"
LENGTH_SIZE = 4
BLOCK_MAXIMUM = 8 * 1024 * 1024
"""Plain bytes that one block may give."""


def open_legacy(blob: bytes, limits: Limits) -> Opened:
    """Decode every block of every frame; a frame ends where the bytes end or the next magic stands."""
    if not blob.startswith(MAGIC):
        raise Refused("does not start with 02 21 4c 18")
    plain = bytearray()
    parts: list[int] = []
    for at, size in _blocks(blob):
        if not size:
            parts.append(at)
            limits.check_members(len(parts))
            continue
        block = blob[at : at + size]
        try:
            plain += lz4_block.decode_within(block, BLOCK_MAXIMUM, limits, len(plain))
        except Refused as fault:
            raise lz4_block.damage(block, fault, at, BLOCK_MAXIMUM) from None
    return Opened(bytes(plain), Integrity.STRUCTURE, tuple(parts))


def _blocks(blob: bytes) -> Iterator[tuple[int, int]]:
    """Give where each block starts and its size; a frame's magic as a block of no bytes."""
    at = number = 0
    while at < len(blob):
        if blob.startswith(MAGIC, at):
            yield at, 0
            at += len(MAGIC)
            number = 0
            continue
        number += 1
        if at + LENGTH_SIZE > len(blob):
            raise Damaged("truncated", offset=len(blob), detail=f"in the header of block {number:,}")
        size = int.from_bytes(blob[at : at + LENGTH_SIZE], "little")
        if not size:
            raise Damaged("bytes after the last block", offset=at, detail=f"{len(blob) - at:,} bytes")
        at += LENGTH_SIZE
        if size > len(blob) - at:
            left = f"declared {size:,}, left {len(blob) - at:,}"
            raise Damaged("block runs past the end", offset=at - LENGTH_SIZE, number=number, detail=left)
        yield at, size
        at += size


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the sizes of the blocks."""
    if not blob.startswith(MAGIC):
        return
    yield magic_field(MAGIC)
    frames = blocks = stored = 0
    try:
        for at, size in _blocks(blob):
            if size and not blocks:
                yield Field("first_block_length", size, at - LENGTH_SIZE, LENGTH_SIZE)
            frames += not size
            blocks += bool(size)
            stored += size
        whole = True
    except Damaged:
        whole = False
    yield Field("frames", frames)
    yield Field("blocks", blocks)
    yield Field("stored_bytes", stored)
    yield Field("ends_properly", whole)


LZ4_LEGACY = Format(
    name="lz4-legacy",
    title="LZ4 legacy frame",
    extension="lz4",
    specification="lz4/lz4 doc/lz4_Frame_format.md, legacy frame",
    evidence=Evidence.MAGIC,
    checks="block lengths only",
    magics=(MAGIC,),
    minimum=len(MAGIC),
    may_be=lambda blob: blob.startswith(MAGIC),
    open=open_legacy,
    read_header=read_header,
)
