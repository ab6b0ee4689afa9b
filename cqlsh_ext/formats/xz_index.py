"""The index and the block headers of xz streams, read without decoding (xz-file-format.txt, 2 to 4)."""

from typing import NamedTuple
from zlib import crc32

MAGIC = b"\xfd7zXZ\0"
FOOTER_MAGIC = b"YZ"
FLAGS_AT = len(MAGIC)
HEADER_SIZE, FOOTER_SIZE, CRC_SIZE = 12, 12, 4
ALIGNMENT = 4
PADDING_STEPS = (4096, ALIGNMENT)
VLI_BYTES = 9
CHECK_SIZES = (0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64)
"""Bytes of the check after a block, by the id of the check."""


class Record(NamedTuple):
    """What the index says of one block; `unpadded_size` counts its header and check."""

    unpadded_size: int
    uncompressed_size: int


class IndexedStream(NamedTuple):
    """One stream as its index tells it; `padding` counts the zeros after it."""

    at: int
    records: list[Record]
    padding: int


class BlockHeader(NamedTuple):
    """One block's header; the sizes are None where it does not store them."""

    size: int
    compressed_size: int | None
    uncompressed_size: int | None
    filters: list[tuple[int, bytes]]


def read_streams(blob: bytes) -> list[IndexedStream]:
    """Return the streams, found from the end backwards; none where any of them does not hold together."""
    found: list[IndexedStream] = []
    end = len(blob)
    while end:
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
    return IndexedStream(at, records, end - stop)


def _read_index(index: bytes) -> list[Record] | None:
    if index[0] or not _crc_matches(index):
        return None
    numbers = _Numbers(index[:-CRC_SIZE], 1)
    try:
        count = numbers.take()
        return [Record(numbers.take(), numbers.take()) for _ in range(min(count, len(index)))]
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
        filters = [(numbers.take(), numbers.take_bytes()) for _ in range((flags & 3) + 1)]
    except EOFError:
        return None
    return BlockHeader(size, compressed, uncompressed, filters)


def _crc_matches(data: bytes) -> bool:
    return crc32(data[:-CRC_SIZE]) == int.from_bytes(data[-CRC_SIZE:], "little")


class _Numbers:
    """Takes variable-length integers off some bytes, low groups first; EOFError where none stands."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self._at = at

    def take(self) -> int:
        value = 0
        for place, byte in enumerate(self._data[self._at : self._at + VLI_BYTES]):
            value |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                self._at += place + 1
                return value
        raise EOFError

    def take_bytes(self) -> bytes:
        size = self.take()
        self._at += size
        if self._at > len(self._data):
            raise EOFError
        return self._data[self._at - size : self._at]


def aligned(size: int) -> int:
    """Return `size` with the padding that blocks have."""
    return -(-size // ALIGNMENT) * ALIGNMENT
