"""Raw DEFLATE, without header or checksum (RFC 1951)."""

from collections.abc import Iterator

from cqlsh_ext.content.text import is_text
from cqlsh_ext.errors import Damaged, Refused
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.formats.inflate import RAW_STREAM
from cqlsh_ext.formats.streams import decode_stream
from cqlsh_ext.limits import Limits

MINIMUM, MINIMUM_BINARY = 16, 64
OVERHEAD = 16
"""Bytes by which a blob may be longer than its plain text."""
RESERVED_BLOCK = 3
BLOCKS = ("stored", "fixed Huffman", "dynamic Huffman", "reserved")


def _block_type(blob: bytes) -> int:
    return blob[0] >> 1 & 3


def open_deflate(blob: bytes, limits: Limits) -> Opened:
    """Inflate the whole blob; whatever fails means that it is something else."""
    try:
        plain, taken = decode_stream(RAW_STREAM, memoryview(blob), limits)
    except Damaged as fault:
        raise Refused(str(fault)) from None
    if taken != len(blob):
        raise Refused("bytes after the last block", offset=taken)
    return Opened(plain, Integrity.NONE)


def accept(blob: bytes, plain: bytes) -> bool:
    """Believe text, and any content where the blob is long enough and it gained by compression."""
    if len(plain) + OVERHEAD < len(blob) or is_text(blob):
        return False
    return len(plain) > len(blob) >= MINIMUM_BINARY or is_text(plain)


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give what the first block's three header bits say."""
    if blob:
        yield Field("first_block", BLOCKS[_block_type(blob)], 0, 1)
        yield Field("first_block_is_last", bool(blob[0] & 1), 0, 1)


DEFLATE = Format(
    name="deflate",
    title="raw DEFLATE",
    specification="RFC 1951",
    evidence=Evidence.CONTENT,
    checks="none",
    minimum=MINIMUM,
    may_be=lambda blob: bool(blob) and _block_type(blob) != RESERVED_BLOCK,
    open=open_deflate,
    read_header=read_header,
    accept=accept,
)
