"""bzip2: Burrows-Wheeler blocks with a CRC-32 each, in streams (sourceware.org/bzip2)."""

from bz2 import BZ2Decompressor
from collections.abc import Iterator

from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened, magic_field
from cqlsh_ext.formats.streams import Fault, Stream, decode_streams
from cqlsh_ext.limits import Limits

MAGIC = b"BZh"
LEVELS = b"123456789"
BLOCK_MAGIC = bytes.fromhex("314159265359")
END_MAGIC = bytes.fromhex("177245385090")
MAGIC_NAMES = {BLOCK_MAGIC: "block", END_MAGIC: "stream"}
"""What comes behind the stream's header, with a CRC-32: a block, or the end of an empty stream."""
HEADER_SIZE, BLOCK_MAGIC_SIZE, CRC_SIZE = 4, 6, 4
BLOCK_UNIT = 100_000
MINIMUM = HEADER_SIZE + BLOCK_MAGIC_SIZE

STREAM = Stream(BZ2Decompressor, lambda _error: Fault("checksum mismatch or invalid block"))


def may_be(blob: bytes) -> bool:
    """Tell whether a stream header and the magic of a first block, or of the end, stand at the start."""
    return blob[:3] == MAGIC and blob[3:4] in LEVELS and blob[4:10] in (BLOCK_MAGIC, END_MAGIC)


def open_bzip2(blob: bytes, limits: Limits) -> Opened:
    """Decode every stream."""
    if not may_be(blob):
        raise Refused("does not start with BZh, a level and a block")
    plain, parts = decode_streams(STREAM, blob, MAGIC, limits)
    return Opened(plain, Integrity.CHECKSUM, parts)


def read_header(blob: bytes, parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the fields of the first stream, and how many there are."""
    if blob[:3] != MAGIC or blob[3:4] not in LEVELS or len(blob) < HEADER_SIZE:
        return
    level = blob[3] - ord("0")
    yield magic_field(MAGIC)
    yield Field("level", level, 3, 1)
    yield Field("block_size", level * BLOCK_UNIT)
    crc_at = HEADER_SIZE + BLOCK_MAGIC_SIZE
    name = MAGIC_NAMES.get(blob[HEADER_SIZE:crc_at])
    if name:
        yield Field(f"{name}_magic", blob[HEADER_SIZE:crc_at].hex(" "), HEADER_SIZE, BLOCK_MAGIC_SIZE)
        if len(blob) >= crc_at + CRC_SIZE:
            yield Field(f"{name}_crc32", f"0x{blob[crc_at : crc_at + CRC_SIZE].hex()}", crc_at, CRC_SIZE)
    if len(parts) > 1:
        yield Field("streams", len(parts) - 1)


BZIP2 = Format(
    name="bzip2",
    title="bzip2",
    extension="bz2",
    specification="bzip2 1.0",
    evidence=Evidence.MAGIC,
    checks="CRC-32 of every block and stream",
    magics=(MAGIC,),
    minimum=MINIMUM,
    may_be=may_be,
    open=open_bzip2,
    read_header=read_header,
)
