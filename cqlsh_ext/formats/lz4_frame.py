"""The LZ4 frame: a checked descriptor, blocks, an end mark, checksums (lz4/lz4, doc/lz4_Frame_format.md)."""

import xxhash

from cqlsh_ext.dictionaries import Dictionaries, Naming
from cqlsh_ext.errors import Damaged, Refused, Unsupported
from cqlsh_ext.formats import lz4_block
from cqlsh_ext.formats import lz4_frame_layout as layout
from cqlsh_ext.formats.format import Evidence, Format, Integrity, Opened
from cqlsh_ext.formats.lz4_frame_fields import read_header
from cqlsh_ext.formats.lz4_frame_layout import WORD, Block, Descriptor
from cqlsh_ext.formats.lz4_sequences import WINDOW
from cqlsh_ext.limits import Limits


def may_be(blob: bytes) -> bool:
    """Tell whether an LZ4 frame is the first that is not skippable."""
    return blob.startswith(layout.MAGIC) or (
        blob.startswith(layout.SKIPPABLE_TAIL, 1) and layout.first_frame(blob) is not None
    )


def open_frames(blob: bytes, limits: Limits, dictionaries: Dictionaries | None = None) -> Opened:
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
                raise layout.cut_skippable(blob, at)
            at = end
        elif blob.startswith(layout.MAGIC, at):
            parts.append(at)
            frame = layout.read_descriptor(blob, at)
            frame.check()
            dictionary = lz4_block.history_from(dictionaries, frame.dictionary_id) if dictionaries else b""
            at, checked = _decode_frame(blob, frame, limits, plain, dictionary)
            proved = proved and checked
        elif any(magic.startswith(blob[at : at + WORD]) for magic in (layout.MAGIC, *layout.SKIPPABLE_MAGICS)):
            raise Damaged("truncated", offset=len(blob), detail="in a frame header")
        else:
            raise Damaged("bytes after the last frame", offset=at, detail=f"{len(blob) - at:,} bytes")
    return Opened(bytes(plain), Integrity.CHECKSUM if proved else Integrity.STRUCTURE, tuple(parts))


def _decode_frame(
    blob: bytes, frame: Descriptor, limits: Limits, plain: bytearray, dictionary: bytes
) -> tuple[int, bool]:
    """Append what a frame gives to `plain`; return where it ends and whether checksums vouch for it."""
    begin = len(plain)
    mark_at = frame.blocks_at
    for block in layout.blocks(blob, frame):
        _decode_block(blob, frame, block, limits, plain, begin=begin, dictionary=dictionary)
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
    blob: bytes, frame: Descriptor, block: Block, limits: Limits, plain: bytearray, *, begin: int, dictionary: bytes
) -> None:
    """Append what a block gives to `plain`, where its frame begins at `begin`."""
    data = blob[block.at : block.at + block.size]
    if frame.flags & layout.BLOCK_CHECKSUMS:
        _check_sum(blob, block.at + block.size, data)
    if block.stored:
        limits.check_output(len(plain) + block.size)
        plain += data
        return
    linked = 0 if frame.flags & layout.INDEPENDENT else len(plain) - begin
    with _history(plain, linked, dictionary) as history:
        try:
            piece = lz4_block.decode_within(data, frame.block_maximum, limits, len(plain), history)
        except Refused as fault:
            if frame.dictionary_id and not dictionary:
                raise Unsupported("needs a dictionary", detail=f"id {frame.dictionary_id:,}") from None
            raise lz4_block.damage(data, fault, block.at, frame.block_maximum, len(history)) from None
    plain += piece


def _history(plain: bytearray, linked: int, dictionary: bytes) -> memoryview:
    """Return what a block may reach back into: the last `linked` bytes of `plain`, and the dictionary before them."""
    reach = min(linked, WINDOW)
    recent = memoryview(plain)[len(plain) - reach :]
    room = WINDOW - reach
    return memoryview(dictionary[-room:] + recent) if dictionary and room else recent


def _check_sum(blob: bytes, at: int, data: bytes | memoryview) -> None:
    stored = layout.word(blob, at)
    computed = xxhash.xxh32_intdigest(data)
    if stored != computed:
        raise Damaged("checksum mismatch", offset=at, detail=f"stored {stored:08x}, computed {computed:08x}")


LZ4_FRAME = Format(
    name="lz4-frame",
    title="LZ4 frame",
    extension="lz4",
    specification="lz4/lz4 doc/lz4_Frame_format.md",
    evidence=Evidence.MAGIC,
    checks="header checksum; XXH32 of blocks and content where carried",
    magics=(layout.MAGIC, *layout.SKIPPABLE_MAGICS),
    minimum=len(layout.MAGIC),
    may_be=may_be,
    open=open_frames,
    open_with=open_frames,
    naming=Naming.LZ4,
    read_header=read_header,
)
