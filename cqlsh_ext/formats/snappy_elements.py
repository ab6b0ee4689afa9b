"""A walk over the literals and copies of a snappy block, and what it counts (google/snappy, format_description.txt).

S2 adds one element, the repeat: a copy-1 with offset 0, which goes back as far as the copy before it
(klauspost/compress, s2).
"""

import sys
from typing import NamedTuple, TypeAlias

from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.back_reference import referred
from cqlsh_ext.formats.varint import read_varint32

Stored: TypeAlias = bytes | memoryview

LITERAL, COPY_1, COPY_2, COPY_4, REPEAT = range(5)
LONG_LITERAL = 60
REPEAT_BASES = {5: 4 + 4, 6: 4 + (1 << 8), 7: 4 + (1 << 16)}
"""What the 1, 2 or 3 bytes after a long repeat are added to."""
CUT = 32 * 1024
"""Encoders cut their input into blocks of a multiple of this; only there two literals may meet."""
NEAR = 1 << 16
"""Offsets below this have a shorter copy than copy-4."""


class Survey(NamedTuple):
    """What a walk over a block has seen, up to the fault that stopped it."""

    declared: int
    counts: tuple[int, ...]
    """How many literals, copies of 1, 2 and 4 offset bytes, and repeats."""
    literal_bytes: int
    longest_literal: int
    largest_offset: int
    canonical: bool
    """Whether all of it is such as real encoders emit (all that were tried do)."""
    fault: Refused | None

    @property
    def copies(self) -> int:
        """How many copies there are."""
        return sum(self.counts) - self.counts[LITERAL]


def survey(  # noqa: C901, PLR0912, PLR0915 - a hot loop: a call for each element would double the time
    block: Stored, *, repeats: bool = False, until: int = sys.maxsize, into: bytearray | None = None
) -> Survey:
    """Walk over a block; its fault is why it would not decode exactly.

    Whatever is counted is sound: its bytes are there, a copy reaches back to what was given before, and no more
    than the declared length is given. Repeats are taken for the broken copies that they are to snappy unless asked
    for. No element that begins behind `until` is looked at. The plain bytes are appended to `into`, which is empty.
    """
    found = read_varint32(block)
    if found is None:
        return Survey(0, (0,) * 5, 0, 0, 0, canonical=False, fault=Refused("no block length", offset=0))
    declared, at = found
    size = len(block)
    last = min(size - 1, until)
    canonical = at == 1 or bool(block[at - 1])
    counts = [0] * 5
    given = back = start = literal_bytes = longest = furthest = 0
    previous = COPY_1
    fault = None
    try:
        while at <= last:
            start = at
            tag = block[at]
            kind = tag & 3
            if kind == COPY_1:
                length, offset = (tag >> 2 & 7) + 4, (tag & 0xE0) << 3 | block[at + 1]
                at += 2
                if offset or not repeats:
                    back = offset
                else:
                    kind = REPEAT
                    length, at = _repeat(block, at, length)
            elif kind == COPY_2:
                length, back = (tag >> 2) + 1, block[at + 1] | block[at + 2] << 8
                at += 3
            elif kind == LITERAL:
                length, at = (tag >> 2) + 1, at + 1
                if length > LONG_LITERAL:
                    extra = length - LONG_LITERAL
                    length = int.from_bytes(block[at : at + extra], "little") + 1
                    at += extra
                    canonical = canonical and extra == _extra_bytes(length)
                at += length
            else:
                length, back = (tag >> 2) + 1, int.from_bytes(block[at + 1 : at + 5], "little")
                at += 5
                canonical = canonical and back >= NEAR
            if at > size:
                fault = Refused("element runs past the end", offset=start, detail=f"{at - size:,} bytes short")
                break
            if kind:
                if not 0 < back <= given:
                    detail = f"{back:,} back of {given:,}"
                    fault = Refused("copy reaches before the start", offset=start, detail=detail)
                    break
                if back > furthest:  # noqa: PLR1730 - a call for each element would take longer
                    furthest = back
            elif previous == LITERAL and given % CUT:
                canonical = False
            given += length
            if given > declared:
                fault = Refused("block gives more than it declares", offset=start, detail=f"declared {declared:,}")
                break
            if kind == LITERAL:
                literal_bytes += length
                if length > longest:  # noqa: PLR1730 - the same
                    longest = length
            counts[kind] += 1
            previous = kind
            if into is not None:
                into += referred(into, back, length) if kind else block[at - length : at]
    except IndexError:
        fault = Refused("element runs past the end", offset=start)
    if not fault and given != declared and at >= size:
        fault = Refused("block ends too early", offset=size, detail=f"declared {declared:,}, gives {given:,}")
    return Survey(declared, tuple(counts), literal_bytes, longest, furthest, canonical, fault)


def _repeat(block: Stored, at: int, length: int) -> tuple[int, int]:
    """Return the length of a repeat whose tag spoke of `length`, and where the element ends."""
    code = length - 4
    if code not in REPEAT_BASES:
        return length, at
    extra = code - 4
    return REPEAT_BASES[code] + int.from_bytes(block[at : at + extra], "little"), at + extra


def _extra_bytes(length: int) -> int:
    """Return how many bytes the length of a literal takes behind its tag at least."""
    return 0 if length <= LONG_LITERAL else ((length - 1).bit_length() + 7) // 8
