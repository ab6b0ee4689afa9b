"""Brotli: no magic, no length, no checksum (RFC 7932)."""

from collections.abc import Iterator

import brotli

from cqlsh_ext.content.text import is_text
from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.limits import Limits

MINIMUM = 16
STEP = 1024 * 1024

FEWEST_NIBBLES, METADATA = 4, 7
LONGEST_HEADER = 5
"""Bytes of the window, and of a meta-block's header up to its length and kind."""
OVERHEAD = 16
"""Bytes by which a blob may be longer than its plain text."""


def may_be(blob: bytes) -> bool:
    """Rule out an empty blob and the large-window header, which RFC 7932 does not know."""
    return blob[:1] not in _NO_WINDOW


_NO_WINDOW = (b"", b"\x11", b"\x91")


def open_brotli(blob: bytes, limits: Limits) -> Opened:
    """Decode the whole blob; whatever fails means that it is something else."""
    if not may_be(blob):
        raise Refused("has no window size that RFC 7932 knows")
    decoder = brotli.Decompressor()
    pieces: list[bytes] = []
    given, fed = 0, blob
    while not decoder.is_finished():
        try:
            piece = decoder.process(fed, output_buffer_limit=min(STEP, limits.output - given + 1))
        except brotli.error:
            raise Refused("no Brotli stream that ends with the blob") from None
        if not piece and not fed:
            raise Refused("truncated", offset=len(blob))
        pieces.append(piece)
        given += len(piece)
        limits.check_output(given)
        fed = b""
    return Opened(b"".join(pieces), Integrity.NONE)


def accept(blob: bytes, plain: bytes) -> bool:
    """Believe readable text alone, and not less of it than an encoder would make that blob of.

    1 in 65,000 random blobs decodes to something, most of them to nothing or to a few bytes.
    """
    return bool(plain) and len(plain) + OVERHEAD >= len(blob) and is_text(plain) and not is_text(blob)


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the window and what the first meta-block's header says."""
    if not may_be(blob):
        return
    window, width = _window(blob[0])
    yield Field("window_bits", window, 0, 1)
    yield Field("window_size", (1 << window) - 16)
    bits = int.from_bytes(blob[:LONGEST_HEADER], "little") >> width
    last = bool(bits & 1)
    yield Field("first_metablock_is_last", last)
    if last and bits & 2:
        yield Field("first_metablock", "empty")
    elif len(blob) >= LONGEST_HEADER:
        yield from _metablock(bits >> (2 if last else 1), last=last)


def _metablock(bits: int, *, last: bool) -> Iterator[Field]:
    """Give what the first meta-block is, from the bits that tell its length on."""
    nibbles = FEWEST_NIBBLES + (bits & 3)
    if nibbles == METADATA:
        yield Field("first_metablock", "metadata")
        return
    uncompressed = not last and bits >> 2 + 4 * nibbles & 1
    yield Field("first_metablock", "uncompressed" if uncompressed else "compressed")
    yield Field("first_metablock_length", (bits >> 2 & (1 << 4 * nibbles) - 1) + 1)


def _window(first: int) -> tuple[int, int]:
    """Return the logarithm of the window's size, and how many bits it is written in."""
    if not first & 1:
        return 16, 1
    if first & 0x0E:
        return 17 + (first >> 1 & 7), 4
    return {0: 17}.get(first >> 4 & 7, 8 + (first >> 4 & 7)), 7


BROTLI = Format(
    name="brotli",
    title="Brotli",
    extension="br",
    specification="RFC 7932",
    evidence=Evidence.CONTENT,
    checks="none",
    minimum=MINIMUM,
    may_be=may_be,
    open=open_brotli,
    read_header=read_header,
    accept=accept,
)
