"""LZF in chunks, as H2, Elasticsearch and Java's compress-lzf write it (ning/compress, LZFChunk)."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from cqlsh_ext.errors import Damaged, Refused
from cqlsh_ext.formats.back_reference import referred
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened, magic_field, within
from cqlsh_ext.limits import Limits

STORED, COMPRESSED = 0, 1
MAGICS = (b"ZV\0", b"ZV\1")
KIND_NAMES = {STORED: "stored", COMPRESSED: "compressed"}
SIZES_AT = 3
HEADER_SIZES = {STORED: 5, COMPRESSED: 7}
LITERALS_BELOW = 32
LONG_LENGTH = 9


class Chunk(NamedTuple):
    """One chunk: where its header stands, its content begins and ends, and how much it declares."""

    kind: int
    at: int
    start: int
    end: int
    plain_size: int


def may_be(blob: bytes) -> bool:
    """Tell whether a chunk's magic and type stand at the start."""
    return blob[:3] in MAGICS


def open_lzf(blob: bytes, limits: Limits) -> Opened:
    """Decode every chunk."""
    if not may_be(blob):
        raise Refused("does not start with ZV and a chunk type")
    plain: list[bytes | bytearray] = []
    given = 0
    for number, chunk in enumerate(_chunks(blob), 1):
        limits.check_members(number)
        given += chunk.plain_size
        limits.check_output(given)
        content = blob[chunk.start : chunk.end]
        plain.append(content if chunk.kind == STORED else _decode(content, chunk))
    return Opened(b"".join(plain), Integrity.STRUCTURE)


def _chunks(blob: bytes) -> Iterator[Chunk]:
    """Walk the chunks; raise Damaged where they break the grammar."""
    at = number = 0
    while at < len(blob):
        number += 1
        if not any(magic.startswith(blob[at : at + 3]) for magic in MAGICS):
            raise Damaged("bytes after the last chunk", offset=at, detail=f"{len(blob) - at:,} bytes")
        kind = blob[at + 2] if at + 2 < len(blob) else COMPRESSED
        start = at + HEADER_SIZES[kind]
        if start > len(blob):
            raise Damaged("truncated", offset=len(blob), detail=f"in the header of chunk {number:,}")
        stored_size = int.from_bytes(blob[at + 3 : at + 5], "big")
        plain_size = int.from_bytes(blob[at + 5 : start], "big") if kind == COMPRESSED else stored_size
        end = start + stored_size
        if end > len(blob):
            left = len(blob) - start
            detail = f"declared {stored_size:,}, left {left:,}"
            raise Damaged("chunk runs past the end", offset=at, number=number, detail=detail)
        yield Chunk(kind, at, start, end, plain_size)
        at = end


def _decode(content: bytes, chunk: Chunk) -> bytearray:
    """Decode the literal runs and back references of one chunk, to exactly the size that it declares."""
    plain = bytearray()
    at, size = 0, len(content)
    padded = content + bytes(2)
    while at < size:
        start, control = at, content[at]
        back, length = 0, control + 1
        if control < LITERALS_BELOW:
            at += 1 + length
        else:
            at, length = at + 2, (control >> 5) + 2
            if length == LONG_LENGTH:
                length += padded[at - 1]
                at += 1
            back = ((control & 0x1F) << 8 | padded[at - 1]) + 1
        if at > size:
            raise Damaged("run past the end of its chunk", offset=chunk.start + start)
        if back > len(plain):
            detail = f"{back:,} back of {len(plain):,}"
            raise Damaged("reference before the start", offset=chunk.start + start, detail=detail)
        if len(plain) + length > chunk.plain_size:
            raise Damaged("gives more than it declares", offset=chunk.at, detail=f"declared {chunk.plain_size:,}")
        plain += referred(plain, back, length) if back else content[start + 1 : at]
    if len(plain) != chunk.plain_size:
        detail = f"declared {chunk.plain_size:,}, gave {len(plain):,}"
        raise Damaged("gives less than it declares", offset=chunk.at, detail=detail)
    return plain


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the chunks by kind and the sizes that they declare, as far as they can be walked."""
    if not may_be(blob):
        return
    plain_at = SIZES_AT + 2
    first = [
        magic_field(MAGICS[0][:2]),
        Field("first_chunk", KIND_NAMES[blob[2]], 2, 1),
        Field("first_chunk_stored_size", int.from_bytes(blob[SIZES_AT:plain_at], "big"), SIZES_AT, 2),
    ]
    if blob[2] == COMPRESSED:
        plain_size = int.from_bytes(blob[plain_at : plain_at + 2], "big")
        first.append(Field("first_chunk_plain_size", plain_size, plain_at, 2))
    yield from within(first, len(blob))
    kinds: Counter[int] = Counter()
    declared = 0
    with suppress(Damaged):
        for chunk in _chunks(blob):
            kinds[chunk.kind] += 1
            declared += chunk.plain_size
    yield Field("chunks", {name: kinds[kind] for kind, name in KIND_NAMES.items()})
    yield Field("declared_length", declared)


LZF = Format(
    name="lzf",
    title="LZF in chunks",
    specification="ning/compress, LZFChunk",
    evidence=Evidence.STRUCTURE,
    checks="lengths of every chunk only",
    magics=MAGICS,
    may_be=may_be,
    open=open_lzf,
    read_header=read_header,
)
