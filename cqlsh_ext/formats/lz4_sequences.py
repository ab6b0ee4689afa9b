"""A walk over the sequences of an LZ4 block that produces no output, and what it counts."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.format import WALKED, Field

LONG_RUN = 15
"""This length in a token goes on in further bytes."""
FULL_BYTE = 255
SHORTEST_MATCH = 4
OFFSET_SIZE = 2
WINDOW = 64 * 1024
"""How far back a match may reach."""
BEFORE_START = "match reaches before the start"
LAST_LITERALS, LAST_MATCH = 5, 12
"""After a match, the last 5 bytes are literals, and the last match starts 12 or more before the end."""
_FULL_BYTES = re.compile(rb"\xff*")


class Survey(NamedTuple):
    """What a walk over a block has seen, up to the fault that stopped it."""

    sequences: int
    literal_bytes: int
    matches: int
    longest_match: int
    largest_offset: int
    produced: int
    ends_well: bool
    """No fault, and the last literals and the last match are where the format demands them."""
    fault: Refused | None


def survey(block: bytes, history: int = 0) -> Survey:
    """Walk over the sequences of a block without producing output; `history` counts the bytes before it."""
    size = len(block)
    at = start = matches = literal_bytes = matched = longest = largest = literals = match = 0
    fault = None
    try:
        while True:
            start = at
            token = block[at]
            at += 1
            literals = token >> 4
            if literals == LONG_RUN:
                literals, at = _long_run(block, at)
            at += literals
            literal_bytes += literals
            if at == size and not token & LONG_RUN:
                break
            offset = block[at] | block[at + 1] << 8
            if not 0 < offset <= history + literal_bytes + matched:
                fault = _bad_offset(at, offset, history + literal_bytes + matched)
                break
            at += OFFSET_SIZE
            match = token & LONG_RUN
            if match == LONG_RUN:
                match, at = _long_run(block, at)
            match += SHORTEST_MATCH
            matched += match
            matches += 1
            if match > longest:  # noqa: PLR1730 - a call for each sequence would double the time
                longest = match
            if offset > largest:  # noqa: PLR1730 - the same
                largest = offset
    except IndexError:
        fault = Refused("ends inside a sequence", offset=start)
    ends_well = not fault and (not matches or (literals >= LAST_LITERALS and match + literals >= LAST_MATCH))
    count = matches + (not fault)
    return Survey(count, literal_bytes, matches, longest, largest, literal_bytes + matched, ends_well, fault)


def _long_run(block: bytes, at: int) -> tuple[int, int]:
    """Return a length of 15 or more whose further bytes stand at `at`, and the offset after them."""
    full = _FULL_BYTES.match(block, at)
    end = full.end() if full else at
    return LONG_RUN + FULL_BYTE * (end - at) + block[end], end + 1


def _bad_offset(at: int, offset: int, produced: int) -> Refused:
    if not offset:
        return Refused("match of offset 0", offset=at)
    return Refused(BEFORE_START, offset=at, detail=f"{offset:,} back of {produced:,}")


def fields(block: bytes) -> Iterator[Field]:
    """Give what the sequences of a block are, as far as they are sound and there are not too many to count."""
    counted = block[:WALKED]
    seen = survey(counted)
    if seen.fault and seen.fault.what == BEFORE_START:
        seen = survey(counted, WINDOW)
        yield Field("reaches_before_start", value=True)
    whole = len(counted) == len(block)
    if not whole:
        yield Field("counted_bytes", WALKED)
    elif seen.fault:
        yield Field("sound_until", seen.fault.offset)
    yield Field("sequences", seen.sequences)
    yield Field("literal_bytes", seen.literal_bytes)
    yield Field("matches", seen.matches)
    yield Field("longest_match", seen.longest_match)
    yield Field("largest_offset", seen.largest_offset)
    if whole:
        yield Field("end_conditions", seen.ends_well)
