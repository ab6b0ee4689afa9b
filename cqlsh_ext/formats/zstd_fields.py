"""What INSPECT tells of Zstandard frames."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from cqlsh_ext.errors import DecodeError
from cqlsh_ext.formats.format import SHOWN, Field, HeaderValue, magic_field
from cqlsh_ext.formats.zstd_frame import (
    CHECKSUM_FLAG,
    CHECKSUM_SIZE,
    COMPRESSED,
    LEGACY_VERSIONS,
    MAGIC,
    MAGIC_SIZE,
    RAW,
    RLE,
    SINGLE_SEGMENT_FLAG,
    Frame,
    FrameHeader,
    Skippable,
    walk,
)
from cqlsh_ext.limits import Limits

KIND_NAMES = {RAW: "raw", RLE: "rle", COMPRESSED: "compressed"}
FLAG_NAMES = {SINGLE_SEGMENT_FLAG: "single segment", CHECKSUM_FLAG: "checksum"}


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the fields of the frames, as far as they can be walked; their places where there is only one."""
    magic = blob[:MAGIC_SIZE]
    if magic in LEGACY_VERSIONS:
        yield magic_field(magic)
        yield Field("legacy_version", f"v0.{LEGACY_VERSIONS[magic]}")
        return
    frames, skippable = _readable(blob)
    if frames or magic == MAGIC:
        yield magic_field(MAGIC, frames[0].header.at if frames else 0)
    if len(frames) == 1:
        yield from _only_frame(blob, frames[0])
    elif frames:
        yield from _sums([frame.header for frame in frames])
    yield Field("frames", len(frames))
    yield Field("skippable_frames", len(skippable))
    if skippable:
        shown = skippable[:SHOWN]
        yield Field(
            "each_skippable_frame",
            [{"offset": each.at, "variant": each.variant, "content_size": each.content_size} for each in shown],
        )
    if frames:
        yield Field("blocks", _count_blocks(frames))
        yield Field("largest_output", sum(frame.bound for frame in frames))
    if len(frames) > 1:
        yield Field("each_frame", [_describe(blob, frame) for frame in frames[:SHOWN]])


def _only_frame(blob: bytes, frame: Frame) -> Iterator[Field]:
    header = frame.header
    descriptor_at = header.at + MAGIC_SIZE
    descriptor = blob[descriptor_at]
    yield Field("flags", [name for bit, name in FLAG_NAMES.items() if descriptor & bit], descriptor_at, 1)
    yield Field("single_segment", header.single_segment)
    yield Field("checksum", header.checksum)
    yield Field("window_size", header.window_size, *_place(descriptor_at + 1, int(not header.single_segment)))
    yield Field("dictionary_id", header.dictionary_id, *_place(header.dictionary_id_at, header.dictionary_id_size))
    yield Field("content_size", header.content_size, *_place(header.content_size_at, header.content_size_size))
    if frame.end:
        yield Field("frame_size", frame.end - header.at)
        if header.checksum:
            yield Field("xxh64", _checksum(blob, frame), frame.end - CHECKSUM_SIZE, CHECKSUM_SIZE)


def _place(at: int, size: int) -> tuple[int | None, int]:
    return (at, size) if size else (None, 0)


def _checksum(blob: bytes, frame: Frame) -> str | None:
    """Return the low half of the content's XXH64, as the frame carries it."""
    if not (frame.end and frame.header.checksum):
        return None
    return f"0x{int.from_bytes(blob[frame.end - CHECKSUM_SIZE : frame.end], 'little'):08x}"


def _sums(headers: list[FrameHeader]) -> Iterator[Field]:
    checked = sum(header.checksum for header in headers)
    some = f"in {checked:,} of {len(headers):,} frames"
    yield Field("checksum", some if 0 < checked < len(headers) else bool(checked))
    yield Field("window_size", max(header.window_size for header in headers))
    yield Field("dictionary_id", next((header.dictionary_id for header in headers if header.dictionary_id), None))
    sizes = [header.content_size for header in headers if header.content_size is not None]
    yield Field("content_size", sum(sizes) if len(sizes) == len(headers) else None)


def _count_blocks(frames: list[Frame]) -> HeaderValue:
    return {name: sum(frame.kinds[kind] for frame in frames) for kind, name in KIND_NAMES.items()}


def _describe(blob: bytes, frame: Frame) -> HeaderValue:
    header = frame.header
    return {
        "offset": header.at,
        "size": frame.end - header.at if frame.end else None,
        "single_segment": header.single_segment,
        "window_size": header.window_size,
        "dictionary_id": header.dictionary_id,
        "content_size": header.content_size,
        "xxh64": _checksum(blob, frame),
        "blocks": _count_blocks([frame]),
    }


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
