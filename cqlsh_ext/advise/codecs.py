"""The codecs that are tried: what writes and reads each, and at which levels."""

import gzip
import lzma
import zlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import brotli
import cramjam
import lz4.block
import zstandard

FASTEST_HC, SMALLEST_HC = 3, 12


class Coder(NamedTuple):
    """What writes a format and what reads it, one value a call."""

    compress: Callable[[bytes], bytes]
    decompress: Callable[[bytes], Any]
    """Gives the plain bytes as whatever buffer the library makes, without a copy more than it needs."""


class Family(NamedTuple):
    """A codec and the format that it writes."""

    format: str
    """As a decoded value names it."""
    levels: Sequence[int]
    """From the fastest to the smallest; empty for a codec without levels."""
    usual: frozenset[int]
    """Levels that every report shows."""
    make: Callable[[int, bytes], Coder]
    """Takes a level and a dictionary, which is empty for none."""
    takes_dictionary: bool = False


def _zstd(level: int, dictionary: bytes) -> Coder:
    trained = zstandard.ZstdCompressionDict(dictionary) if dictionary else None
    if trained:
        trained.precompute_compress(level=level)
    compressor = zstandard.ZstdCompressor(level=level, dict_data=trained)
    return Coder(compressor.compress, zstandard.ZstdDecompressor(dict_data=trained).decompress)


def _lz4(_level: int, _dictionary: bytes) -> Coder:
    return Coder(lz4.block.compress, cramjam.lz4.decompress_block)


def _lz4_hc(level: int, _dictionary: bytes) -> Coder:
    def compress(plain: bytes) -> bytes:
        stored: bytes = lz4.block.compress(plain, mode="high_compression", compression=level)
        return stored

    return Coder(compress, cramjam.lz4.decompress_block)


def _snappy(_level: int, _dictionary: bytes) -> Coder:
    return Coder(lambda plain: bytes(cramjam.snappy.compress_raw(plain)), cramjam.snappy.decompress_raw)


def _gzip(level: int, _dictionary: bytes) -> Coder:
    return Coder(lambda plain: gzip.compress(plain, level, mtime=0), gzip.decompress)


def _zlib(level: int, _dictionary: bytes) -> Coder:
    return Coder(lambda plain: zlib.compress(plain, level), zlib.decompress)


def _brotli(level: int, _dictionary: bytes) -> Coder:
    return Coder(lambda plain: brotli.compress(plain, quality=level), brotli.decompress)


def _xz(level: int, _dictionary: bytes) -> Coder:
    return Coder(lambda plain: lzma.compress(plain, preset=level), lzma.decompress)


FAMILIES = {
    "lz4": Family("lz4-le32", (), frozenset(), _lz4),
    "snappy": Family("snappy-raw", (), frozenset(), _snappy),
    "zstd": Family(
        "zstd", (-7, -5, -3, -1, *range(1, 20)), frozenset((1, 2, 3, 4, 5, 6, 19)), _zstd, takes_dictionary=True
    ),
    "lz4hc": Family("lz4-le32", range(FASTEST_HC, SMALLEST_HC + 1), frozenset((9,)), _lz4_hc),
    "zlib": Family("zlib", range(1, 10), frozenset((6,)), _zlib),
    "gzip": Family("gzip", range(1, 10), frozenset((1, 6)), _gzip),
    "brotli": Family("brotli", range(12), frozenset((5, 11)), _brotli),
    "xz": Family("xz", range(7), frozenset((6,)), _xz),
}
"""The fast ones first. The levels of xz above 6 have windows of more than 8 MiB, and differ in nothing else."""


class Codec(NamedTuple):
    """One codec at one level."""

    family: str
    level: int | None

    @property
    def name(self) -> str:
        """What a report calls it: `zstd 3`, `snappy`."""
        return self.family if self.level is None else f"{self.family} {self.level}"

    @property
    def format(self) -> str:
        """The format that it writes."""
        return FAMILIES[self.family].format

    @property
    def is_usual(self) -> bool:
        """Whether every report shows it."""
        return self.level is None or self.level in FAMILIES[self.family].usual

    def coder(self, dictionary: bytes = b"") -> Coder:
        """Return what writes and reads it."""
        return FAMILIES[self.family].make(self.level or 0, dictionary)


CODECS = tuple(Codec(name, level) for name, family in FAMILIES.items() for level in family.levels or (None,))
