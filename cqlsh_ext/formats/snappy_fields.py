"""What the elements of a snappy or S2 block are, in figures."""

from collections.abc import Iterator

from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.format import Field
from cqlsh_ext.formats.snappy_block import LITERAL, REPEAT, Stored, elements
from cqlsh_ext.formats.varint import read_varint32

COPIES = ("copy_1", "copy_2", "copy_4")


def element_fields(block: Stored, *, repeats: bool = False) -> Iterator[Field]:
    """Give the declared length of a block and the sums over its elements, as far as they are sound."""
    found = read_varint32(block)
    if found is None:
        return
    yield Field("declared_length", found[0], 0, found[1])
    counts = [0] * (REPEAT + 1)
    literal_bytes = longest = furthest = 0
    try:
        for kind, _, _, length, back in elements(block, repeats=repeats):
            counts[kind] += 1
            if kind == LITERAL:
                literal_bytes += length
                longest = max(longest, length)
            else:
                furthest = max(furthest, back)
    except Refused as fault:
        yield Field("sound_until", fault.offset)
    yield Field("literals", counts[LITERAL])
    yield Field("literal_bytes", literal_bytes)
    yield Field("longest_literal", longest)
    yield Field("copies", dict(zip(COPIES, counts[1:REPEAT], strict=True)))
    if repeats:
        yield Field("repeats", counts[REPEAT])
    yield Field("largest_offset", furthest)
