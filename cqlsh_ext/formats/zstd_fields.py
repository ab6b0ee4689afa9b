"""What INSPECT tells of Zstandard frames."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from cqlsh_ext.errors import DecodeError
from cqlsh_ext.formats.format import Field
from cqlsh_ext.formats.zstd_frame import (
    CHECKSUM_SIZE,
    COMPRESSED,
    LEGACY_VERSIONS,
    MAGIC,
    MAGIC_SIZE,
    RAW,
    RLE,
    Frame,
    FrameHeader,
    Skippable,
    walk,
)
from cqlsh_ext.limits import Limits

KIND_NAMES = {RAW: "raw", RLE: "rle", COMPRESSED: "compressed"}
SKIPPABLE_SHOWN = 16


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the fields of the frames, as far as they can be walked; their places where there is only one."""
    if blob[:MAGIC_SIZE] in LEGACY_VERSIONS:
        yield Field("legacy_version", f"v0.{LEGACY_VERSIONS[blob[:MAGIC_SIZE]]}", 0, MAGIC_SIZE)
        return
    frames, skippable = _readable(blob)
    yield Field("frames", len(frames))
    yield Field("skippable_frames", len(skippable))
    if skippable:
        shown = skippable[:SKIPPABLE_SHOWN]
        yield Field("skippable", [{"variant": each.variant, "size": each.content_size} for each in shown])
    if len(frames) == 1:
        yield from _only_frame(blob, frames[0])
    elif frames:
        yield from _sums([frame.header for frame in frames])
    if frames:
        yield Field("blocks", {name: sum(each.kinds[kind] for each in frames) for kind, name in KIND_NAMES.items()})
        yield Field("largest_output", sum(frame.bound for frame in frames))


def _only_frame(blob: bytes, frame: Frame) -> Iterator[Field]:
    header = frame.header
    yield Field("magic", MAGIC.hex(" "), header.at, MAGIC_SIZE)
    descriptor_at = header.at + MAGIC_SIZE
    yield Field("single_segment", header.single_segment, descriptor_at, 1)
    yield Field("checksum", header.checksum, descriptor_at, 1)
    yield Field("window_size", header.window_size, *_place(descriptor_at + 1, int(not header.single_segment)))
    yield Field("dictionary_id", header.dictionary_id, *_place(header.dictionary_id_at, header.dictionary_id_size))
    yield Field("content_size", header.content_size, *_place(header.content_size_at, header.content_size_size))
    if frame.end and header.checksum:
        at = frame.end - CHECKSUM_SIZE
        yield Field("xxh64", f"0x{int.from_bytes(blob[at : frame.end], 'little'):08x}", at, CHECKSUM_SIZE)


def _place(at: int, size: int) -> tuple[int | None, int]:
    return (at, size) if size else (None, 0)


def _sums(headers: list[FrameHeader]) -> Iterator[Field]:
    checked = sum(header.checksum for header in headers)
    some = f"in {checked:,} of {len(headers):,} frames"
    yield Field("checksum", some if 0 < checked < len(headers) else bool(checked))
    yield Field("window_size", max(header.window_size for header in headers))
    yield Field("dictionary_id", next((header.dictionary_id for header in headers if header.dictionary_id), None))
    sizes = [header.content_size for header in headers if header.content_size is not None]
    yield Field("content_size", sum(sizes) if len(sizes) == len(headers) else None)


def _readable(blob: bytes) -> tuple[list[Frame], list[Skippable]]:
    """Return the frames up to the first fault, the broken one included, and no more than decoding would take."""
    frames: list[Frame] = []
    skippable: list[Skippable] = []
    with suppress(DecodeError):
        for each in islice(walk(blob), Limits().members):
            if isinstance(each, Frame):
                frames.append(each)
            else:
                skippable.append(each)
    return frames, skippable
