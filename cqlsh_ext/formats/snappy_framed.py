"""The snappy framing format: chunks with a masked CRC-32C each (google/snappy framing_format.txt)."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from cqlsh_ext.errors import Damaged, DecodeError, Refused
from cqlsh_ext.formats.crc32c import check_crc32c
from cqlsh_ext.formats.format import Evidence, Field, Format, HeaderValue, Integrity, Opened, magic_field
from cqlsh_ext.formats.snappy_block import damage, open_block
from cqlsh_ext.formats.snappy_elements import Stored
from cqlsh_ext.formats.varint import read_varint32
from cqlsh_ext.limits import Limits

COMPRESSED, STORED, INDEX, PADDING, IDENTIFIER = 0x00, 0x01, 0x99, 0xFE, 0xFF
DATA = (COMPRESSED, STORED)
UNSKIPPABLE = range(0x02, 0x80)
KINDS = {
    COMPRESSED: "compressed",
    STORED: "stored",
    INDEX: "index",
    PADDING: "padding",
    IDENTIFIER: "identifier",
}
HEADER_SIZE, CRC_SIZE = 4, 4
MAGIC = b"\xff\x06\x00\x00sNaPpY"

Chunk: TypeAlias = tuple[int, int, int]
"""Type, where its header stands, where it ends."""


@dataclass(frozen=True, slots=True)
class Framing:
    """What the snappy and the S2 streams differ by."""

    magic: bytes
    """The stream identifier: a chunk that may come again where streams were joined."""
    largest: int
    """Plain bytes of one chunk at most."""
    open_block: Callable[[Stored, Limits, int], bytes]

    def may_be(self, blob: bytes) -> bool:
        """Tell whether the stream identifier comes first."""
        return blob.startswith(self.magic)

    def open(self, blob: bytes, limits: Limits) -> Opened:
        """Decode and check every chunk."""
        if not blob.startswith(self.magic):
            raise Refused(f"does not start with the stream identifier {self.magic[HEADER_SIZE:].decode()}")
        parts: list[bytes] = []
        given = 0
        for count, (kind, at, end) in enumerate(self.chunks(blob), 1):
            limits.check_members(count)
            if kind in DATA:
                parts.append(self._open_chunk(blob, (kind, at, end), limits, given))
                given += len(parts[-1])
        return Opened(b"".join(parts), Integrity.CHECKSUM if parts else Integrity.STRUCTURE)

    def chunks(self, blob: bytes) -> Iterator[Chunk]:
        """Walk the chunks; raise Damaged where the chain breaks."""
        at = number = 0
        size = len(blob)
        while at < size:
            number += 1
            if at + HEADER_SIZE > size:
                raise Damaged("truncated", offset=size, detail=f"in the header of chunk {number:,}")
            kind = blob[at]
            end = at + HEADER_SIZE + int.from_bytes(blob[at + 1 : at + HEADER_SIZE], "little")
            if kind in UNSKIPPABLE:
                raise Damaged("chunk has a reserved type", offset=at, number=number, detail=f"0x{kind:02x}")
            if end > size:
                detail = f"declared {end - at - HEADER_SIZE:,}, left {size - at - HEADER_SIZE:,}"
                raise Damaged("chunk runs past the end", offset=at, number=number, detail=detail)
            if kind == IDENTIFIER and blob[at:end] != self.magic:
                raise Damaged("chunk holds another stream identifier", offset=at, number=number)
            if kind in DATA and end - at < HEADER_SIZE + CRC_SIZE:
                raise Damaged("chunk is too short for a checksum", offset=at, number=number)
            yield kind, at, end
            at = end

    def _open_chunk(self, blob: bytes, chunk: Chunk, limits: Limits, already: int) -> bytes:
        kind, at, end = chunk
        start = at + HEADER_SIZE + CRC_SIZE
        length = plain_length(blob, chunk)
        if length is not None and length > self.largest:
            raise Damaged("chunk is too large", offset=at, detail=f"{length:,} bytes, at most {self.largest:,}")
        if kind == STORED:
            limits.check_output(already + end - start)
            plain = blob[start:end]
        else:
            try:
                plain = self.open_block(memoryview(blob)[start:end], limits, already)
            except Refused as fault:
                raise damage(fault, start) from None
        check_crc32c(plain, int.from_bytes(blob[start - CRC_SIZE : start], "little"), start - CRC_SIZE)
        return plain

    def read_header(self, blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
        """Give the identifier and the sums over the chunks, as far as their chain holds."""
        if not blob.startswith(self.magic):
            return
        yield magic_field(self.magic)
        yield Field("identifier", self.magic[HEADER_SIZE:].decode())
        kinds: Counter[str] = Counter()
        declared = largest = first = 0
        try:
            for chunk in self.chunks(blob):
                kinds[KINDS.get(chunk[0], "skippable")] += 1
                if chunk[0] in DATA:
                    first = first or chunk[1] + HEADER_SIZE
                    length = plain_length(blob, chunk) or 0
                    declared += length
                    largest = max(largest, length)
        except DecodeError as fault:
            yield Field("sound_until", fault.offset)
        counts: dict[str, HeaderValue] = dict(kinds)
        yield Field("chunks", counts)
        yield Field("declared_length", declared)
        yield Field("largest_chunk", largest)
        if first:
            crc = int.from_bytes(blob[first : first + CRC_SIZE], "little")
            yield Field("first_masked_crc32c", f"0x{crc:08x}", first, CRC_SIZE)


def plain_length(blob: bytes, chunk: Chunk) -> int | None:
    """Return how many plain bytes a data chunk says it gives, None where it does not say."""
    kind, at, end = chunk
    start = at + HEADER_SIZE + CRC_SIZE
    if kind == STORED:
        return end - start
    found = read_varint32(memoryview(blob)[start:end])
    return found[0] if found else None


FRAMING = Framing(MAGIC, 64 * 1024, open_block)

SNAPPY_FRAMED = Format(
    name="snappy-framed",
    title="snappy framing format",
    extension="sz",
    specification="google/snappy framing_format.txt",
    evidence=Evidence.MAGIC,
    checks="CRC-32C of every chunk",
    magics=(MAGIC,),
    may_be=FRAMING.may_be,
    open=FRAMING.open,
    read_header=FRAMING.read_header,
)
