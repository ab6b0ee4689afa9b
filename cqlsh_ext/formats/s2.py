"""S2 of klauspost/compress: the snappy framing with larger chunks, and blocks that may hold repeats."""

from collections.abc import Iterator

from cqlsh_ext.errors import Refused
from cqlsh_ext.formats import snappy_block
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.formats.snappy_elements import Stored, survey
from cqlsh_ext.formats.snappy_fields import element_fields
from cqlsh_ext.formats.snappy_framed import Framing
from cqlsh_ext.formats.varint import read_varint32
from cqlsh_ext.limits import Limits

MAGIC = b"\xff\x06\x00\x00S2sTwO"
LARGEST = 4 * 1024 * 1024


def open_block(block: Stored, limits: Limits, already: int = 0) -> bytes:
    """Decode one block exactly: with the snappy library, or here where repeats are in the way."""
    try:
        return snappy_block.open_block(block, limits, already)
    except Refused:
        found = read_varint32(block)
        if found is None:
            raise
    fits = already + found[0] <= limits.output
    plain = bytearray()
    if fault := survey(block, repeats=True, into=plain if fits else None).fault:
        raise fault
    limits.check_output(already + found[0])
    return bytes(plain)


FRAMING = Framing(MAGIC, LARGEST, open_block)


def open_s2(blob: bytes, limits: Limits) -> Opened:
    """Decode a stream, or without the stream identifier the whole blob as one block."""
    if FRAMING.may_be(blob):
        return FRAMING.open(blob, limits)
    return Opened(open_block(blob, limits), Integrity.STRUCTURE)


def read_header(blob: bytes, parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the fields of a stream, or those of a block."""
    return FRAMING.read_header(blob, parts) if FRAMING.may_be(blob) else element_fields(blob, repeats=True)


S2 = Format(
    name="s2",
    title="S2",
    extension="s2",
    specification="klauspost/compress s2/README.md",
    evidence=Evidence.MAGIC,
    checks="CRC-32C of every chunk of a stream; declared length only of a bare block",
    magics=(MAGIC,),
    may_be=FRAMING.may_be,
    open=open_s2,
    read_header=read_header,
)
