"""What INSPECT tells of LZ4 frames."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from cqlsh_ext.errors import Damaged
from cqlsh_ext.formats import lz4_frame_layout as layout
from cqlsh_ext.formats.format import SHOWN, Field, HeaderValue, magic_field
from cqlsh_ext.formats.lz4_frame_layout import WORD, Descriptor
from cqlsh_ext.limits import Limits

FLAG_NAMES = {
    layout.INDEPENDENT: "independent blocks",
    layout.BLOCK_CHECKSUMS: "block checksums",
    layout.CONTENT_SIZE: "content size",
    layout.CONTENT_CHECKSUM: "content checksum",
    layout.DICTIONARY: "dictionary id",
}


@dataclass(slots=True)
class Frame:
    """One frame: where it stands, its end None where it is cut or broken, its descriptor None where it is skippable."""

    at: int
    end: int | None = None
    descriptor: Descriptor | None = None
    blocks: int = 0
    stored_blocks: int = 0


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the descriptor of the first frame, the sums over all, and each of several."""
    at = layout.first_frame(blob)
    if at is None:
        return
    yield magic_field(layout.MAGIC, at)
    try:
        descriptor = layout.read_descriptor(blob, at)
    except Damaged:
        return
    yield from _descriptor_fields(descriptor)
    each = list(islice(_walk(blob), Limits().members))
    frames = [frame for frame in each if frame.descriptor]
    sum_at = _checksum_at(frames[0]) if frames else None
    if sum_at is not None:
        yield Field("content_xxh32", f"0x{layout.word(blob, sum_at):08x}", sum_at, WORD)
    yield Field("blocks", sum(frame.blocks for frame in frames))
    yield Field("stored_blocks", sum(frame.stored_blocks for frame in frames))
    yield Field("frames", len(frames))
    yield Field("skippable_frames", len(each) - len(frames))
    yield Field("ends_properly", each[-1].end == len(blob))
    if len(each) > 1:
        yield Field("each_frame", [_describe(blob, frame) for frame in each[:SHOWN]])


def _descriptor_fields(frame: Descriptor) -> Iterator[Field]:
    at = frame.at + len(layout.MAGIC)
    yield Field("flags", [name for bit, name in FLAG_NAMES.items() if frame.flags & bit], at, 1)
    yield Field("version", frame.flags >> 6)
    yield Field("independent_blocks", bool(frame.flags & layout.INDEPENDENT))
    yield Field("block_checksums", bool(frame.flags & layout.BLOCK_CHECKSUMS))
    yield Field("content_checksum", bool(frame.flags & layout.CONTENT_CHECKSUM))
    yield Field("block_maximum", frame.block_maximum, at + 1, 1)
    at += 2
    if frame.content_size is None:
        yield Field("content_size", None)
    else:
        yield Field("content_size", frame.content_size, at, layout.LONG)
        at += layout.LONG
    if frame.dictionary_id is None:
        yield Field("dictionary_id", None)
    else:
        yield Field("dictionary_id", frame.dictionary_id, at, WORD)
    yield Field("header_checksum", frame.header_checksum or "wrong", frame.checksum_at, 1)


def _walk(blob: bytes) -> Iterator[Frame]:
    """Walk the frames up to the first that is cut or broken, that one included."""
    at: int | None = 0
    while at is not None and at < len(blob):
        end = layout.skippable_end(blob, at)
        if end is not None:
            frame = Frame(at, end if end <= len(blob) else None)
        elif blob.startswith(layout.MAGIC, at):
            frame = _walk_frame(blob, at)
        else:
            return
        yield frame
        at = frame.end


def _walk_frame(blob: bytes, at: int) -> Frame:
    frame = Frame(at)
    try:
        frame.descriptor = layout.read_descriptor(blob, at)
        mark_at = frame.descriptor.blocks_at
        for block in layout.blocks(blob, frame.descriptor):
            frame.blocks += 1
            frame.stored_blocks += block.stored
            mark_at = block.end
        frame.end = frame.descriptor.end(mark_at)
    except Damaged:
        pass
    return frame


def _checksum_at(frame: Frame) -> int | None:
    """Return where the content's checksum stands, None where the frame carries none or does not get there."""
    if frame.end is None or not frame.descriptor or not frame.descriptor.flags & layout.CONTENT_CHECKSUM:
        return None
    return frame.end - WORD


def _describe(blob: bytes, frame: Frame) -> HeaderValue:
    found: dict[str, HeaderValue] = {
        "kind": "frame" if frame.descriptor else "skippable",
        "offset": frame.at,
        "size": None if frame.end is None else frame.end - frame.at,
    }
    if frame.descriptor:
        sum_at = _checksum_at(frame)
        found |= {
            "independent_blocks": bool(frame.descriptor.flags & layout.INDEPENDENT),
            "block_maximum": frame.descriptor.block_maximum,
            "content_size": frame.descriptor.content_size,
            "content_xxh32": None if sum_at is None else f"0x{layout.word(blob, sum_at):08x}",
            "blocks": frame.blocks,
            "stored_blocks": frame.stored_blocks,
        }
    return found
