"""An LZ4 block behind its plain length: python-lz4, Cassandra, Rust, the native protocol and many more."""

from collections.abc import Callable, Iterator
from typing import Literal

from cqlsh_ext.dictionaries import Dictionaries, Naming
from cqlsh_ext.errors import Refused
from cqlsh_ext.formats import lz4_block, lz4_sequences
from cqlsh_ext.formats.format import DictionaryOpener, Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.limits import Limits

SHORTEST_BLOCK = 5
OVERHEAD = 16
"""Incompressible bytes grow by one in 255, and a few."""


def _checker(width: int, byteorder: Literal["little", "big"]) -> Callable[[bytes], bool]:
    def may_be(blob: bytes) -> bool:
        size = len(blob) - width
        declared = int.from_bytes(blob[:width], byteorder)
        return (
            0 < declared <= lz4_block.EXPANSION * size + lz4_block.SLACK
            and 0 < size <= declared + declared // lz4_block.EXPANSION + OVERHEAD
            and lz4_block.may_begin(blob, width)
        )

    return may_be


def _opener(width: int, byteorder: Literal["little", "big"]) -> DictionaryOpener:
    def open_prefixed(blob: bytes, limits: Limits, dictionaries: Dictionaries | None = None) -> Opened:
        declared = int.from_bytes(blob[:width], byteorder)
        block = blob[width:]
        if not block or not declared:
            raise Refused("declares no bytes", offset=0)
        history = lz4_block.history_from(dictionaries) if dictionaries else b""
        if not history and not lz4_block.may_begin(block):
            raise Refused("no LZ4 sequence", offset=width)
        try:
            plain = lz4_block.decode_exact(block, declared, limits, history=history)
        except Refused as fault:
            fault.offset = None if fault.offset is None else fault.offset + width
            raise
        if len(block) < lz4_block.CHANCE and not lz4_block.ends_in_literals(block, declared, history):
            raise Refused("ends in a match", offset=len(blob))
        return Opened(plain, Integrity.STRUCTURE)

    return open_prefixed


def _reader(width: int, byteorder: Literal["little", "big"]) -> Callable[[bytes, tuple[int, ...]], Iterator[Field]]:
    def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
        if len(blob) > width:
            yield Field("declared_length", int.from_bytes(blob[:width], byteorder), 0, width)
            yield Field("byte_order", byteorder)
            yield from lz4_sequences.fields(blob[width:])

    return read_header


def _layout(width: int, byteorder: Literal["little", "big"], source: str) -> Format:
    opener = _opener(width, byteorder)
    order = byteorder[0].upper() + "E"
    return Format(
        name=f"lz4-{order.lower()}{8 * width}",
        title=f"LZ4 block behind a {8 * width}-bit {order} length",
        specification=source,
        evidence=Evidence.STRUCTURE,
        checks="declared length only",
        length_order=byteorder,
        minimum=width + SHORTEST_BLOCK,
        may_be=_checker(width, byteorder),
        open=opener,
        open_with=opener,
        naming=Naming.LZ4,
        read_header=_reader(width, byteorder),
    )


LZ4_LE32 = _layout(
    4, "little", "lz4.block of python-lz4, Cassandra's LZ4Compressor, LZ4CompressorWithLength of lz4-java"
)
LZ4_BE32 = _layout(4, "big", "native protocol v4, section 5; ByteBuffer.putInt in Java")
LZ4_LE64 = _layout(8, "little", "wrappers in C and C++ that store a size_t")
LZ4_BE64 = _layout(8, "big", "ByteBuffer.putLong in Java")
