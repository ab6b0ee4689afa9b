"""The LZ4 frame: a checked descriptor, blocks, an end mark, optional checksums (lz4/lz4, doc/lz4_Frame_format.md)."""

from collections.abc import Iterator

import xxhash

from cqlsh_ext.errors import Damaged, Refused, Unsupported
from cqlsh_ext.formats import lz4_block
from cqlsh_ext.formats import lz4_frame_layout as layout
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.formats.lz4_frame_layout import WORD, Block, Descriptor
from cqlsh_ext.limits import Limits


def may_be(blob: bytes) -> bool:
    """Tell whether an LZ4 frame is the first that is not skippable."""
    return layout.first_frame(blob) is not None


def open_frames(blob: bytes, limits: Limits) -> Opened:
    """Decode every frame; skippable ones may stand before, between and behind."""
    if not may_be(blob):
        raise Refused("no LZ4 frame, at the start or behind skippable frames")
    plain = bytearray()
    parts = []
    at = members = 0
    proved = True
    while at < len(blob):
        members += 1
        limits.check_members(members)
        if (end := layout.skippable_end(blob, at)) is not None:
            if end > len(blob):
                raise Damaged(
                    "skippable frame runs past the end", offset=at, detail=f"{end - len(blob):,} bytes short"
                )
            at = end
        elif blob.startswith(layout.MAGIC, at):
            parts.append(at)
            frame = layout.read_descriptor(blob, at)
            frame.check()
            at, checked = _decode_frame(blob, frame, limits, plain)
            proved = proved and checked
        else:
            raise Damaged("bytes after the last frame", offset=at, detail=f"{len(blob) - at:,} bytes")
    return Opened(bytes(plain), Integrity.CHECKSUM if proved else Integrity.STRUCTURE, tuple(parts))


def _decode_frame(blob: bytes, frame: Descriptor, limits: Limits, plain: bytearray) -> tuple[int, bool]:
    """Append what a frame gives to `plain`; return where it ends and whether a checksum vouches for its content."""
    begin = len(plain)
    mark_at = frame.blocks_at
    for block in layout.blocks(blob, frame):
        _decode_block(blob, frame, block, limits, plain, begin)
        mark_at = block.end
    given = len(plain) - begin
    if frame.content_size and frame.content_size != given:
        detail = f"declared {frame.content_size:,}, holds {given:,}"
        raise Damaged("declares another length", offset=frame.at + 6, detail=detail)
    if frame.flags & layout.CONTENT_CHECKSUM:
        _check_sum(blob, mark_at + WORD, memoryview(plain)[begin:])
    checked = frame.flags & layout.CONTENT_CHECKSUM or (frame.flags & layout.BLOCK_CHECKSUMS and given)
    return frame.end(mark_at), bool(checked)


def _decode_block(
    blob: bytes, frame: Descriptor, block: Block, limits: Limits, plain: bytearray, begin: int
) -> None:
    """Append what a block gives to `plain`; a linked one reaches back to `begin`, where its frame's content starts."""
    data = blob[block.at : block.at + block.size]
    if frame.flags & layout.BLOCK_CHECKSUMS:
        _check_sum(blob, block.at + block.size, data)
    if block.stored:
        limits.check_output(len(plain) + block.size)
        plain += data
        return
    reach = 0 if frame.flags & layout.INDEPENDENT else min(len(plain) - begin, lz4_block.WINDOW)
    with memoryview(plain)[len(plain) - reach :] as history:
        try:
            piece = lz4_block.decode_within(data, frame.block_maximum, limits, len(plain), history)
        except Refused as fault:
            if frame.dictionary_id:
                raise Unsupported("needs a dictionary", detail=f"id {frame.dictionary_id:,}") from None
            raise lz4_block.damage(data, fault, block.at, reach) from None
    plain += piece


def _check_sum(blob: bytes, at: int, data: bytes | memoryview) -> None:
    stored = int.from_bytes(blob[at : at + WORD], "little")
    computed = xxhash.xxh32_intdigest(data)
    if stored != computed:
        raise Damaged("checksum mismatch", offset=at, detail=f"stored {stored:08x}, computed {computed:08x}")


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
            at = frame.end(at)
        ends = at == len(blob)
    except Damaged:
        ends = False
    yield Field("blocks", count)
    yield Field("stored_blocks", stored)
    yield Field("frames", frames)
    yield Field("skippable_frames", skippable)
    yield Field("ends_properly", ends)


LZ4_FRAME = Format(
    name="lz4-frame",
    title="LZ4 frame",
    specification="lz4/lz4 doc/lz4_Frame_format.md",
    evidence=Evidence.MAGIC,
    checks="header checksum; XXH32 of blocks and of the content, each optional",
    magics=(layout.MAGIC, *layout.SKIPPABLE_MAGICS),
    minimum=len(layout.MAGIC),
    may_be=may_be,
    open=open_frames,
    read_header=read_header,
)
