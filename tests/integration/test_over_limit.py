"""Zeros, 1 GiB of them or what fits into a stored value of 8 MB, as one cell of a SELECT."""

import gzip
import io
import os
import struct
import subprocess
import zlib
from collections.abc import Callable

import brotli
import cramjam
import lz4.block
import lz4.frame
import pytest
import zstandard
from corpus.corpus import blobs

GIB = 1 << 30
CHUNK = bytes(1 << 20)
STORED_BYTES = 8_000_000
PEAK_KIB = 200 * 1000


def streamed(compress: Callable[[bytes], bytes], flush: Callable[[], bytes], size: int = GIB) -> bytes:
    return b"".join([*(compress(CHUNK) for _ in range(size // len(CHUNK))), flush()])


def deflated(wbits: int) -> bytes:
    stream = zlib.compressobj(1, wbits=wbits)
    return streamed(stream.compress, stream.flush, GIB // 2)


def zstd() -> bytes:
    target = io.BytesIO()
    with zstandard.ZstdCompressor().stream_writer(target, closefd=False) as stream:
        for _ in range(GIB // len(CHUNK)):
            stream.write(CHUNK)
    return target.getvalue()


def brotli_stream() -> bytes:
    stream = brotli.Compressor(quality=1)
    return streamed(stream.process, stream.finish)


def lz4_frame() -> bytes:
    stream = lz4.frame.LZ4FrameCompressor()
    return stream.begin() + streamed(stream.compress, stream.flush)


def lz4_block() -> bytes:
    """A block of one long match: 255 to 1."""
    return lz4.block.compress(bytes(STORED_BYTES * 250), store_size=False)


def snappy_block() -> bytes:
    return bytes(cramjam.snappy.compress_raw(bytes(STORED_BYTES * 21)))


def framed() -> bytes:
    return bytes(cramjam.snappy.compress(bytes(60_000_000)))


def of_corpus(name: str) -> Callable[[], bytes]:
    return lambda: next(blob.data for blob in blobs("hostile") if blob.id == f"hostile/{name}.bin")
