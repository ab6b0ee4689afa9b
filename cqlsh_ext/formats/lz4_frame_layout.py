"""Where the parts of LZ4 frames stand; nothing here decodes (lz4/lz4, doc/lz4_Frame_format.md)."""

from collections.abc import Iterator
from typing import NamedTuple

import xxhash

from cqlsh_ext.errors import Damaged

MAGIC = b"\x04\x22\x4d\x18"
SKIPPABLE_TAIL = b"\x2a\x4d\x18"
SKIPPABLE_MAGICS = tuple(bytes([first]) + SKIPPABLE_TAIL for first in range(0x50, 0x60))
SKIPPABLE_HEADER_SIZE = 8
LEADING_SKIPPABLE = 1000
"""How many skippable frames are passed over in search of the one that tells LZ4 from zstd."""
INDEPENDENT, BLOCK_CHECKSUMS, CONTENT_SIZE, CONTENT_CHECKSUM, RESERVED, DICTIONARY = (
    0x20,
    0x10,
    0x08,
    0x04,
    0x02,
    0x01,
)
RESERVED_SIZES = 0x8F
SMALLEST_CODE = 4
STORED = 1 << 31
WORD, LONG = 4, 8


def skippable_end(blob: bytes, at: int) -> int | None:
    """Return where the skippable frame at `at` ends, maybe behind the blob; None where none stands."""
    if blob[at + 1 : at + WORD] != SKIPPABLE_TAIL or blob[at] >> 4 != 5:
        return None
    start = at + SKIPPABLE_HEADER_SIZE
    return start + (word(blob, at + WORD) if start <= len(blob) else 0)


def cut_skippable(blob: bytes, at: int) -> Damaged:
    """Return what is wrong with the skippable frame at `at`, which ends behind the blob."""
    left = len(blob) - at - SKIPPABLE_HEADER_SIZE
    if left < 0:
        return Damaged("truncated", offset=len(blob), detail="in a skippable frame's header")
    detail = f"declared {word(blob, at + WORD):,}, left {left:,}"
    return Damaged("skippable frame runs past the end", offset=at, detail=detail)


def first_frame(blob: bytes) -> int | None:
    """Return where the first frame that is not skippable stands; None where it is not one of LZ4."""
    at: int | None = 0
    for _ in range(LEADING_SKIPPABLE):
        if at is None or blob.startswith(MAGIC, at):
            return at
        at = skippable_end(blob, at)
    return None


class Descriptor(NamedTuple):
    """The frame's own header: where it stands and what it says."""

    at: int
    flags: int
    sizes: int
    content_size: int | None
    dictionary_id: int | None
    checksum_at: int
    header_checksum: str | None
    """`valid`, `Kafka` (over the magic as well, as Kafka before 0.10 computed it) or None."""

    @property
    def block_maximum(self) -> int:
        """Plain bytes that one block may give."""
        return 1 << 2 * (self.sizes >> 4 & 7) + 8

    @property
    def blocks_at(self) -> int:
        """Where the first block stands."""
        return self.checksum_at + 1

    def end(self, mark_at: int) -> int:
        """Return where the frame ends when its end mark stands at `mark_at`."""
        return mark_at + WORD + WORD * bool(self.flags & CONTENT_CHECKSUM)

    def check(self) -> None:
        """Raise Damaged where no decoder would go on."""
        if not self.header_checksum:
            raise Damaged("header checksum mismatch", offset=self.checksum_at)
        if self.flags >> 6 != 1:
            raise Damaged("unknown version", offset=self.at + 4, detail=f"{self.flags >> 6}")
        if self.flags & RESERVED or self.sizes & RESERVED_SIZES:
            raise Damaged("reserved bits are set", offset=self.at + 4)
        if self.sizes >> 4 < SMALLEST_CODE:
            raise Damaged("unknown block size", offset=self.at + 5, detail=f"code {self.sizes >> 4}")


def read_descriptor(blob: bytes, at: int) -> Descriptor:
    """Read the header of the frame at `at`; raise Damaged where it is cut."""
    flags_at = at + len(MAGIC)
    flags = blob[flags_at] if flags_at < len(blob) else 0
    size_at = flags_at + 2
    dictionary_at = size_at + LONG * bool(flags & CONTENT_SIZE)
    checksum_at = dictionary_at + WORD * bool(flags & DICTIONARY)
    if checksum_at >= len(blob):
        raise Damaged("truncated", offset=len(blob), detail="in a frame header")
    return Descriptor(
        at,
        flags,
        blob[flags_at + 1],
        int.from_bytes(blob[size_at:dictionary_at], "little") if flags & CONTENT_SIZE else None,
        word(blob, dictionary_at) if flags & DICTIONARY else None,
        checksum_at,
        _header_checksum(blob, at, checksum_at),
    )


def _header_checksum(blob: bytes, at: int, checksum_at: int) -> str | None:
    for name, start in (("valid", at + len(MAGIC)), ("Kafka", at)):
        if xxhash.xxh32_intdigest(blob[start:checksum_at]) >> 8 & 0xFF == blob[checksum_at]:
            return name
    return None


class Block(NamedTuple):
    """One block: where its data stand, how many bytes, whether as they are, and where the next one is."""

    at: int
    size: int
    stored: bool
    end: int


def blocks(blob: bytes, frame: Descriptor) -> Iterator[Block]:
    """Give the blocks up to the end mark; raise Damaged where the frame is cut."""
    at = frame.blocks_at
    trailer = WORD * bool(frame.flags & BLOCK_CHECKSUMS)
    number = 0
    while at + WORD <= len(blob) and (head := word(blob, at)):
        number += 1
        start, size = at + WORD, head & STORED - 1
        if size > frame.block_maximum:
            detail = f"declared {size:,}, at most {frame.block_maximum:,}"
            raise Damaged("block is too large", offset=at, number=number, detail=detail)
        if start + size > len(blob):
            detail = f"declared {size:,}, left {len(blob) - start:,}"
            raise Damaged("block runs past the end", offset=at, number=number, detail=detail)
        at = start + size + trailer
        if at > len(blob):
            raise Damaged("truncated", offset=len(blob), detail=f"in the checksum of block {number:,}")
        yield Block(start, size, bool(head & STORED), at)
    if at + WORD > len(blob):
        raise Damaged("truncated", offset=len(blob), detail=f"in the header of block {number + 1:,} or the end mark")
    if frame.end(at) > len(blob):
        raise Damaged("truncated", offset=len(blob), detail="in the checksum of the content")


def word(blob: bytes, at: int) -> int:
    """Return the 32-bit number at `at`."""
    return int.from_bytes(blob[at : at + WORD], "little")
