"""Streams through the decoders of the standard library: within limits, and with the place of a fault."""

from collections.abc import Callable
from dataclasses import dataclass
from lzma import LZMAError
from typing import NamedTuple, Protocol
from zlib import error as ZlibError  # noqa: N812 - its own name says nothing

from cqlsh_ext.errors import Damaged, OverLimit
from cqlsh_ext.limits import Limits

FIRST_STEP = 64 * 1024
"""Bytes fed at first, doubled each time: a decoder copies what it was fed and did not need."""
COARSE_STEP = 4096
ERRORS = (ZlibError, LZMAError, OSError, EOFError, ValueError)


class Decoder(Protocol):
    """What the decoders of zlib, bz2 and lzma have in common."""

    @property
    def eof(self) -> bool:
        """Whether the end of the stream was reached."""

    @property
    def unused_data(self) -> bytes:
        """What was fed and stands after the end of the stream."""

    def decompress(self, data: bytes | memoryview, max_length: int, /) -> bytes:
        """Return at most `max_length` bytes; all of `data` is consumed where it gives fewer."""


class Fault(NamedTuple):
    """The class of a decoder's error, and how many bytes before the one that shows it the fault begins."""

    what: str
    back: int = 0


@dataclass(frozen=True, slots=True)
class Stream:
    """How to decode one kind of stream.

    `make` gives a new decoder; `explain` says what its errors mean, and raises OverLimit for one that is no
    fault; `locate` asks for the offsets of faults.
    """

    make: Callable[[], Decoder]
    explain: Callable[[Exception], Fault]
    locate: bool = True


def decode_stream(kind: Stream, stored: memoryview, limits: Limits, already: int = 0) -> tuple[bytes, int]:
    """Return the plain bytes of the stream that `stored` starts with, and how many stored bytes it took.

    `already` counts bytes that the same layer gave before. Raises Damaged, with the offset in `stored`, and
    OverLimit.
    """
    decoder = kind.make()
    room = limits.output - already
    pieces: list[bytes] = []
    given, at, step = 0, 0, FIRST_STEP
    while not decoder.eof:
        if at >= len(stored):
            raise Damaged("truncated", offset=len(stored))
        try:
            piece = decoder.decompress(stored[at : at + step], room - given + 1)
        except ERRORS as error:
            fault = kind.explain(error)
            offset = _fault_offset(kind, stored, room) - fault.back if kind.locate else None
            raise Damaged(fault.what, offset=offset) from None
        pieces.append(piece)
        given += len(piece)
        limits.check_output(already + given)
        at = min(at + step, len(stored))
        step *= 2
    return b"".join(pieces), at - len(decoder.unused_data)


def shifted(fault: Damaged, by: int) -> Damaged:
    """Return the fault with its offset counted from `by` bytes earlier."""
    offset = None if fault.offset is None else fault.offset + by
    return Damaged(fault.what, offset=offset, detail=fault.detail)


def decode_declared(
    kind: Stream, stored: memoryview, declared: int, declared_at: int, limits: Limits
) -> tuple[bytes, int]:
    """Decode a stream that must give exactly `declared` bytes, as `decode_stream` does.

    `declared_at` is where that is said, counted from the start of `stored`.
    """
    room = min(declared, limits.output)
    try:
        plain, taken = decode_stream(kind, stored, limits, limits.output - room)
    except OverLimit:
        if room == declared:
            detail = f"declared {declared:,}, holds more"
            raise Damaged("declares another length", offset=declared_at, detail=detail) from None
        raise
    if len(plain) != declared:
        detail = f"declared {declared:,}, holds {len(plain):,}"
        raise Damaged("declares another length", offset=declared_at, detail=detail)
    return plain, taken


def no_padding(_blob: bytes, at: int) -> int:
    """Allow nothing between streams."""
    return at


def decode_streams(
    kind: Stream,
    blob: bytes,
    magic: bytes,
    limits: Limits,
    skip_padding: Callable[[bytes, int], int] = no_padding,
) -> tuple[bytes, tuple[int, ...]]:
    """Return what all streams of `blob` give together, where each begins, and at last where the last one ends.

    `skip_padding` returns where the padding at an offset ends. Raises Damaged and OverLimit.
    """
    stored = memoryview(blob)
    plain: list[bytes] = []
    parts: list[int] = []
    at = end = given = 0
    while at < len(blob):
        if not blob.startswith(magic, at):
            if magic.startswith(blob[at:]):
                raise Damaged("truncated", offset=len(blob))
            raise Damaged("bytes after the end", offset=at, detail=f"{len(blob) - at:,} bytes")
        parts.append(at)
        limits.check_members(len(parts))
        try:
            piece, taken = decode_stream(kind, stored[at:], limits, given)
        except Damaged as fault:
            raise shifted(fault, at) from None
        plain.append(piece)
        given += len(piece)
        end = at + taken
        at = skip_padding(blob, end)
    return b"".join(plain), (*parts, end)


def _fault_offset(kind: Stream, stored: memoryview, room: int) -> int:
    """Return the offset of the byte that a decoder refuses."""
    coarse = _refused_at(kind.make(), stored, 0, COARSE_STEP, room)
    decoder = kind.make()
    decoder.decompress(stored[:coarse], room + 1)
    return _refused_at(decoder, stored, coarse, 1, room)


def _refused_at(decoder: Decoder, stored: memoryview, at: int, step: int, room: int) -> int:
    """Feed `stored` from `at` on; return where the step starts that the decoder refuses."""
    try:
        while at < len(stored):
            decoder.decompress(stored[at : at + step], room + 1)
            at += step
    except ERRORS:
        pass
    return at
