"""What the elements of a snappy or S2 block are, in figures."""

from collections.abc import Iterator

from cqlsh_ext.formats.format import WALKED, Field
from cqlsh_ext.formats.snappy_elements import COPY_1, LITERAL, REPEAT, Stored, survey
from cqlsh_ext.formats.varint import read_varint32

COPIES = ("copy_1", "copy_2", "copy_4")


def element_fields(block: Stored, *, repeats: bool = False) -> Iterator[Field]:
    """Give the declared length of a block and the sums over its elements.

    They cover what is sound, and no more than can be counted in a moment.
    """
    found = read_varint32(block)
    if found is None:
        return
    yield Field("declared_length", found[0], 0, found[1])
    seen = survey(block, repeats=repeats, until=WALKED)
    if len(block) > WALKED:
        yield Field("counted_bytes", WALKED)
    if seen.fault:
        yield Field("sound_until", seen.fault.offset)
    yield Field("literals", seen.counts[LITERAL])
    yield Field("literal_bytes", seen.literal_bytes)
    yield Field("longest_literal", seen.longest_literal)
    yield Field("copies", dict(zip(COPIES, seen.counts[COPY_1:REPEAT], strict=True)))
    if repeats:
        yield Field("repeats", seen.counts[REPEAT])
    yield Field("largest_offset", seen.largest_offset)
    if not seen.fault and not repeats:
        yield Field("canonical", seen.canonical)
