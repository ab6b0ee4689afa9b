"""What a table's chunk length costs: bytes that a read takes from disk and decompresses, and memory for offsets.

Cassandra compresses SSTables in chunks of the same length. A read of a row decompresses every chunk that the row is
in, and holds an offset of 8 bytes for each chunk of the table in memory.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from cqlsh_ext.advise.codecs import Codec

KB = 1024
LENGTHS = tuple(length * KB for length in (4, 8, 16, 32, 64))
DEFAULT_LENGTH = 16 * KB
"""Since Cassandra 4.0; a schema from there always tells it."""
OFFSET_BYTES, CHECKSUM_BYTES = 8, 4
DEFAULT_CLASS = "LZ4Compressor"
ZSTD_LEVEL, DEFLATE_LEVEL, HC_LEVEL = 3, 6, 9
DISK_TOLERANCE = 1.1
"""How much more than at the best length a table may take on disk."""
WORTHWHILE = 0.9
"""The part of today's bytes that a read may decompress at most, for a change to be worth it."""


class Sizes(NamedTuple):
    """Bytes of what a table holds, by a sample."""

    mean: float
    p95: float


class Contents(NamedTuple):
    """What is known of a table's data."""

    partitions: Sizes
    rows: Sizes
    cells: Sizes
    data: float
    """Bytes of all of it, uncompressed."""
    sample: bytes
    """Values one after the other, as rows hold them."""
    has_counters: bool

    @property
    def asked(self) -> float:
        """Bytes that a read asks for: a counter, or a mean row."""
        return COUNTER_BYTES if self.has_counters else max(self.rows.mean, 1)


COUNTER_BYTES = 8


class Chunking(NamedTuple):
    """What one chunk length costs; bytes are means of one read."""

    length: int
    ratio: float | None
    """Plain over stored bytes of the sample; None where the class is not known."""
    decompressed: float
    """Of a read of what is asked for."""
    decompressed_p95: float
    """Of a read of a row that 95 % are not larger than."""
    from_disk: float
    offsets: float
    """Bytes of memory."""


def compressor(compression: Mapping[str, str]) -> str:
    """Return the short name of the class in options of compression; empty where there is none."""
    return (compression.get("class") or compression.get("sstable_compression") or "").rpartition(".")[2]


def chunk_length(compression: Mapping[str, str]) -> int:
    """Return the bytes of a chunk by options of compression."""
    text = compression.get("chunk_length_in_kb") or compression.get("chunk_length_kb") or ""
    return int(text) * KB if text.isascii() and text.isdigit() and int(text) else DEFAULT_LENGTH


def chunking(contents: Contents, length: int, compress: Callable[[bytes], bytes] | None) -> Chunking:
    """Reckon what a chunk length costs, rows standing anywhere in chunks."""
    ratio = _ratio(contents.sample, length, compress) if compress and contents.sample else None
    decompressed = _touched(contents.asked, length)
    return Chunking(
        length,
        ratio,
        decompressed,
        _touched(contents.rows.p95, length),
        decompressed / (ratio or 1),
        contents.data / length * OFFSET_BYTES,
    )


def _touched(size: float, length: int) -> float:
    """Return the mean bytes of the chunks that something of this size is in."""
    return length + max(size - 1, 0)


def _ratio(data: bytes, length: int, compress: Callable[[bytes], bytes]) -> float:
    chunks = [data[at : at + length] for at in range(0, len(data), length)]
    return len(data) / sum(min(len(compress(chunk)), len(chunk)) + CHECKSUM_BYTES for chunk in chunks)


def compress_like(compression: Mapping[str, str]) -> Callable[[bytes], bytes] | None:
    """Return what compresses as a class of Cassandra does, None where it is not known."""
    name = compressor(compression)
    if name == "LZ4Compressor" and compression.get("lz4_compressor_type") == "high":
        return Codec("lz4hc", HC_LEVEL).coder().compress
    level = compression.get("compression_level", "")
    known = {
        "LZ4Compressor": Codec("lz4", None),
        "SnappyCompressor": Codec("snappy", None),
        "DeflateCompressor": Codec("zlib", DEFLATE_LEVEL),
        "ZstdCompressor": Codec("zstd", _zstd_level(level)),
    }
    return known[name].coder().compress if name in known else None


def _zstd_level(text: str) -> int:
    digits = text.removeprefix("-")
    is_number = digits.isascii() and digits.isdigit() and len(digits) < 7
    return min(int(text), 22) if is_number else ZSTD_LEVEL


def choose(found: Sequence[Chunking], today: Chunking | None) -> Chunking | None:
    """Return the shortest chunks that cost little disk; None where today's are as good as that."""
    ratios = [each.ratio or 1 for each in found]
    best = next(each for each, ratio in zip(found, ratios, strict=True) if max(ratios) <= ratio * DISK_TOLERANCE)
    if today is None or best.decompressed <= today.decompressed * WORTHWHILE:
        return best
    return None
