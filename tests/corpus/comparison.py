"""Layers of formats that a reference tool lists, and how what our headers tell compares with its listings.

A listing that is rebuilt from a header has None where the header leaves a column open.
"""

import gzip
import lzma
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import lz4.frame
import zstandard
from corpus.corpus import blobs
from corpus.listings import Listing, Refusal

from cqlsh_ext import Layer, decode

SUFFIXES = {"gzip": ".gz", "zstd": ".zst", "lz4-frame": ".lz4", "lz4-legacy": ".lz4", "xz": ".xz"}
PLAIN = b"".join(b'{"id": %d, "name": "sensor %d"}' % (n, n * n) for n in range(200))
SKIPPABLE = b"\x5a\x2a\x4d\x18\3\0\0\0abc"


def made() -> Iterator[tuple[str, bytes]]:
    """Give blobs of kinds that the corpus lacks: several streams, blocks, filters, windows and checks."""
    lzma2 = {"id": lzma.FILTER_LZMA2, "preset": 6}
    filters = [{"id": lzma.FILTER_DELTA, "dist": 4}, {"id": lzma.FILTER_X86}, lzma2]
    several = lzma.compress(PLAIN) + bytes(8) + lzma.compress(b"", check=lzma.CHECK_CRC32) + bytes(4)
    yield "xz streams", several + lzma.compress(PLAIN, check=lzma.CHECK_SHA256)
    yield "xz filters", lzma.compress(PLAIN, filters=filters)
    command = ["xz", "--stdout", "--threads=2", "--block-size=1KiB", "--check=crc32"]
    yield "xz blocks", subprocess.run(command, input=PLAIN, stdout=subprocess.PIPE, check=True).stdout
    streamed = zstandard.ZstdCompressor(level=19, write_checksum=True).compressobj()
    unsized = streamed.compress(PLAIN) + streamed.flush()
    yield "zstd frames", unsized + SKIPPABLE + zstandard.ZstdCompressor().compress(PLAIN)
    linked = lz4.frame.compress(PLAIN, block_linked=True, block_size=lz4.frame.BLOCKSIZE_MAX1MB)
    yield "lz4 frames", linked + SKIPPABLE + lz4.frame.compress(PLAIN, content_checksum=True, store_size=False)
    yield "gzip members", gzip.compress(PLAIN, mtime=7) + gzip.compress(b"other", mtime=1_714_560_000)


@cache
def layers() -> dict[str, dict[str, Layer]]:
    """Return the layers of the formats that a tool lists, by format and by a name of their own."""
    found: dict[str, dict[str, Layer]] = {name: {} for name in SUFFIXES}
    corpus = ((Path(blob.id).stem, blob.data) for blob in blobs("positive") + blobs("hostile"))
    for name, blob in (*corpus, *made()):
        for number, layer in enumerate(decode(blob).layers, 1):
            if layer.format in SUFFIXES:
                found[layer.format][f"{name}:{number}"] = layer
    return found


class Comparison(NamedTuple):
    """What came of comparing all layers of a format, by the layer's name."""

    differing: dict[str, dict[str, tuple[object, object]]]
    untold: dict[str, set[str]]
    """Columns of the tool's that our header leaves open."""
    refused: dict[str, str | None]
    """What we say is wrong with a layer of which the tool lists nothing."""


def compare(
    folder: Path, kind: str, listed: Callable[[Path], Listing | Refusal], ours: Callable[[Layer, str], Listing]
) -> Comparison:
    """List every layer of a format with a tool, and compare that with what we make of the layer and a file's stem."""
    found = Comparison({}, {}, {})
    for number, (name, layer) in enumerate(layers()[kind].items()):
        file = folder / f"value{number}{SUFFIXES[kind]}"
        file.write_bytes(layer.stored)
        listing = listed(file)
        if isinstance(listing, Refusal):
            found.refused[name] = decode(layer.stored, kind).reason
            continue
        theirs, told = dict(flat(listing)), dict(flat(ours(layer, file.stem)))
        untold = {column for column, value in told.items() if value is None}
        columns = sorted((theirs.keys() | told.keys()) - untold)
        differing = {each: (told.get(each), theirs.get(each)) for each in columns if told.get(each) != theirs.get(each)}
        if differing:
            found.differing[name] = differing
        if untold:
            found.untold[name] = untold
    return found


def flat(listing: Any, name: str = "") -> Iterator[tuple[str, object]]:
    """Give every figure with where it stands: `block.0.check`."""
    if not isinstance(listing, dict | list):
        yield name, listing
        return
    for key, each in listing.items() if isinstance(listing, dict) else enumerate(listing):
        yield from flat(each, f"{name}.{key}".lstrip("."))
