"""What an LZ4 frame says of itself, field by field."""

from collections.abc import Iterator

from cqlsh_ext.errors import Damaged
from cqlsh_ext.formats import lz4_frame_layout as layout
from cqlsh_ext.formats.format import Field
from cqlsh_ext.formats.lz4_frame_layout import WORD, Descriptor


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the descriptor of the first frame, and the sums over all."""
    at = layout.first_frame(blob)
    if at is None:
        return
    try:
        first = layout.read_descriptor(blob, at)
    except Damaged:
        return
    yield from _descriptor_fields(first)
    yield from _sums(blob)


def _descriptor_fields(frame: Descriptor) -> Iterator[Field]:
    at = frame.at + len(layout.MAGIC)
    yield Field("version", frame.flags >> 6, at, 1)
    yield Field("independent_blocks", bool(frame.flags & layout.INDEPENDENT), at, 1)
    yield Field("block_checksums", bool(frame.flags & layout.BLOCK_CHECKSUMS), at, 1)
    yield Field("content_checksum", bool(frame.flags & layout.CONTENT_CHECKSUM), at, 1)
    yield Field("block_maximum", frame.block_maximum, at + 1, 1)
    at += 2
    if frame.content_size is None:
        yield Field("content_size", None)
    else:
        yield Field("content_size", frame.content_size, at, layout.LONG)
        at += layout.LONG
    if frame.dictionary_id is not None:
        yield Field("dictionary_id", frame.dictionary_id, at, WORD)
    yield Field("header_checksum", frame.header_checksum or "wrong", frame.checksum_at, 1)


def _sums(blob: bytes) -> Iterator[Field]:
    """Count frames and blocks, up to where the chain breaks."""
    at = frames = skippable = count = stored = 0
    try:
        while at < len(blob):
            if (end := layout.skippable_end(blob, at)) is not None:
                skippable += 1
                at = end
                continue
            if not blob.startswith(layout.MAGIC, at):
                break
            frames += 1
            frame = layout.read_descriptor(blob, at)
            at = frame.blocks_at
            for block in layout.blocks(blob, frame):
                count += 1
                stored += block.stored
                at = block.end
            if frames == 1 and frame.flags & layout.CONTENT_CHECKSUM:
                sum_at = at + WORD
                yield Field("content_xxh32", f"0x{layout.word(blob, sum_at):08x}", sum_at, WORD)
            at = frame.end(at)
        ends = at == len(blob)
    except Damaged:
        ends = False
    yield Field("blocks", count)
    yield Field("stored_blocks", stored)
    yield Field("frames", frames)
    yield Field("skippable_frames", skippable)
    yield Field("ends_properly", ends)
