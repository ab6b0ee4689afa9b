"""The snappy block: a length, then literals and copies (google/snappy, format_description.txt).

Every member of the snappy family is made of these. S2 adds one element, the repeat: a copy-1 with offset 0,
which goes back as far as the copy before it (klauspost/compress, s2).
"""

from collections import deque
from collections.abc import Iterator
from typing import TypeAlias

import cramjam

from cqlsh_ext.errors import Damaged, Refused
from cqlsh_ext.formats.varint import read_varint32
from cqlsh_ext.limits import Limits

Stored: TypeAlias = bytes | memoryview
Element: TypeAlias = tuple[int, int, int, int, int]
"""Kind, where the tag stands, where the element ends, bytes that it gives, how far a copy reaches back."""

LITERAL, COPY_1, COPY_2, COPY_4, REPEAT = range(5)
LONG_LITERAL = 60
REPEAT_BASES = {5: 4 + 4, 6: 4 + (1 << 8), 7: 4 + (1 << 16)}
"""What the 1, 2 or 3 bytes after a long repeat are added to."""
EXPANSION, SLACK = 22, 64
"""A 3-byte copy gives at most 64 bytes: 21.33 to 1."""


def open_block(block: Stored, limits: Limits, already: int = 0) -> bytes:
    """Decode one block exactly; raise Refused where it is none, OverLimit where a sound one is too large.

    `already` counts bytes that the same layer gave before.
    """
    found = read_varint32(block)
    if found is None:
        raise Refused("no block length", offset=0)
    declared = found[0]
    if declared > (most := EXPANSION * len(block) + SLACK):
        raise Refused(
            "block declares more than snappy can give",
            offset=0,
            detail=f"{declared:,} bytes, at most {most:,}",
        )
    if already + declared > limits.output:
        verify(block)
        limits.check_output(already + declared)
    plain = bytearray(declared)
    try:
        cramjam.snappy.decompress_raw_into(block, plain)
    except cramjam.DecompressionError as error:
        verify(block)
        raise Refused("block does not decode", detail=str(error)) from None
    return bytes(plain)


def verify(block: Stored) -> None:
    """Check that a block would decode exactly, without producing output; raise Refused where it would not."""
    deque(elements(block), maxlen=0)


def elements(block: Stored, *, repeats: bool = False) -> Iterator[Element]:  # noqa: C901, PLR0912 - a hot loop
    """Walk a block without producing output; raise Refused where it would not decode exactly.

    Whatever was yielded is sound: its bytes are there, a copy reaches back to what was given before, and no
    more than the declared length is given. Repeats are taken for the broken copies that they are to snappy
    unless asked for. One loop over plain tuples: a call for each element would double the time.
    """
    found = read_varint32(block)
    if found is None:
        raise Refused("no block length", offset=0)
    declared, at = found
    size = len(block)
    given = back = start = 0
    try:
        while at < size:
            start = at
            tag = block[at]
            kind = tag & 3
            if kind == COPY_2:
                length, back = (tag >> 2) + 1, block[at + 1] | block[at + 2] << 8
                at += 3
            elif kind == COPY_1:
                length, offset = (tag >> 2 & 7) + 4, (tag & 0xE0) << 3 | block[at + 1]
                at += 2
                if offset or not repeats:
                    back = offset
                else:
                    kind = REPEAT
                    length, at = _repeat(block, at, length)
            elif kind == LITERAL:
                length, at = (tag >> 2) + 1, at + 1
                if length > LONG_LITERAL:
                    extra = length - LONG_LITERAL
                    length = int.from_bytes(block[at : at + extra], "little") + 1
                    at += extra
                at += length
            else:
                length, back = (tag >> 2) + 1, int.from_bytes(block[at + 1 : at + 5], "little")
                at += 5
            if at > size:
                raise Refused("element runs past the end", offset=start, detail=f"{at - size:,} bytes short")
            if kind and not 0 < back <= given:
                raise Refused("copy reaches before the start", offset=start, detail=f"{back:,} back of {given:,}")
            given += length
            if given > declared:
                raise Refused("block gives more than it declares", offset=start, detail=f"declared {declared:,}")
            yield kind, start, at, length, back
    except IndexError:
        raise Refused("element runs past the end", offset=start) from None
    if given != declared:
        raise Refused("block ends too early", offset=size, detail=f"declared {declared:,}, gives {given:,}")


def _repeat(block: Stored, at: int, length: int) -> tuple[int, int]:
    """Return the length of a repeat whose tag spoke of `length`, and where the element ends."""
    code = length - 4
    if code not in REPEAT_BASES:
        return length, at
    extra = code - 4
    return REPEAT_BASES[code] + int.from_bytes(block[at : at + extra], "little"), at + extra


def damage(fault: Refused, start: int) -> Damaged:
    """Return what is wrong with a block at `start` of a container that is sure of what it holds."""
    return Damaged(fault.what, offset=start + (fault.offset or 0), detail=fault.detail)
