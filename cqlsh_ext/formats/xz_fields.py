"""What INSPECT tells of xz streams, all of it read without decoding."""

from collections.abc import Iterator
from itertools import islice
from lzma import CHECK_CRC32, CHECK_CRC64, CHECK_SHA256

from cqlsh_ext.formats.format import SHOWN, Field, HeaderValue, magic_field, within
from cqlsh_ext.formats.xz_index import (
    CHECK_SIZES,
    FLAGS_AT,
    HEADER_SIZE,
    MAGIC,
    Block,
    BlockHeader,
    IndexedStream,
    read_block_header,
    read_streams,
)

CHECKS = {0: "None", CHECK_CRC32: "CRC32", CHECK_CRC64: "CRC64", CHECK_SHA256: "SHA-256"}
CHECK_AT, CRC_AT, CRC_SIZE = FLAGS_AT + 1, FLAGS_AT + 2, 4
LARGEST_NUMBER = 8
"""Bytes of the largest check that is a number, least significant byte first."""
DELTA, LZMA2, LARGEST_DICTIONARY_CODE = 0x03, 0x21, 40
BRANCH_FILTERS = {4: "x86", 5: "powerpc", 6: "ia64", 7: "arm", 8: "armthumb", 9: "sparc", 10: "arm64", 11: "riscv"}


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the stream header and the first block's, what the indexes sum up to, and each of several."""
    if not blob.startswith(MAGIC):
        return
    check = blob[CHECK_AT] & 0x0F if len(blob) > CHECK_AT else 0
    fixed = (
        magic_field(MAGIC),
        Field("check", _check_name(check), CHECK_AT, 1),
        Field("header_crc32", f"0x{blob[CRC_AT:HEADER_SIZE][::-1].hex()}", CRC_AT, CRC_SIZE),
    )
    yield from within(fixed, len(blob))
    header = read_block_header(blob, HEADER_SIZE)
    if header is not None:
        yield Field("block_header_size", header.size, HEADER_SIZE, 1)
        yield Field("block_flags", _flags(header), HEADER_SIZE + 1, 1)
        filters_at = HEADER_SIZE + header.filters_at
        yield Field("filters", _filters(header), filters_at, header.filters_end - header.filters_at)
    streams = read_streams(blob)
    if streams:
        yield from _sums(blob, streams)


def _sums(blob: bytes, streams: list[IndexedStream]) -> Iterator[Field]:
    blocks = list(islice(((stream, block) for stream in streams for block in stream.blocks()), SHOWN))
    if blocks:
        yield from _first_block(blob, *blocks[0])
    yield Field("uncompressed_size", sum(stream.uncompressed_size for stream in streams))
    yield Field("streams", len(streams))
    yield Field("blocks", sum(len(stream.records) for stream in streams))
    yield Field("stream_padding", sum(stream.padding for stream in streams))
    if len(streams) > 1:
        yield Field("each_stream", [_describe_stream(blob, stream) for stream in streams[:SHOWN]])
    if len(blocks) > 1:
        yield Field("each_block", [_describe_block(blob, *each) for each in blocks])


def _first_block(blob: bytes, stream: IndexedStream, block: Block) -> Iterator[Field]:
    yield Field("block_total_size", block.total_size)
    compressed_size = _compressed_size(blob, stream, block)
    yield Field("block_compressed_size", compressed_size)
    size = CHECK_SIZES[_check(blob, stream)]
    if size and compressed_size and compressed_size > 0:
        yield Field("check_value", _check_value(blob, stream, block), block.end - size, size)


def _check(blob: bytes, stream: IndexedStream) -> int:
    return blob[stream.at + CHECK_AT] & 0x0F


def _check_name(check: int) -> str:
    return CHECKS.get(check, f"unknown ({check})")


def _check_value(blob: bytes, stream: IndexedStream, block: Block) -> str | None:
    size = CHECK_SIZES[_check(blob, stream)]
    value = blob[block.end - size : block.end]
    return (value[::-1] if size <= LARGEST_NUMBER else value).hex() or None


def _compressed_size(blob: bytes, stream: IndexedStream, block: Block) -> int | None:
    header = read_block_header(blob, block.at)
    return header and block.unpadded_size - header.size - CHECK_SIZES[_check(blob, stream)]


def _describe_stream(blob: bytes, stream: IndexedStream) -> HeaderValue:
    return {
        "offset": stream.at,
        "size": stream.end - stream.at,
        "blocks": len(stream.records),
        "uncompressed_size": stream.uncompressed_size,
        "check": _check_name(_check(blob, stream)),
        "padding": stream.padding,
    }


def _describe_block(blob: bytes, stream: IndexedStream, block: Block) -> HeaderValue:
    header = read_block_header(blob, block.at)
    return {
        "offset": block.at,
        "total_size": block.total_size,
        "compressed_size": _compressed_size(blob, stream, block),
        "uncompressed_size": block.uncompressed_size,
        "check_value": _check_value(blob, stream, block),
        "header_size": header and header.size,
        "flags": header and _flags(header),
        "filters": header and _filters(header),
    }


def _flags(header: BlockHeader) -> HeaderValue:
    """Name the sizes that a block's header stores."""
    sizes = {"compressed size": header.compressed_size, "uncompressed size": header.uncompressed_size}
    return [name for name, size in sizes.items() if size is not None]


def _filters(header: BlockHeader) -> HeaderValue:
    return [_describe_filter(*each) for each in header.filters]


def _describe_filter(identity: int, properties: bytes) -> HeaderValue:
    """Return a filter's name and its one property, as far as it is a known filter."""
    value = int.from_bytes(properties, "little")
    if identity == LZMA2 and value <= LARGEST_DICTIONARY_CODE:
        size = (1 << 32) - 1 if value == LARGEST_DICTIONARY_CODE else (2 | value & 1) << (value >> 1) + 11
        return {"name": "lzma2", "dictionary_size": size}
    if identity == DELTA:
        return {"name": "delta", "distance": value + 1}
    if identity in BRANCH_FILTERS:
        return {"name": BRANCH_FILTERS[identity], "start": value}
    return {"name": f"unknown ({identity:#x})"}
