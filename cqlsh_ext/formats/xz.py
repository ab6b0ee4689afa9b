"""xz: streams of LZMA2 blocks, each stream with an index and a footer (tukaani.org, xz-file-format.txt)."""

from collections.abc import Iterator
from lzma import CHECK_CRC32, CHECK_CRC64, CHECK_SHA256, FORMAT_XZ, LZMADecompressor, is_check_supported

from cqlsh_ext.errors import Damaged, OverLimit, Refused
from cqlsh_ext.formats.format import Evidence, Field, Format, HeaderValue, Integrity, Opened
from cqlsh_ext.formats.streams import Fault, Stream, decode_streams
from cqlsh_ext.formats.xz_index import (
    CHECK_SIZES,
    FLAGS_AT,
    HEADER_SIZE,
    MAGIC,
    IndexedStream,
    aligned,
    read_block_header,
    read_streams,
)
from cqlsh_ext.limits import Limits

MEMORY = 128 * 1024 * 1024
"""What a decoder may reserve: twice what `xz -9` asks for."""
CHECKS = {0: "None", CHECK_CRC32: "CRC32", CHECK_CRC64: "CRC64", CHECK_SHA256: "SHA-256"}
PADDING_UNIT = 4
LZMA2, LARGEST_DICTIONARY_CODE = 0x21, 40
FILTERS = {
    3: "delta",
    4: "x86",
    5: "powerpc",
    6: "ia64",
    7: "arm",
    8: "armthumb",
    9: "sparc",
    10: "arm64",
    11: "riscv",
    LZMA2: "lzma2",
}


def _explain(error: Exception) -> Fault:
    if "Memory usage limit" in str(error):
        raise OverLimit("over the limit", detail=f"needs more than {MEMORY:,} bytes of memory")
    return Fault("checksum mismatch or invalid block")


STREAM = Stream(lambda: LZMADecompressor(FORMAT_XZ, memlimit=MEMORY), _explain)


def may_be(blob: bytes) -> bool:
    """Tell whether the magic stands at the start."""
    return blob[:6] == MAGIC


def open_xz(blob: bytes, limits: Limits) -> Opened:
    """Decode every stream; padding of a multiple of four zeros may follow each."""
    if not may_be(blob):
        raise Refused("does not start with fd 37 7a 58 5a 00")
    plain, parts = decode_streams(STREAM, blob, MAGIC, limits, _skip_padding)
    checks = {blob[at + FLAGS_AT + 1] & 0x0F for at in parts}
    verified = all(check and check in CHECKS and is_check_supported(check) for check in checks)
    return Opened(plain, Integrity.CHECKSUM if verified else Integrity.STRUCTURE, parts)


def _skip_padding(blob: bytes, at: int) -> int:
    zeros = len(blob) - at - len(blob[at:].lstrip(b"\0"))
    if zeros % PADDING_UNIT:
        raise Damaged("stream padding of a wrong length", offset=at, detail=f"{zeros:,} bytes")
    return at + zeros


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the stream header and the first block's, and what the indexes sum up to."""
    if not may_be(blob) or len(blob) < HEADER_SIZE:
        return
    check = blob[FLAGS_AT + 1] & 0x0F
    yield Field("check", CHECKS.get(check, f"unknown ({check})"), FLAGS_AT + 1, 1)
    block = read_block_header(blob, HEADER_SIZE)
    if block is not None:
        yield Field("block_header_size", block.size, HEADER_SIZE, 1)
        yield Field("filters", [_describe(*each) for each in block.filters])
        yield Field("block_stores_sizes", block.compressed_size is not None or block.uncompressed_size is not None)
    streams = read_streams(blob)
    if streams:
        yield from _sums(blob, streams, CHECK_SIZES[check])


def _sums(blob: bytes, streams: list[IndexedStream], check_size: int) -> Iterator[Field]:
    records = [record for stream in streams for record in stream.records]
    if streams[0].records and check_size:
        end = HEADER_SIZE + aligned(streams[0].records[0].unpadded_size)
        value = blob[end - check_size : end]
        yield Field("check_value", (value[::-1] if check_size <= 8 else value).hex(), end - check_size, check_size)
    yield Field("uncompressed_size", sum(record.uncompressed_size for record in records))
    yield Field("streams", len(streams))
    yield Field("blocks", len(records))
    yield Field("stream_padding", sum(stream.padding for stream in streams))


def _describe(identity: int, properties: bytes) -> HeaderValue:
    """Return a filter's name, with the dictionary size of LZMA2."""
    if identity == LZMA2 and len(properties) == 1 and properties[0] <= LARGEST_DICTIONARY_CODE:
        code = properties[0]
        size = (1 << 32) - 1 if code == LARGEST_DICTIONARY_CODE else (2 | code & 1) << (code >> 1) + 11
        return {"name": FILTERS[identity], "dictionary_size": size}
    return {"name": FILTERS.get(identity, f"unknown ({identity:#x})")}


XZ = Format(
    name="xz",
    title="xz",
    specification="tukaani.org xz-file-format.txt 1.2",
    evidence=Evidence.MAGIC,
    checks="CRC-32, CRC-64 or SHA-256 of every block, unless written without",
    magics=(MAGIC,),
    minimum=len(MAGIC),
    may_be=may_be,
    open=open_xz,
    read_header=read_header,
)
