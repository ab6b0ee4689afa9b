"""Where a cut value is broken: the byte and the sentence, for real blobs cut at every byte or at many.

The blocks are found here by walks of their own, which know nothing but where the lengths stand.
"""

import bz2
import gzip
import lzma
import random
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

import cramjam
import lz4.block
import lz4.frame
import pytest
import zstandard
from corpus.corpus import blobs

from cqlsh_ext.errors import DecodeError
from cqlsh_ext.formats import BY_NAME
from cqlsh_ext.limits import Limits

LIMITS = Limits()
MOST_CUTS = 1500
PAYLOADS = ("j2k", "cbor2k")
RANDOM = random.Random(3)
LARGE = b"".join(b'{"id": %d, "name": "%s"}' % (n, RANDOM.randbytes(40).hex().encode()) for n in range(4000))


class Piece(NamedTuple):
    """A piece of a chain; its header ends at `body`, and a noun and a number name it where its length is declared."""

    start: int
    body: int
    end: int
    noun: str = ""
    number: int = 0


Walk = Callable[[bytes], Iterator[Piece]]


def little(blob: bytes, at: int, size: int) -> int:
    return int.from_bytes(blob[at : at + size], "little")


def big(blob: bytes, at: int, size: int) -> int:
    return int.from_bytes(blob[at : at + size], "big")


def fixed(start: int, size: int, noun: str = "") -> Piece:
    """Return a piece of fixed size."""
    return Piece(start, start + size, start + size, noun)


def zstd(blob: bytes) -> Iterator[Piece]:
    at = 0
    while at < len(blob):
        if blob[at] & 0xF0 == 0x50:
            yield Piece(at, at + 8, at + 8 + little(blob, at + 4, 4), "skippable frame")
            at += 8 + little(blob, at + 4, 4)
            continue
        flags = blob[at + 4]
        single = flags >> 5 & 1
        size = 5 + (1 - single) + (0, 1, 2, 4)[flags & 3] + ((0, 2, 4, 8)[flags >> 6] or single)
        yield fixed(at, size, "frame")
        at += size
        number, last = 0, False
        while not last:
            number += 1
            head = little(blob, at, 3)
            last = bool(head & 1)
            body = at + 3
            end = body + (1 if head >> 1 & 3 == 1 else head >> 3)
            yield Piece(at, body, end, "block", number)
            at = end
        yield fixed(at, flags & 4)
        at += flags & 4


def lz4_frame(blob: bytes) -> Iterator[Piece]:
    at = 0
    while at < len(blob):
        if blob[at] & 0xF0 == 0x50:
            yield Piece(at, at + 8, at + 8 + little(blob, at + 4, 4), "skippable frame")
            at += 8 + little(blob, at + 4, 4)
            continue
        flags = blob[at + 4]
        size = 7 + (flags & 8) + 4 * (flags & 1)
        yield fixed(at, size, "frame")
        at += size
        number = 0
        while head := little(blob, at, 4):
            number += 1
            end = at + 4 + (head & 0x7FFFFFFF)
            yield Piece(at, at + 4, end, "block", number)
            yield fixed(end, flags >> 2 & 4)
            at = end + (flags >> 2 & 4)
        yield fixed(at, 4 + (flags & 4))
        at += 4 + (flags & 4)


def chain(blob: bytes, at: int, header: int, length: Callable[[int], int], noun: str = "block") -> Iterator[Piece]:
    """Walk pieces behind each other whose header tells their length."""
    number = 0
    while at < len(blob):
        number += 1
        body = at + header
        yield Piece(at, body, body + length(at), noun, number)
        at = body + length(at)


def lz4_legacy(blob: bytes) -> Iterator[Piece]:
    yield fixed(0, 4)
    yield from chain(blob, 4, 4, lambda at: little(blob, at, 4))


def lz4_java(blob: bytes) -> Iterator[Piece]:
    return chain(blob, 0, 21, lambda at: little(blob, at + 9, 4))


def chunks(blob: bytes) -> Iterator[Piece]:
    return chain(blob, 0, 4, lambda at: little(blob, at + 1, 3), "chunk")


def xerial(blob: bytes) -> Iterator[Piece]:
    yield fixed(0, 16)
    yield from chain(blob, 16, 4, lambda at: big(blob, at, 4))


def iq80(blob: bytes) -> Iterator[Piece]:
    yield fixed(0, 7)
    yield from chain(blob, 7, 7, lambda at: big(blob, at + 1, 2))


def lzf(blob: bytes) -> Iterator[Piece]:
    at = number = 0
    while at < len(blob):
        number += 1
        body = at + 5 + 2 * blob[at + 2]
        end = body + big(blob, at + 3, 2)
        yield Piece(at, body, end, "chunk", number)
        at = end


def hadoop(noun: str) -> Walk:
    def walk(blob: bytes) -> Iterator[Piece]:
        yield fixed(0, 4)
        yield from chain(blob, 4, 4, lambda at: big(blob, at, 4), noun)

    return walk


FRAMES = {"frame", "skippable frame"}
WALKS: dict[str, tuple[Walk, set[str]]] = {
    "zstd": (zstd, FRAMES),
    "lz4-frame": (lz4_frame, FRAMES),
    "lz4-java": (lz4_java, set()),
    "lz4-legacy": (lz4_legacy, {"block"}),
    "snappy-framed": (chunks, {"chunk"}),
    "s2": (chunks, {"chunk"}),
    "snappy-xerial": (xerial, {"block"}),
    "snappy-iq80": (iq80, {"block"}),
    "lzf": (lzf, {"chunk"}),
    "snappy-hadoop": (hadoop("sub-block"), set()),
    "lz4-hadoop": (hadoop("block"), set()),
}
"""How to walk a format, and before what a cut leaves a whole value."""
STREAMS = {
    "gzip": gzip.compress(LARGE),
    "zlib": zlib.compress(LARGE),
    "bzip2": bz2.compress(LARGE),
    "xz": lzma.compress(LARGE),
}


def large() -> Iterator[tuple[str, bytes]]:
    """Give blobs of many blocks."""
    yield "zstd", zstandard.ZstdCompressor(write_checksum=True).compress(LARGE)
    for checked in (False, True):
        options = {"block_checksum": checked, "content_checksum": checked}
        yield "lz4-frame", lz4.frame.compress(LARGE, block_size=lz4.frame.BLOCKSIZE_MAX64KB, **options)
    yield "snappy-framed", bytes(cramjam.snappy.compress(LARGE))
    parts = [LARGE[at : at + 5000] for at in range(0, 20_000, 5000)]
    yield "snappy-hadoop", record([bytes(cramjam.snappy.compress_raw(part)) for part in parts])
    yield "lz4-hadoop", record([lz4.block.compress(part, store_size=False) for part in parts])


def record(blocks: list[bytes]) -> bytes:
    """Return one record of Hadoop's layout of blocks of 5,000 plain bytes each."""
    return struct.pack(">I", 5000 * len(blocks)) + b"".join(struct.pack(">I", len(each)) + each for each in blocks)


def real() -> Iterator[tuple[str, bytes]]:
    """Give the corpus' blobs of the formats that have blocks."""
    for blob in blobs("positive"):
        if blob.facts["payload"] in PAYLOADS and blob.layers[0] in WALKS and blob.facts["format"] != "s2-block":
            yield blob.layers[0], blob.data


def expected(pieces: list[Piece], size: int, silent: set[str]) -> str | None:
    """Return what to say of a cut at `size`, as far as it starts; None where it leaves a whole value."""
    piece = next(piece for piece in reversed(pieces) if piece.start <= size)
    if piece.start == size and piece.noun in silent:
        return None
    if size < piece.body:
        return f"truncated at byte {size:,}"
    lengths = f"declared {piece.end - piece.body:,}, left {size - piece.body:,}"
    if not piece.number:
        return f"{piece.noun} runs past the end at byte {piece.start:,} ({lengths})"
    return f"{piece.noun} {piece.number:,} at byte {piece.start:,} runs past the end ({lengths})"


def cuts(name: str, pieces: list[Piece]) -> range:
    """Return at which sizes to cut, from that on at which a value is still taken for one of the format."""
    first = next(piece for piece in pieces if piece.noun != "skippable frame")
    begin = pieces[1].end if name == "lz4-hadoop" else first.start + len(b"".join(BY_NAME[name].magics[:1]))
    end = pieces[-1].end
    return range(max(begin, 1), end, max(1, (end - begin) // MOST_CUTS))


def told(name: str, blob: bytes) -> str | None:
    """Return what is wrong with a blob."""
    try:
        BY_NAME[name].open(blob, LIMITS)
    except DecodeError as fault:
        return str(fault)
    return None


@pytest.mark.parametrize("name", WALKS)
def test_a_cut_is_told_by_the_block_that_it_breaks_and_what_is_left(name: str) -> None:
    walk, silent = WALKS[name]
    found = [blob for each, blob in (*real(), *large()) if each == name]
    assert found
    for blob in found:
        pieces = [piece for piece in walk(blob) if piece.end > piece.start]
        assert pieces[-1].end == len(blob)
        for size in cuts(name, pieces):
            sentence = expected(pieces, size, silent)
            fault = told(name, blob[:size])
            assert fault == sentence or (sentence and fault and fault.startswith(f"{sentence} (")), size


@pytest.mark.parametrize("name", STREAMS)
def test_a_cut_stream_is_told_where_it_ends(name: str) -> None:
    blob = STREAMS[name]
    for size in range(20, len(blob), 997):
        assert told(name, blob[:size]) == f"truncated at byte {size:,}"
