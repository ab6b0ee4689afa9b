"""The LZ4 block: sequences of literals and matches, ending in literals (lz4/lz4, doc/lz4_Block_format.md).

Every member of the LZ4 family is made of these; `decode_exact` and `decode_within` decode one.
"""

import lz4.block

from cqlsh_ext.dictionaries import Dictionaries, Naming
from cqlsh_ext.errors import Damaged, Refused
from cqlsh_ext.formats.lz4_sequences import LONG_RUN, OFFSET_SIZE, SHORTEST_MATCH, WINDOW, survey
from cqlsh_ext.limits import Limits

EXPANSION, SLACK = 255, 64
"""A byte of a match length gives at most 255 bytes."""
LARGEST = 0x7E000000
"""Plain bytes that an encoder takes (LZ4_MAX_INPUT_SIZE)."""
CHANCE = 512
"""Below this size random bytes may decode, so that what liblz4 lets pass has to be looked for."""
ZEROED_STRETCH = 16
"""So many zeros in a longer block are more likely damage than an offset; liblz4 decodes them, to zeros."""
SENTINEL = b"\x01\0\xc0" + bytes(12)
SENTINEL_GIVES = SHORTEST_MATCH + 12


def may_begin(blob: bytes, at: int = 0) -> bool:
    """Tell whether the first sequence may be one: its match reaches back into the literals before it."""
    run = blob[at] >> 4
    if run == LONG_RUN:
        return True
    at += 1 + run
    left = len(blob) - at
    return not left or (left > OFFSET_SIZE and not blob[at + 1] and 0 < blob[at] <= run)


def history_from(dictionaries: Dictionaries, number: int | None = None) -> bytes:
    """Return what the first match may reach back into: the dictionary that `number` names, if it is at hand."""
    dictionary = dictionaries.find(Naming.LZ4, number)
    return dictionary.data[-WINDOW:] if dictionary else b""


def most_from(size: int) -> int:
    """Return the most plain bytes that a block of `size` bytes can give."""
    return min(EXPANSION * size + SLACK, LARGEST)


def decode_exact(block: bytes, declared: int, limits: Limits, already: int = 0, history: bytes = b"") -> bytes:
    """Decode a block that gives `declared` bytes; raise Refused where it does not.

    With no more room than that, liblz4 sees to the end conditions. OverLimit is raised only for a block that
    a walk has verified.
    """
    most = most_from(len(block))
    if declared > most:
        detail = f"declared {declared:,}, at most {most:,} from {len(block):,}"
        raise Refused("declares more than LZ4 can give", detail=detail)
    if already + declared > limits.output:
        seen = survey(block, len(history))
        if not seen.ends_well:
            raise seen.fault or Refused("ends in a match", offset=len(block))
        _check_length(declared, seen.produced)
        limits.check_output(already + declared)
    plain = _decompress(block, declared, history)
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
        raise Refused("no LZ4 sequence", offset=_position(error)) from None
    if _may_hide_zero_offset(block, plain) and (fault := survey(block, len(history)).fault):
        raise fault
    return plain


def _position(error: Exception) -> int | None:
    """Return where liblz4 stopped: the code in its message counts from 1."""
    code = str(error).rpartition(" ")[2]
    return int(code) - 1 if code.isdecimal() else None


def _may_hide_zero_offset(block: bytes, plain: bytes) -> bool:
    """Tell whether only a walk can show that no match has the offset 0, which liblz4 takes for zeros."""
    zeros = OFFSET_SIZE if len(block) < CHANCE else ZEROED_STRETCH
    return bytes(zeros) in block and bytes(SHORTEST_MATCH) in plain


def ends_in_literals(block: bytes, size: int, history: bytes = b"") -> bool:
    """Tell whether the last token of a block that gives `size` bytes announces no match.

    liblz4 does not look; where it announces none, a sentinel behind gives a shortest match and 12 literals.
    """
    if not size:
        return block == b"\0"
    room = size + SENTINEL_GIVES
    try:
        return len(lz4.block.decompress(block + SENTINEL, uncompressed_size=room, dict=history)) == room
    except lz4.block.LZ4BlockError:
        return False


def damage(block: bytes, fault: Refused, at: int, most: int, history: int = 0) -> Damaged:
    """Say why the block at `at` failed to give `most` bytes: what a walk finds, else what `fault` says."""
    seen = survey(block, history)
    found = seen.fault or fault
    if not seen.fault and seen.produced > most:
        found = Refused("gives too much", detail=f"at most {most:,}, gives {seen.produced:,}")
    return Damaged(found.what, offset=at + (found.offset or 0), detail=found.detail)
