"""Zstandard frames without decoding: where each ends, and what it can give at most (RFC 8878, 3.1)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from cqlsh_ext.errors import Damaged, DecodeError, Refused, Unsupported

MAGIC = b"\x28\xb5\x2f\xfd"
SKIPPABLE_MAGICS = tuple(bytes((0x50 + variant, 0x2A, 0x4D, 0x18)) for variant in range(16))
LEGACY_VERSIONS = {
    bytes((first, 0xB5, 0x2F, 0xFD)): version for version, first in enumerate((0x1E, *range(0x22, 0x28)), 1)
}
MAGIC_SIZE, SIZE_SIZE, CHECKSUM_SIZE = 4, 4, 4
DESCRIPTOR_SIZE = 1
WINDOW_DESCRIPTOR_AT = 5
BLOCK_HEADER_SIZE = 3
LARGEST_BLOCK = 128 * 1024
RAW, RLE, COMPRESSED, RESERVED = range(4)
CHECKSUM_FLAG, RESERVED_FLAG, SINGLE_SEGMENT_FLAG = 4, 8, 32
DICTIONARY_ID_SIZES = (0, 1, 2, 4)
CONTENT_SIZE_SIZES = (0, 2, 4, 8)
TWO_BYTE_BIAS = 256


class FrameHeader(NamedTuple):
    """What a frame says before its first block; `content_size` and `dictionary_id` None where not stored."""

    at: int
    end: int
    single_segment: bool
    checksum: bool
    window_size: int
    dictionary_id: int | None
    dictionary_id_size: int
    content_size: int | None
    content_size_size: int

    @property
    def content_size_at(self) -> int:
        """Where the content size stands."""
        return self.end - self.content_size_size

    @property
    def dictionary_id_at(self) -> int:
        """Where the dictionary id stands."""
        return self.content_size_at - self.dictionary_id_size


Block = tuple[int, int, int, int]
"""One block: its kind, where its header stands, where its content ends, and its declared size."""


@dataclass(slots=True)
class Frame:
    """One whole frame; `bound` is the most bytes that it can give, `kinds` counts its blocks by kind."""

    header: FrameHeader
    end: int = 0
    bound: int = 0
    kinds: list[int] = field(default_factory=lambda: [0, 0, 0])


class Skippable(NamedTuple):
    """A frame that decoders pass over; `variant` is the low digit of its magic."""

    at: int
    content_size: int
    variant: int

    @property
    def end(self) -> int:
        """Where the frame ends."""
        return self.at + MAGIC_SIZE + SIZE_SIZE + self.content_size


def walk(blob: bytes) -> Iterator[Frame | Skippable]:
    """Walk every frame; each is yielded before its blocks are walked and filled in by the next step.

    Raises Refused where skippable frames lead to no Zstandard frame, Unsupported for a legacy frame, Damaged
    for the rest.
    """
    at, seen = 0, False
    while at < len(blob):
        magic = blob[at : at + MAGIC_SIZE]
        if magic == MAGIC:
            seen = True
            frame = Frame(read_frame_header(blob, at))
            yield frame
            _walk_blocks(blob, frame)
            at = frame.end
        elif magic in SKIPPABLE_MAGICS:
            skippable = _read_skippable(blob, at, Damaged if seen else Refused)
            yield skippable
            at = skippable.end
        elif magic in LEGACY_VERSIONS:
            raise Unsupported(f"legacy frame v0.{LEGACY_VERSIONS[magic]}")
        elif seen and any(each.startswith(magic) for each in (MAGIC, *SKIPPABLE_MAGICS)):
            raise Damaged("truncated", offset=len(blob), detail="in a frame header")
        elif seen:
            raise Damaged("bytes after the last frame", offset=at, detail=f"{len(blob) - at:,} bytes")
        else:
            raise Refused("no Zstandard frame", offset=at)
    if not seen:
        raise Refused("holds no frame but skippable ones")


def _read_skippable(blob: bytes, at: int, error: type[DecodeError]) -> Skippable:
    start = at + MAGIC_SIZE + SIZE_SIZE
    if start > len(blob):
        raise error("truncated", offset=len(blob), detail="in a skippable frame's header")
    size = int.from_bytes(blob[at + MAGIC_SIZE : start], "little")
    if start + size > len(blob):
        left = len(blob) - start
        raise error("skippable frame runs past the end", offset=at, detail=f"declared {size:,}, left {left:,}")
    return Skippable(at, size, blob[at] & 0x0F)


def read_frame_header(blob: bytes, at: int) -> FrameHeader:
    """Read the frame header at `at`; raise Damaged where it is cut or invalid."""
    if len(blob) <= at + MAGIC_SIZE:
        raise Damaged("truncated", offset=len(blob), detail="in a frame header")
    descriptor = blob[at + MAGIC_SIZE]
    if descriptor & RESERVED_FLAG:
        raise Damaged("reserved bit set", offset=at + MAGIC_SIZE)
    single = bool(descriptor & SINGLE_SEGMENT_FLAG)
    window_at = at + MAGIC_SIZE + DESCRIPTOR_SIZE
    dictionary_id_at = window_at + (not single)
    content_size_at = dictionary_id_at + DICTIONARY_ID_SIZES[descriptor & 3]
    content_size_size = CONTENT_SIZE_SIZES[descriptor >> 6] or int(single)
    end = content_size_at + content_size_size
    if len(blob) < end:
        raise Damaged("truncated", offset=len(blob), detail="in a frame header")
    content_size = int.from_bytes(blob[content_size_at:end], "little")
    if content_size_size == 2:
        content_size += TWO_BYTE_BIAS
    return FrameHeader(
        at,
        end,
        single,
        bool(descriptor & CHECKSUM_FLAG),
        content_size if single else _window_size(blob[window_at]),
        int.from_bytes(blob[dictionary_id_at:content_size_at], "little") or None,
        content_size_at - dictionary_id_at,
        content_size if content_size_size else None,
        content_size_size,
    )


def _window_size(descriptor: int) -> int:
    base = 1 << 10 + (descriptor >> 3)
    return base + (base >> 3) * (descriptor & 7)


def _walk_blocks(blob: bytes, frame: Frame) -> None:
    """Walk the blocks of `frame`, counting as it goes; raise Damaged where they break the grammar."""
    largest = min(frame.header.window_size, LARGEST_BLOCK)
    end = frame.header.end
    for kind, _, end, size in blocks(blob, frame.header):  # noqa: B007 - the last end is wanted
        frame.kinds[kind] += 1
        frame.bound += largest if kind == COMPRESSED else size
    if frame.header.checksum:
        if len(blob) < end + CHECKSUM_SIZE:
            raise Damaged("truncated", offset=len(blob), detail="in the checksum")
        end += CHECKSUM_SIZE
    frame.end = end


def blocks(blob: bytes, header: FrameHeader) -> Iterator[Block]:
    """Walk the blocks of a frame, the last one included; raise Damaged where they break the grammar."""
    at = header.end
    largest = min(header.window_size, LARGEST_BLOCK)
    stored = len(blob)
    number = 0
    last = False
    while not last:
        number += 1
        start = at + BLOCK_HEADER_SIZE
        if start > stored:
            raise Damaged("truncated", offset=stored, detail=f"in the header of block {number:,}")
        bits = blob[at] | blob[at + 1] << 8 | blob[at + 2] << 16
        last, kind, size = bool(bits & 1), bits >> 1 & 3, bits >> 3
        if kind == RESERVED:
            raise Damaged("block has a reserved type", offset=at, number=number)
        if size > largest:
            detail = f"declared {size:,}, at most {largest:,}"
            raise Damaged("block is larger than allowed", offset=at, number=number, detail=detail)
        end = start + (1 if kind == RLE else size)
        if end > stored:
            detail = f"declared {end - start:,}, left {stored - start:,}"
            raise Damaged("block runs past the end", offset=at, number=number, detail=detail)
        yield kind, at, end, size
        at = end
