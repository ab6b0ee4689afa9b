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
    MAGIC_SIZE,
    RAW,
    RLE,
    WINDOW_DESCRIPTOR_AT,
    Frame,
    Skippable,
    walk,
)
from cqlsh_ext.limits import Limits

KIND_NAMES = {RAW: "raw", RLE: "rle", COMPRESSED: "compressed"}
SKIPPABLE_SHOWN = 16


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the fields of the first frame, and the sums over all, as far as they can be walked."""
    if blob[:MAGIC_SIZE] in LEGACY_VERSIONS:
        yield Field("legacy_version", f"v0.{LEGACY_VERSIONS[blob[:MAGIC_SIZE]]}", 0, MAGIC_SIZE)
        return
    frames, skippable = _readable(blob)
    if frames:
        yield from _first_frame(blob, frames[0])
        sizes = [frame.header.content_size for frame in frames]
        total = None if None in sizes else sum(size or 0 for size in sizes)
        stored = len(frames) == 1 and total is not None
        header = frames[0].header
        yield Field("content_size", total, *(header.content_size_at, header.content_size_size) if stored else ())
        yield Field("blocks", {name: sum(each.kinds[kind] for each in frames) for kind, name in KIND_NAMES.items()})
        yield Field("largest_output", sum(frame.bound for frame in frames))
    yield Field("frames", len(frames))
    yield Field("skippable_frames", len(skippable))
    if skippable:
        shown = skippable[:SKIPPABLE_SHOWN]
        yield Field("skippable", [{"variant": each.variant, "size": each.content_size} for each in shown])


def _first_frame(blob: bytes, frame: Frame) -> Iterator[Field]:
    header = frame.header
    yield Field("magic", blob[header.at : header.at + MAGIC_SIZE].hex(" "), header.at, MAGIC_SIZE)
    yield Field("single_segment", header.single_segment, header.at + MAGIC_SIZE, 1)
    yield Field("checksum", header.checksum, header.at + MAGIC_SIZE, 1)
    window_place = () if header.single_segment else (header.at + WINDOW_DESCRIPTOR_AT, 1)
    yield Field("window_size", header.window_size, *window_place)
    dictionary_place = (header.dictionary_id_at, header.dictionary_id_size) if header.dictionary_id_size else ()
    yield Field("dictionary_id", header.dictionary_id, *dictionary_place)
    if frame.end and header.checksum:
        at = frame.end - CHECKSUM_SIZE
        yield Field("xxh64", f"0x{int.from_bytes(blob[at : frame.end], 'little'):08x}", at, CHECKSUM_SIZE)


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
