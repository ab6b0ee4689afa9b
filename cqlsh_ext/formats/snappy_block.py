"""The snappy block: a length, then literals and copies (google/snappy, format_description.txt).

Every member of the snappy family is made of these; `open_block` is the one place that decodes one.
"""

from collections.abc import Iterator
from typing import NamedTuple

import cramjam

from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.varint import read_varint32
from cqlsh_ext.limits import Limits

LITERAL, COPY_1, COPY_2, COPY_4 = range(4)
LONG_LITERAL = 60
EXPANSION, SLACK = 22, 64
"""A 3-byte copy gives at most 64 bytes: 21.33 to 1."""
CUT = 32 * 1024
"""Encoders cut their input into blocks of a multiple of this; only there two literals may meet."""
NEAR = 1 << 16
CANONICAL_BYTES = 64 * 1024
"""How much of a blob the canonical walk reads: the decoder has verified the rest."""


class Element(NamedTuple):
    """One element: where its tag stands, what it gives, and for a copy how far it reaches back."""

    kind: int
    at: int
    length: int
    offset: int
    shortest: bool
    """False for a literal whose length is written longer than needed."""


def declared_length(blob: bytes) -> int | None:
    """Return the declared plain length in bytes, None where there is none."""
    found = read_varint32(blob)
    return found[0] if found else None


def may_be_block(blob: bytes) -> bool:
    """Rule out what cannot be a snappy block by its length and its first tag."""
    found = read_varint32(blob)
    if found is None:
        return False
    declared, at = found
    size = len(blob)
    if not declared:
        return size == at
    # snappy's own MaxCompressedLength bounds a block from above, the densest copy from below
    return at < size <= SLACK + declared + declared // 6 and declared <= EXPANSION * size + SLACK and not blob[at] & 3


def open_block(blob: bytes | memoryview, limits: Limits, already: int = 0) -> bytes | bytearray:
    """Decode one block exactly; raise Refused where it is none, OverLimit where a verified one is too large."""
    found = read_varint32(blob)
    if found is None:
        raise Refused("has no length", offset=0)
    declared, _ = found
    if declared > EXPANSION * len(blob) + SLACK:
        most = EXPANSION * len(blob) + SLACK
        raise Refused("declares more than snappy can give", detail=f"{declared:,} bytes, at most {most:,}")
    if already + declared > limits.output:
        verify(blob)
        limits.check_output(already + declared)
    plain = bytearray(declared)
    try:
        given = cramjam.snappy.decompress_raw_into(blob, plain)
    except cramjam.DecompressionError as error:
        raise Refused("does not decode", detail=str(error)) from None
    if given != declared:
        raise Refused("gives less than it declares", detail=f"declared {declared:,}, gave {given:,}")
    return plain


def elements(blob: bytes) -> Iterator[Element]:
    """Walk the elements without producing output; raise Refused where one breaks the grammar."""
    found = read_varint32(blob)
    if found is None:
        raise Refused("has no length", offset=0)
    at = found[1]
    size = len(blob)
    while at < size:
        tag = blob[at]
        kind = tag & 3
        start = at
        offset, shortest = 0, True
        if kind == LITERAL:
            length = (tag >> 2) + 1
            at += 1
            if length > LONG_LITERAL:
                extra = length - LONG_LITERAL
                length = int.from_bytes(blob[at : at + extra], "little") + 1
                at += extra
                shortest = length > (LONG_LITERAL if extra == 1 else 1 << 8 * (extra - 1))
            at += length
        elif kind == COPY_1:
            length = (tag >> 2 & 7) + 4
            offset = (tag & 0xE0) << 3 | blob[at + 1] if at + 1 < size else 0
            at += 2
        else:
            length = (tag >> 2) + 1
            width = 2 if kind == COPY_2 else 4
            offset = int.from_bytes(blob[at + 1 : at + 1 + width], "little")
            at += 1 + width
        if at > size:
            raise Refused("element runs past the end", offset=start, detail=f"{at - size:,} bytes short")
        yield Element(kind, start, length, offset, shortest)


def verify(blob: bytes) -> None:
    """Check that a block would decode exactly, without producing output; raise Refused where it would not."""
    declared = declared_length(blob)
    produced = 0
    for kind, at, length, offset, _ in elements(blob):
        if kind and not 0 < offset <= produced:
            raise Refused("copy reaches before the start", offset=at, detail=f"{offset:,} back of {produced:,}")
        produced += length
    if produced != declared:
        raise Refused("gives another length", detail=f"declared {declared:,}, gives {produced:,}")


def is_canonical(blob: bytes) -> bool:
    """Tell whether the elements are such as real encoders emit (all that were tried do)."""
    found = read_varint32(blob)
    if found is None or found[1] > 1 and not blob[found[1] - 1]:
        return False
    produced, previous = 0, COPY_1
    for kind, at, length, offset, shortest in elements(blob):
        if at > CANONICAL_BYTES:
            break
        if kind == LITERAL:
            if not shortest or previous == LITERAL and produced % CUT:
                return False
        elif kind == COPY_4 and offset < NEAR:
            return False
        produced += length
        previous = kind
    return True
