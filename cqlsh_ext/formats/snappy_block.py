"""The snappy block: a length, then literals and copies; every member of the snappy family is made of these."""

import cramjam

from cqlsh_ext.errors import Damaged, Refused
from cqlsh_ext.formats.snappy_elements import Stored, survey
from cqlsh_ext.formats.varint import read_varint32
from cqlsh_ext.limits import Limits

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
    if fault := survey(block).fault:
        raise fault


def damage(fault: Refused, start: int) -> Damaged:
    """Return what is wrong with a block at `start` of a container that is sure of what it holds."""
    return Damaged(fault.what, offset=start + (fault.offset or 0), detail=fault.detail)
