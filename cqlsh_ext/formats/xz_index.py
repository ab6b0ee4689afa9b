"""The index and the block headers of xz streams, read without decoding (xz-file-format.txt, 2 to 4)."""

from collections.abc import Iterator
from typing import NamedTuple
from zlib import crc32

from cqlsh_ext.limits import Limits

MAGIC = b"\xfd7zXZ\0"
FOOTER_MAGIC = b"YZ"
FLAGS_AT = len(MAGIC)
HEADER_SIZE, FOOTER_SIZE, CRC_SIZE = 12, 12, 4
ALIGNMENT = 4
PADDING_STEPS = (4096, ALIGNMENT)
VLI_BYTES = 9
MOST_RECORDS = 100_000
"""Blocks in an index that is read; `xz --block-size=1KiB` makes a sixth of them of 16 MiB."""
CHECK_SIZES = (0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64)
"""Bytes of the check after a block, by the id of the check."""


class Record(NamedTuple):
    """What the index says of one block; `unpadded_size` counts its header and check."""

    unpadded_size: int
    uncompressed_size: int


class Block(NamedTuple):
    """One block as an index tells it: where it begins, and its sizes; `unpadded_size` counts its header and check."""

    at: int
    unpadded_size: int
    uncompressed_size: int

    @property
    def total_size(self) -> int:
        """Bytes that the block takes, its padding included."""
        return aligned(self.unpadded_size)

    @property
    def end(self) -> int:
        """Where the block ends."""
        return self.at + self.total_size


class IndexedStream(NamedTuple):
    """One stream as its index tells it, its footer included; `padding` counts the zeros after it."""

    at: int
    end: int
    records: list[Record]
    padding: int

    @property
    def uncompressed_size(self) -> int:
        """Plain bytes of all blocks."""
        return sum(record.uncompressed_size for record in self.records)

    def blocks(self) -> Iterator[Block]:
        """Walk the blocks."""
        at = self.at + HEADER_SIZE
        for record in self.records:
            block = Block(at, *record)
            yield block
            at = block.end


class BlockHeader(NamedTuple):
    """One block's header; the sizes are None where it does not store them, the offsets count from its start."""

    size: int
    compressed_size: int | None
    uncompressed_size: int | None
    filters: list[tuple[int, bytes]]
    filters_at: int
    filters_end: int


def read_streams(blob: bytes) -> list[IndexedStream]:
    """Return the streams, found from the end backwards; none where any of them does not hold together.

    More of them than a decoder would take are not looked for.
    """
    found: list[IndexedStream] = []
    end = len(blob)
    while end:
        if len(found) == Limits().members:
            return []
        stream = _read_stream(blob, end)
        if stream is None:
            return []
        found.append(stream)
        end = stream.at
    return found[::-1]


def _read_stream(blob: bytes, end: int) -> IndexedStream | None:
    """Return the stream whose padding ends at `end`."""
    stop = end
    for step in PADDING_STEPS:
        while blob[stop - step : stop] == bytes(step):
            stop -= step
    footer_at = stop - FOOTER_SIZE
    if footer_at < HEADER_SIZE or blob[stop - len(FOOTER_MAGIC) : stop] != FOOTER_MAGIC:
        return None
    backward = (int.from_bytes(blob[footer_at + CRC_SIZE : footer_at + 2 * CRC_SIZE], "little") + 1) * ALIGNMENT
    index_at = footer_at - backward
    records = _read_index(blob[index_at:footer_at]) if index_at >= HEADER_SIZE else None
    if records is None:
        return None
    at = index_at - sum(aligned(record.unpadded_size) for record in records) - HEADER_SIZE
    if at < 0 or not blob.startswith(MAGIC, at):
        return None
    return IndexedStream(at, stop, records, end - stop)


def _read_index(index: bytes) -> list[Record] | None:
    if index[0] or not _crc_matches(index):
        return None
    numbers = _Numbers(index[:-CRC_SIZE], 1)
    try:
        count = numbers.take()
        return [Record(numbers.take(), numbers.take()) for _ in range(count)] if count <= MOST_RECORDS else None
    except EOFError:
        return None


def read_block_header(blob: bytes, at: int) -> BlockHeader | None:
    """Return the block header at `at`, None where there is none or its CRC does not match."""
    size = (blob[at] + 1) * ALIGNMENT if at < len(blob) else 0
    header = blob[at : at + size]
    if size <= ALIGNMENT or len(header) < size or not _crc_matches(header):
        return None
    flags = header[1]
    numbers = _Numbers(header[:-CRC_SIZE], 2)
    try:
        compressed = numbers.take() if flags & 0x40 else None
        uncompressed = numbers.take() if flags & 0x80 else None
        filters_at = numbers.at
        filters = [(numbers.take(), numbers.take_bytes()) for _ in range((flags & 3) + 1)]
    except EOFError:
        return None
    return BlockHeader(size, compressed, uncompressed, filters, filters_at, numbers.at)


def _crc_matches(data: bytes) -> bool:
    return crc32(data[:-CRC_SIZE]) == int.from_bytes(data[-CRC_SIZE:], "little")


class _Numbers:
    """Takes variable-length integers off some bytes, low groups first; EOFError where none stands."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self.at = at

    def take(self) -> int:
        value = 0
        for place, byte in enumerate(self._data[self.at : self.at + VLI_BYTES]):
            value |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                self.at += place + 1
                return value
        raise EOFError

    def take_bytes(self) -> bytes:
        size = self.take()
        self.at += size
        if self.at > len(self._data):
            raise EOFError
        return self._data[self.at - size : self.at]


def aligned(size: int) -> int:
    """Return `size` with the padding that blocks have."""
    return -(-size // ALIGNMENT) * ALIGNMENT
