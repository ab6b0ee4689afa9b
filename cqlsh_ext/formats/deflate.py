"""Raw DEFLATE, without header or checksum (RFC 1951)."""

from collections.abc import Iterator

from cqlsh_ext.content.text import is_text
from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.formats.inflate import RAW_STREAM
from cqlsh_ext.formats.streams import ERRORS
from cqlsh_ext.limits import Limits

MINIMUM, MINIMUM_BINARY = 16, 64
OVERHEAD = 16
"""Bytes by which a blob may be longer than its plain text."""
STORED_BLOCK, DYNAMIC_BLOCK, RESERVED_BLOCK = 0, 2, 3
STORED_HEADER_SIZE, SMALLEST = 5, 2
FEWEST_LITERAL_CODES, MOST_CODES = 257, 29
"""The most that a dynamic block may declare beyond 257 literal codes, and beyond 1 distance code."""
BLOCKS = ("stored", "fixed Huffman", "dynamic Huffman", "reserved")


def may_be(blob: bytes) -> bool:
    """Rule out a first block whose header no encoder writes; a stored one holds its length twice."""
    if len(blob) < SMALLEST:
        return False
    kind = blob[0] >> 1 & 3
    if kind == STORED_BLOCK:
        return len(blob) >= STORED_HEADER_SIZE and blob[1] ^ blob[3] == 0xFF and blob[2] ^ blob[4] == 0xFF
    if kind == DYNAMIC_BLOCK:
        return blob[0] >> 3 <= MOST_CODES and blob[1] & 0x1F <= MOST_CODES
    return kind != RESERVED_BLOCK


def open_deflate(blob: bytes, limits: Limits) -> Opened:
    """Inflate the whole blob; whatever fails means that it is something else."""
    stream = RAW_STREAM.make()
    try:
        plain = stream.decompress(blob, limits.output + 1)
    except ERRORS as error:
        raise Refused(RAW_STREAM.explain(error).what) from None
    limits.check_output(len(plain))
    if not stream.eof:
        raise Refused("truncated", offset=len(blob))
    if stream.unused_data:
        raise Refused("bytes after the last block", offset=len(blob) - len(stream.unused_data))
    return Opened(plain, Integrity.NONE)


def accept(blob: bytes, plain: bytes) -> bool:
    """Believe text, and any content where the blob is long enough and it gained by compression."""
    if not plain or len(plain) + OVERHEAD < len(blob) or is_text(blob):
        return False
    return len(plain) > len(blob) >= MINIMUM_BINARY or is_text(plain)


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give what the first block's header says."""
    if not blob:
        return
    kind = blob[0] >> 1 & 3
    yield Field("first_block", BLOCKS[kind], 0, 1)
    yield Field("first_block_is_last", bool(blob[0] & 1))
    if kind == STORED_BLOCK and len(blob) >= STORED_HEADER_SIZE:
        yield Field("first_block_length", int.from_bytes(blob[1:3], "little"), 1, 2)
    if kind == DYNAMIC_BLOCK and len(blob) >= SMALLEST:
        yield Field("first_block_literal_codes", FEWEST_LITERAL_CODES + (blob[0] >> 3))
        yield Field("first_block_distance_codes", 1 + (blob[1] & 0x1F))


DEFLATE = Format(
    name="deflate",
    title="raw DEFLATE",
    specification="RFC 1951",
    evidence=Evidence.CONTENT,
    checks="none",
    minimum=MINIMUM,
    may_be=may_be,
    open=open_deflate,
    read_header=read_header,
    accept=accept,
)
