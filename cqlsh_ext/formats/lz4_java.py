"""The stream of lz4-java's LZ4BlockOutputStream: blocks behind headers of 21 bytes, the last one empty."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

import xxhash

from cqlsh_ext.errors import Damaged, Refused
from cqlsh_ext.formats import lz4_block
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened, magic_field
from cqlsh_ext.limits import Limits

MAGIC = b"LZ4Block"
HEADER = struct.Struct("<8sBIII")
STORED, COMPRESSED = 0x10, 0x20
METHODS = {STORED: "stored", COMPRESSED: "LZ4"}
LEVEL_BASE = 10
SEED = 0x9747B28C
CHECKSUM_BITS = 0x0FFFFFFF
TOKEN_AT, STORED_LENGTH_AT, PLAIN_LENGTH_AT, CHECKSUM_AT = 8, 9, 13, 17


class Block(NamedTuple):
    """One block: where its header stands, and what that says."""

    at: int
    token: int
    stored_length: int
    plain_length: int
    checksum: int

    @property
    def method(self) -> int:
        """STORED or COMPRESSED, if sound."""
        return self.token & 0xF0

    @property
    def maximum(self) -> int:
        """Plain bytes that a block of this stream may give."""
        return 1 << LEVEL_BASE + (self.token & 0x0F)

    @property
    def data_at(self) -> int:
        """Where the stored bytes start."""
        return self.at + HEADER.size

    @property
    def is_end(self) -> bool:
        """Tell whether the block ends its stream."""
        return not self.plain_length


def open_java(blob: bytes, limits: Limits) -> Opened:
    """Decode every block of every stream and check its XXH32."""
    if not blob.startswith(MAGIC):
        raise Refused('does not start with "LZ4Block"')
    plain = bytearray()
    parts, inside = [], False
    for block in _blocks(blob):
        if not inside:
            parts.append(block.at)
            limits.check_members(len(parts))
        inside = not block.is_end
        plain += _decode(blob, block, limits, len(plain))
    return Opened(bytes(plain), Integrity.CHECKSUM if plain else Integrity.STRUCTURE, tuple(parts))


def _blocks(blob: bytes) -> Iterator[Block]:
    """Give the blocks up to the end block of the last stream; raise Damaged at the first unsound header."""
    at = number = 0
    block = None
    while at < len(blob):
        number += 1
        if not blob.startswith(MAGIC, at) and not MAGIC.startswith(blob[at : at + len(MAGIC)]):
            what = "bytes after the end block" if block and block.is_end else "no block header"
            raise Damaged(what, offset=at, detail=f"{len(blob) - at:,} bytes")
        if at + HEADER.size > len(blob):
            raise Damaged("truncated", offset=len(blob), detail=f"in the header of block {number:,}")
        block = Block(at, *HEADER.unpack_from(blob, at)[1:])
        _check(block)
        at = block.data_at + block.stored_length
        if at > len(blob):
            left = f"declared {block.stored_length:,}, left {len(blob) - block.data_at:,}"
            raise Damaged("block runs past the end", offset=block.at, number=number, detail=left)
        yield block
    if block and not block.is_end:
        raise Damaged("truncated", offset=len(blob), detail="no end block")


def _check(block: Block) -> None:
    """Check a header as lz4-java itself does."""
    if block.method not in METHODS:
        raise Damaged("unknown method", offset=block.at + TOKEN_AT, detail=f"0x{block.token:02x}")
    if block.plain_length > block.maximum:
        size = f"declared {block.plain_length:,}, block size {block.maximum:,}"
        raise Damaged("block is too large", offset=block.at + PLAIN_LENGTH_AT, detail=size)
    stored_as_is = block.method == STORED and block.stored_length != block.plain_length
    if bool(block.stored_length) != bool(block.plain_length) or stored_as_is:
        size = f"stored {block.stored_length:,}, plain {block.plain_length:,}"
        raise Damaged("lengths contradict each other", offset=block.at + STORED_LENGTH_AT, detail=size)
    if block.is_end and block.checksum:
        raise Damaged("checksum mismatch", offset=block.at + CHECKSUM_AT, detail="not 0 in the end block")


def _decode(blob: bytes, block: Block, limits: Limits, already: int) -> bytes:
    stored = blob[block.data_at : block.data_at + block.stored_length]
    if block.method == STORED:
        limits.check_output(already + len(stored))
        plain = stored
    else:
        try:
            plain = lz4_block.decode_exact(stored, block.plain_length, limits, already)
        except Refused as fault:
            raise lz4_block.damage(stored, fault, block.data_at, block.plain_length) from None
    if plain and _checksum(plain) != block.checksum:
        sums = f"stored {block.checksum:07x}, computed {_checksum(plain):07x}"
        raise Damaged("checksum mismatch", offset=block.at + CHECKSUM_AT, detail=sums)
    return plain


def _checksum(plain: bytes) -> int:
    return xxhash.xxh32_intdigest(plain, seed=SEED) & CHECKSUM_BITS


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the fields of the first block, and the sums over all."""
    if not blob.startswith(MAGIC):
        return
    yield magic_field(MAGIC)
    if len(blob) < HEADER.size:
        return
    first = Block(0, *HEADER.unpack_from(blob)[1:])
    yield Field("method", METHODS.get(first.method, first.method), TOKEN_AT, 1)
    yield Field("block_size", first.maximum)
    yield Field("stored_length", first.stored_length, STORED_LENGTH_AT, 4)
    yield Field("plain_length", first.plain_length, PLAIN_LENGTH_AT, 4)
    yield Field("checksum", f"0x{first.checksum:08x}", CHECKSUM_AT, 4)
    streams = blocks = stored = declared = 0
    try:
        for block in _blocks(blob):
            streams += block.is_end
            blocks += not block.is_end
            stored += block.method == STORED and not block.is_end
            declared += block.plain_length
        ends = True
    except Damaged:
        ends = False
    yield Field("streams", streams)
    yield Field("blocks", blocks)
    yield Field("stored_blocks", stored)
    yield Field("declared_length", declared)
    yield Field("ends_properly", ends)


LZ4_JAVA = Format(
    name="lz4-java",
    title="LZ4BlockOutputStream of lz4-java",
    specification="lz4/lz4-java LZ4BlockOutputStream.java",
    evidence=Evidence.MAGIC,
    checks="XXH32 (28 bits) of every block",
    magics=(MAGIC,),
    minimum=len(MAGIC),
    may_be=lambda blob: blob.startswith(MAGIC),
    open=open_java,
    read_header=read_header,
)
