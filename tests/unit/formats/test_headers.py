"""What holds of every header, on the layers of the whole corpus: real blobs and hostile ones."""

import json
import time
import tracemalloc
from itertools import pairwise

import pytest
from corpus.corpus import Blob, blobs

from cqlsh_ext import Layer, decode
from cqlsh_ext.formats import BY_NAME, FORMATS
from cqlsh_ext.formats.format import Field
from cqlsh_ext.limits import Limits

SECONDS = 2
PER_STORED_BYTE = 8
LONG = 200
"""Bytes of a value with something to cut."""
WORDS = {
    "gzip": {"magic", "method", "flags", "mtime", "os", "crc32", "isize", "members"},
    "zstd": {"magic", "content_size", "window_size", "checksum", "dictionary_id", "blocks", "frames"},
    "lz4-frame": {"magic", "version", "independent_blocks", "block_maximum", "content_size", "content_checksum"},
    "lz4-legacy": {"magic", "frames", "blocks"},
    "lz4-java": {"magic", "method", "block_size", "blocks", "stored_blocks", "ends_properly"},
    "lz4-akka": {"magic", "declared_length", "sequences", "longest_match"},
    "snappy-framed": {"magic", "chunks", "declared_length"},
    "s2": {"declared_length"},
    "snappy-xerial": {"magic", "version", "min_compatible_version", "blocks", "declared_length"},
    "snappy-iq80": {"magic", "blocks", "declared_length"},
    "bzip2": {"magic", "level", "block_size", "streams"},
    "xz": {"magic", "check", "filters", "streams", "blocks", "uncompressed_size", "stream_padding"},
    "lzf": {"magic", "chunks", "declared_length"},
    "zip": {"magic", "entries", "names", "method"},
    "zlib": {"window_size", "level", "dictionary_id", "adler32"},
    "zlib-le32": {"declared_length", "window_size", "level", "dictionary_id", "adler32"},
    "zlib-be32": {"declared_length", "window_size", "level", "dictionary_id", "adler32"},
    "lzma": {"lc", "lp", "pb", "dictionary_size", "uncompressed_size"},
    "lz4-le32": {"declared_length", "byte_order", "sequences", "longest_match", "end_conditions"},
    "lz4-be32": {"declared_length", "byte_order", "sequences", "longest_match", "end_conditions"},
    "lz4-le64": {"declared_length", "byte_order", "sequences", "longest_match", "end_conditions"},
    "lz4-be64": {"declared_length", "byte_order", "sequences", "longest_match", "end_conditions"},
    "snappy-hadoop": {"block_length", "stored_length", "sub_blocks", "declared_length"},
    "lz4-hadoop": {"declared_length", "block_length", "blocks", "plain_length"},
    "snappy-raw": {"declared_length", "literals", "copies", "largest_offset", "canonical"},
    "base64": {"alphabet", "padding", "lines"},
    "hex": {"prefix", "case", "lines"},
    "lz4-raw": {"sequences", "longest_match", "end_conditions"},
    "deflate": {"first_block", "first_block_is_last"},
    "brotli": {"window_bits", "window_size", "first_metablock"},
}
"""Fields that the header of any value that opened has."""


def check(layer: Layer) -> list[Field]:
    """Return a layer's fields, having checked what holds of those of any bytes."""
    fields = layer.fields
    json.dumps([field.value for field in fields])
    placed = sorted((field.offset, field.offset + field.size) for field in fields if field.offset is not None)
    assert all(0 <= start < end <= len(layer.stored) for start, end in placed)
    assert all(end <= start for (_, end), (start, _) in pairwise(placed))
    names = [field.name for field in fields]
    assert len(names) == len(set(names))
    for field in fields:
        if field.name == "magic":
            assert field.offset is not None
            assert field.value == layer.stored[field.offset : field.offset + field.size].hex(" ")
    return fields


def test_every_format_has_words() -> None:
    assert WORDS.keys() == {record.name for record in FORMATS}
    assert {name for name, words in WORDS.items() if "magic" in words} | {"s2"} == {
        record.name for record in FORMATS if record.magics
    }


@pytest.mark.parametrize("blob", blobs("positive"), ids=lambda blob: blob.id)
def test_every_layer_of_a_real_blob_has_a_header(blob: Blob) -> None:
    for layer in decode(blob.data).layers:
        names = {field.name for field in check(layer)}
        assert names
        if layer.plain_size is not None:
            assert names >= WORDS[layer.format]


def opened(name: str) -> list[Layer]:
    """Return the outermost layers of the corpus that open by a format's name."""
    found = [blob.data for blob in blobs("positive") if blob.layers[0] == name]
    if name == "lz4-be64":  # the corpus has none, but the same behind the other byte order
        found = [blob.data[7::-1] + blob.data[8:] for blob in blobs("positive") if blob.layers[0] == "lz4-le64"]
    decoded = [decode(blob, name) for blob in found]
    return [each.layers[0] for each in decoded if each.layers and each.layers[0].plain_size is not None]


@pytest.mark.parametrize("name", WORDS)
def test_every_format_has_a_header_where_it_is_named(name: str) -> None:
    assert opened(name)
    for layer in opened(name):
        assert {field.name for field in check(layer)} >= WORDS[name]


@pytest.mark.parametrize("name", sorted(WORDS.keys() - {"zip"}))  # a cut archive tells what stands in another place
def test_what_a_cut_value_tells_with_a_place_stands_there_in_the_whole_one(name: str) -> None:
    whole = min((layer for layer in opened(name) if layer.stored_size > LONG), key=lambda layer: layer.stored_size)
    told = [field for field in check(whole) if field.offset is not None]
    for size in range(whole.stored_size):
        cut = whole.record.read_header(whole.stored[:size], (0,))
        assert all(field in told for field in cut if field.offset is not None)


@pytest.mark.parametrize("blob", blobs("hostile"), ids=lambda blob: blob.id)
def test_a_hostile_blob_tells_its_header_in_bounded_time_and_memory(blob: Blob) -> None:
    codecs = ("auto", *BY_NAME)
    for layer in (layer for codec in codecs for layer in decode(blob.data, codec).layers):
        tracemalloc.start()
        begin = time.process_time()
        fields = check(layer)
        took = time.process_time() - begin
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert fields
        assert took < SECONDS
        assert peak < 3 * Limits().output + PER_STORED_BYTE * layer.stored_size
