"""LZMA alone, as `lzma` and `xz --format=lzma` write it: 13 bytes of header and one stream (LZMA SDK)."""

from collections.abc import Iterator
from lzma import FORMAT_ALONE, LZMADecompressor

from cqlsh_ext.errors import Damaged, Refused
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.formats.streams import Fault, Stream, decode_stream
from cqlsh_ext.limits import Limits

PROPERTIES = 0x5D
"""lc=3 lp=0 pb=2, which every encoder writes unless it is told otherwise."""
DICTIONARY_AT, SIZE_AT, HEADER_SIZE = 1, 5, 13
MINIMUM = HEADER_SIZE + 5
"""The range coder starts with five bytes, the first of them zero."""
DICTIONARIES = frozenset((*(1 << log for log in range(12, 32)), *(3 << log for log in range(11, 31)), (1 << 32) - 1))
SMALLEST_DICTIONARY = 1 << 12
UNKNOWN_SIZE = (1 << 64) - 1
EXPANSION = 8192
"""14 decisions of 0.022 bits give 273 bytes: 7,100 to 1."""

STREAM = Stream(lambda: LZMADecompressor(FORMAT_ALONE), lambda _error: Fault("invalid LZMA data"), locate=False)


def may_be(blob: bytes) -> bool:
    """Tell whether the header is such as encoders write."""
    return (
        blob[:1] == b"\x5d"
        and len(blob) >= MINIMUM
        and not blob[HEADER_SIZE]
        and int.from_bytes(blob[DICTIONARY_AT:SIZE_AT], "little") in DICTIONARIES
    )


def open_lzma(blob: bytes, limits: Limits) -> Opened:
    """Decode the stream, with a dictionary no larger than the output that it could be of use for."""
    if not may_be(blob):
        raise Refused("has no header such as LZMA encoders write")
    declared = int.from_bytes(blob[SIZE_AT:HEADER_SIZE], "little")
    if declared not in (UNKNOWN_SIZE, min(declared, EXPANSION * len(blob))):
        raise Refused("declares more than LZMA can give", detail=f"{declared:,} bytes from {len(blob):,}")
    dictionary = int.from_bytes(blob[DICTIONARY_AT:SIZE_AT], "little")
    useful = min(dictionary, max(limits.output + 1, SMALLEST_DICTIONARY))
    stored = b"".join((blob[:DICTIONARY_AT], useful.to_bytes(SIZE_AT - DICTIONARY_AT, "little"), blob[SIZE_AT:]))
    try:
        plain, taken = decode_stream(STREAM, memoryview(stored), limits)
    except Damaged as fault:
        raise Refused(fault.what, offset=fault.offset) from None
    if taken != len(blob):
        raise Refused("bytes after the end", offset=taken, detail=f"{len(blob) - taken:,} bytes")
    return Opened(plain, Integrity.STRUCTURE)


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the fields of the 13-byte header; the size is null where the stream has an end marker instead."""
    if len(blob) < HEADER_SIZE:
        return
    properties = blob[0]
    yield Field("properties", f"0x{properties:02x}", 0, 1)
    yield Field("lc", properties % 9)
    yield Field("lp", properties // 9 % 5)
    yield Field("pb", properties // 45)
    yield Field("dictionary_size", int.from_bytes(blob[DICTIONARY_AT:SIZE_AT], "little"), DICTIONARY_AT, 4)
    size = int.from_bytes(blob[SIZE_AT:HEADER_SIZE], "little")
    yield Field("uncompressed_size", None if size == UNKNOWN_SIZE else size, SIZE_AT, 8)


LZMA = Format(
    name="lzma",
    title="LZMA alone",
    extension="lzma",
    specification="LZMA SDK, lzma-specification.txt",
    evidence=Evidence.STRUCTURE,
    checks="size or end marker only",
    first_bytes=b"\x5d",
    minimum=MINIMUM,
    may_be=may_be,
    open=open_lzma,
    read_header=read_header,
)
