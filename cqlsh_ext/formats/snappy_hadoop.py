"""Snappy in the layout of Hadoop's codecs: a plain length, then sub-blocks behind their stored lengths."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar

from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.formats.snappy_block import open_block, verify
from cqlsh_ext.formats.varint import read_varint32
from cqlsh_ext.limits import Limits

MINIMUM = 16
"""Eight bytes of lengths and a block of five plain bytes: less could be a list of small numbers."""
LENGTH_SIZE = 4

SubBlock: TypeAlias = tuple[int, int, int]
"""Where it begins, where it ends, how many plain bytes it declares."""
Result = TypeVar("Result")


def may_be(blob: bytes) -> bool:
    """Tell whether the first sub-block fits into the blob."""
    return len(blob) > LENGTH_SIZE * 2 and 0 < int.from_bytes(blob[4:8], "big") <= len(blob) - LENGTH_SIZE * 2


def open_hadoop(blob: bytes, limits: Limits) -> Opened:
    """Decode every sub-block, after all their lengths were seen to agree."""
    total = count = 0
    for _, _, declared in sub_blocks(blob):
        total += declared
        count += 1
    if not count:
        raise Refused("is empty")
    if total > limits.output or count > limits.members:
        deque(_each(blob, verify), maxlen=0)
        limits.check_output(total)
        limits.check_members(count)
    return Opened(b"".join(_each(blob, lambda block: open_block(block, limits))), Integrity.STRUCTURE)


def _each(blob: bytes, use: Callable[[memoryview], Result]) -> Iterator[Result]:
    """Use every sub-block; faults get their place in the blob."""
    stored = memoryview(blob)
    for start, end, _ in sub_blocks(blob):
        try:
            yield use(stored[start:end])
        except Refused as fault:  # noqa: PERF203 - a fault gets the place of its sub-block
            raise Refused(fault.what, offset=start + (fault.offset or 0), detail=fault.detail) from None


def sub_blocks(blob: bytes) -> Iterator[SubBlock]:
    """Walk the sub-blocks of all blocks; raise Refused where the chain breaks or the lengths disagree."""
    at = number = 0
    size = len(blob)
    while at < size:
        block = at
        left = _length(blob, block)
        at += LENGTH_SIZE
        if not left and not (block and at == size):
            raise Refused("block declares no bytes", offset=block)
        while left:
            number += 1
            stored = _length(blob, at, number)
            start, end = at + LENGTH_SIZE, at + LENGTH_SIZE + stored
            if end > size:
                detail = f"declared {stored:,}, left {size - start:,}"
                raise Refused("sub-block runs past the end", offset=at, number=number, detail=detail)
            declared, _ = read_varint32(memoryview(blob)[start:end]) or (0, 0)
            if not 0 < declared <= left:
                raise Refused("lengths disagree", offset=start, detail=f"{declared:,} bytes where {left:,} are left")
            yield start, end, declared
            left -= declared
            at = end


def _length(blob: bytes, at: int, number: int = 0) -> int:
    """Read the length at `at`, that of a sub-block where it has a number."""
    if at + LENGTH_SIZE > len(blob):
        whose = f"sub-block {number:,}" if number else "a block"
        raise Refused("truncated", offset=len(blob), detail=f"in the length of {whose}")
    return int.from_bytes(blob[at : at + LENGTH_SIZE], "big")


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the first lengths and the sums over the sub-blocks, as far as their chain holds."""
    if len(blob) < LENGTH_SIZE * 2:
        return
    yield Field("block_length", int.from_bytes(blob[:4], "big"), 0, 4)
    yield Field("stored_length", int.from_bytes(blob[4:8], "big"), 4, 4)
    total = count = 0
    try:
        for _, _, declared in sub_blocks(blob):
            total += declared
            count += 1
    except Refused as fault:
        yield Field("sound_until", fault.offset)
    yield Field("sub_blocks", count)
    yield Field("declared_length", total)


SNAPPY_HADOOP = Format(
    name="snappy-hadoop",
    title="Hadoop snappy",
    specification="apache/hadoop BlockCompressorStream",
    evidence=Evidence.STRUCTURE,
    checks="declared lengths only",
    length_order="big",
    minimum=MINIMUM,
    may_be=may_be,
    open=open_hadoop,
    read_header=read_header,
)
