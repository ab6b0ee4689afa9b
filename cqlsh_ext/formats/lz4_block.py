"""The LZ4 block: sequences of literals and matches, ending in literals (lz4/lz4, doc/lz4_Block_format.md).

Every member of the LZ4 family is made of these; `decode_exact` and `decode_within` are the places that decode one.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import lz4.block

from cqlsh_ext.errors import Damaged, Refused
from cqlsh_ext.formats.format import Field
from cqlsh_ext.limits import Limits

EXPANSION, SLACK = 255, 64
"""A byte of a match length gives at most 255 bytes."""
LONG_RUN = 15
SHORTEST_MATCH = 4
LAST_LITERALS, LAST_MATCH = 5, 12
"""After a match, the last 5 bytes are literals, and the last match starts 12 or more before the end."""
OFFSET_SIZE = 2
WINDOW = 64 * 1024
CHANCE = 512
"""Below this size random bytes may decode, so that what liblz4 lets pass has to be looked for."""
SENTINEL = b"\x01\0\xc0" + bytes(12)
SENTINEL_GIVES = SHORTEST_MATCH + 12
_FULL = re.compile(rb"\xff*")


def may_begin(blob: bytes, at: int = 0) -> bool:
    """Tell whether the first sequence may be one: its match reaches back into the literals before it."""
    run = blob[at] >> 4
    if run == LONG_RUN:
        return True
    at += 1 + run
    left = len(blob) - at
    return not left or (left > OFFSET_SIZE and not blob[at + 1] and 0 < blob[at] <= run)


def most_from(size: int) -> int:
    """Return the most plain bytes that a block of `size` bytes can give."""
    return EXPANSION * size + SLACK


def decode_exact(block: bytes, declared: int, limits: Limits, already: int = 0) -> bytes:
    """Decode a block that gives `declared` bytes; raise Refused where it does not.

    With no more room than that, liblz4 sees to the end conditions. OverLimit is raised only for a block that a
    walk has verified.
    """
    most = most_from(len(block))
    if declared > most:
        detail = f"declared {declared:,}, at most {most:,} from {len(block):,}"
        raise Refused("declares more than LZ4 can give", detail=detail)
    if already + declared > limits.output:
        seen = survey(block)
        if not seen.ends_well:
            raise seen.fault or Refused("ends in a match", offset=len(block))
        _check_length(declared, seen.produced)
        limits.check_output(already + declared)
    plain = _decompress(block, declared)
    _check_length(declared, len(plain))
    return plain


def _check_length(declared: int, given: int) -> None:
    if given != declared:
        raise Refused("gives another length", detail=f"declared {declared:,}, gives {given:,}")


def decode_within(
    block: bytes, most: int, limits: Limits, already: int = 0, history: bytes | memoryview = b""
) -> bytes:
    """Decode a block that gives at most `most` bytes, its matches reaching back into `history` as well."""
    room = min(most, most_from(len(block)))
    left = limits.output - already
    try:
        return _decompress(block, min(room, left), history)
    except Refused:
        if left < room:
            seen = survey(block, len(history))
            if seen.ends_well and seen.produced <= room:
                limits.check_output(already + seen.produced)
        raise


def _decompress(block: bytes, room: int, history: bytes | memoryview = b"") -> bytes:
    try:
        plain: bytes = lz4.block.decompress(block, uncompressed_size=room, dict=history)
    except lz4.block.LZ4BlockError as error:
        position = str(error).rpartition(" ")[2]
        raise Refused("no LZ4 sequence", offset=int(position) - 1 if position.isdecimal() else None) from None
    # liblz4 takes the offset 0 for a run of zeros, which a blob with a zeroed stretch is full of
    if bytes(2 if len(block) < CHANCE else 16) in block and bytes(SHORTEST_MATCH) in plain:
        fault = survey(block, len(history)).fault
        if fault:
            raise fault
    return plain


def ends_in_literals(block: bytes, size: int) -> bool:
    """Tell whether the last token of a block that gives `size` bytes announces no match.

    liblz4 does not look; but where it announces none, a sentinel behind it gives a shortest match and 12 literals.
    """
    if not size:
        return block == b"\0"
    room = size + SENTINEL_GIVES
    try:
        return len(lz4.block.decompress(block + SENTINEL, uncompressed_size=room)) == room
    except lz4.block.LZ4BlockError:
        return False


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
            start, token = at, block[at]
            literals, at = token >> 4, at + 1
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
            if match > longest:
                longest = match
            if offset > largest:
                largest = offset
    except IndexError:
        fault = Refused("ends inside a sequence", offset=min(start, size))
    ends_well = not fault and (not matches or (literals >= LAST_LITERALS and match + literals >= LAST_MATCH))
    count = matches + (not fault)
    return Survey(count, literal_bytes, matches, longest, largest, literal_bytes + matched, ends_well, fault)


def _long_run(block: bytes, at: int) -> tuple[int, int]:
    """Return a length of 15 or more whose further bytes stand at `at`, and the offset after them."""
    full = _FULL.match(block, at)
    end = full.end() if full else at
    return LONG_RUN + EXPANSION * (end - at) + block[end], end + 1


def _bad_offset(at: int, offset: int, produced: int) -> Refused:
    if not offset:
        return Refused("match of offset 0", offset=at)
    return Refused("match reaches before the start", offset=at, detail=f"{offset:,} back of {produced:,}")


def fields(block: bytes) -> Iterator[Field]:
    """Give what the sequences of a block are."""
    seen = survey(block)
    yield Field("sequences", seen.sequences)
    yield Field("literal_bytes", seen.literal_bytes)
    yield Field("matches", seen.matches)
    yield Field("longest_match", seen.longest_match)
    yield Field("largest_offset", seen.largest_offset)
    yield Field("end_conditions", seen.ends_well)


def damage(block: bytes, fault: Refused, at: int, history: int = 0) -> Damaged:
    """Say why the block at `at` failed: what a walk finds, else what `fault` says."""
    found = survey(block, history).fault or fault
    return Damaged(found.what, offset=at + (found.offset or 0), detail=found.detail)
