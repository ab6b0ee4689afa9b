"""Zeros, 1 GiB of them or what fits into a stored value of 8 MB, as one cell of a SELECT."""

import base64
import io
import lzma
import struct
from collections.abc import Callable

import brotli
import cramjam
import lz4.block
import lz4.frame
import pytest
import zstandard
from corpus.corpus import blobs
from integration.memory import run_measured

GIB = 1 << 30
CHUNK = bytes(1 << 20)
STORED_BYTES = 8_000_000
PEAK_KIB = 200 * 1000


def streamed(compress: Callable[[bytes], bytes], flush: Callable[[], bytes], size: int = GIB) -> bytes:
    return b"".join([*(compress(CHUNK) for _ in range(size // len(CHUNK))), flush()])


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


def lz4_block(size: int) -> bytes:
    return lz4.block.compress(bytes(size), store_size=False)


def snappy_block(size: int) -> bytes:
    return bytes(cramjam.snappy.compress_raw(bytes(size)))


def records(block: bytes, plain_size: int, count: int) -> bytes:
    """Hadoop's framing of one block, several times."""
    return (struct.pack(">II", plain_size, len(block)) + block) * count


def of_corpus(name: str) -> bytes:
    return next(blob.data for blob in blobs("hostile") if blob.id == f"hostile/{name}.bin")


LZ4_ZEROS = STORED_BYTES * 250
SNAPPY_ZEROS = STORED_BYTES * 21
BOMBS: dict[str, Callable[[], bytes]] = {
    "gzip": lambda: of_corpus("bomb_gzip_1g"),
    "gzip of gzip": lambda: of_corpus("bomb_gzip_x2_1g"),
    "zlib": lambda: of_corpus("bomb_zlib_1g"),
    "zlib-le32": lambda: struct.pack("<I", GIB) + of_corpus("bomb_zlib_1g"),
    "zlib-be32": lambda: struct.pack(">I", GIB) + of_corpus("bomb_zlib_1g"),
    "deflate": lambda: of_corpus("bomb_zlib_1g")[2:-4],
    "zstd": lambda: of_corpus("bomb_zstd_1g_size"),
    "zstd without size": zstd,
    "zstd of RLE blocks": lambda: of_corpus("bomb_zstd_rle_262m"),
    "bzip2": lambda: of_corpus("bomb_bzip2_1g"),
    "xz": lambda: streamed(*coder(lzma.LZMACompressor(preset=0)), GIB // 4),
    "lzma": lambda: streamed(*coder(lzma.LZMACompressor(lzma.FORMAT_ALONE, preset=0)), GIB // 4),
    "brotli": brotli_stream,
    "lz4-frame": lz4_frame,
    "lz4-le32": lambda: struct.pack("<I", LZ4_ZEROS) + lz4_block(LZ4_ZEROS),
    "lz4-be32": lambda: struct.pack(">I", LZ4_ZEROS) + lz4_block(LZ4_ZEROS),
    "lz4-le64": lambda: struct.pack("<Q", LZ4_ZEROS) + lz4_block(LZ4_ZEROS),
    "lz4-be64": lambda: struct.pack(">Q", LZ4_ZEROS) + lz4_block(LZ4_ZEROS),
    "lz4-akka": lambda: b"\x87\xd9\x6d\xf6" + struct.pack(">I", LZ4_ZEROS) + lz4_block(LZ4_ZEROS),
    "lz4-raw": lambda: lz4_block(LZ4_ZEROS),
    "lz4-legacy": lambda: b"\x02!L\x18" + (struct.pack("<I", len(block := lz4_block(8 << 20))) + block) * 240,
    "lz4-hadoop": lambda: records(lz4_block(1 << 20), 1 << 20, 500),
    "snappy": lambda: snappy_block(SNAPPY_ZEROS),
    "snappy-hadoop": lambda: records(snappy_block(1 << 20), 1 << 20, 150),
    "snappy-framed": lambda: bytes(cramjam.snappy.compress(bytes(60_000_000))),
    "base64 > gzip": lambda: base64.b64encode(of_corpus("bomb_gzip_1g")),
}


def coder(compressor: lzma.LZMACompressor) -> tuple[Callable[[bytes], bytes], Callable[[], bytes]]:
    return compressor.compress, compressor.flush


@pytest.fixture(scope="module")
def table(session, keyspace):
    """Return the name of a table with one bomb a row."""
    session.execute("CREATE TABLE bombs (name text PRIMARY KEY, data blob)")
    insert = session.prepare("INSERT INTO bombs (name, data) VALUES (?, ?)")
    for name, make in BOMBS.items():
        blob = make()
        assert len(blob) <= STORED_BYTES + 100_000, (name, len(blob))
        session.execute(insert, (name, blob))
    return f"{keyspace}.bombs"


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_over_the_limit_and_costs_little(server, table, name, tmp_path):
    select = f"SELECT data FROM {table} WHERE name = '{name}'"
    done, peak = run_measured(tmp_path, *server, "-e", select, capture_output=True)
    chain = name if " > " in name else name.partition(" ")[0].removesuffix("-raw")
    last = done.stdout.rstrip().rpartition(b"\n")[2].decode()
    assert last.startswith(f"1 value: {chain}"), last
    assert "over the limit (more than 16,777,216 bytes of output)" in last
    assert peak < PEAK_KIB
