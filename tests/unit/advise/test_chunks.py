"""What chunk lengths cost: what one read takes, ratios of real chunks, and the statement to paste."""

import json
import random

import lz4.block
import pytest

from cqlsh_ext.advise.chunks import KB, LENGTHS, Contents, Sizes, choose, chunk_length, chunking, compressor
from cqlsh_ext.advise.table_advice import advise_table

RANDOM = random.Random(3)
TEXT = json.dumps([{"id": n, "site": "Rotterdam", "bar": RANDOM.random()} for n in range(8000)]).encode()
NOISE = RANDOM.randbytes(300_000)
LZ4 = {"class": "org.apache.cassandra.io.compress.LZ4Compressor", "chunk_length_in_kb": "64"}
ALTER = 'ALTER TABLE ks."T" WITH compression ='


def contents(sample=TEXT, row=200.0, *, has_counters=False):
    return Contents(Sizes(row, row), Sizes(row, row * 3), Sizes(row, row), 1 << 30, sample, has_counters)


def advice(compression, **options):
    return advise_table("ks.t", 'TABLE ks."T"', compression, contents(**options), {})


@pytest.mark.parametrize("length", LENGTHS)
def test_what_one_read_takes(length):
    found = chunking(contents(), length, lz4.block.compress)
    chunks = [TEXT[at : at + length] for at in range(0, len(TEXT), length)]
    stored = sum(len(lz4.block.compress(chunk)) + 4 for chunk in chunks)
    assert found.ratio == pytest.approx(len(TEXT) / stored)
    assert found.decompressed == length + 199
    assert found.decompressed_p95 == length + 599
    assert found.from_disk == pytest.approx((length + 199) * stored / len(TEXT))
    assert found.offsets == (1 << 30) / length * 8


@pytest.mark.parametrize("size", [1, 100, 4096, 5000, 70_000])
def test_the_bytes_decompressed_are_those_of_rows_anywhere(size):
    length, total = 4096, 0
    for start in range(length):
        total += ((start + size - 1) // length + 1) * length
    assert chunking(contents(row=size), length, None).decompressed == pytest.approx(total / length)


def test_a_counter_is_8_bytes_of_a_chunk():
    found = advice(LZ4, row=30.0, has_counters=True)
    assert found.contents.asked == 8
    assert found.today.decompressed == 64 * KB + 7
    assert found.choice.length == 4 * KB
    assert any(note.startswith("counters: ") for note in found.notes)


@pytest.mark.parametrize(
    ("compression", "sample", "statement"),
    [
        (LZ4, NOISE, f"{ALTER} {{'class': 'LZ4Compressor', 'chunk_length_in_kb': '4'}};"),
        (
            {"class": "ZstdCompressor", "compression_level": "1", "sstable_compression": "x", "chunk_length_kb": "64"},
            NOISE,
            f"{ALTER} {{'class': 'ZstdCompressor', 'chunk_length_in_kb': '4', 'compression_level': '1'}};",
        ),
        ({**LZ4, "chunk_length_in_kb": "4"}, NOISE, None),
        ({}, NOISE, None),
        ({"class": "own.Odd'Class"}, NOISE,
         f"{ALTER} {{'class': 'Odd''Class', 'chunk_length_in_kb': '4'}};"),
    ],
)  # fmt: skip
def test_the_statement_keeps_what_is_set_and_changes_what_pays(compression, sample, statement):
    assert advice(compression, sample=sample).statement == statement


def test_a_table_without_compression_is_told_to_have_some():
    found = advice({})
    assert found.today is None
    assert found.statement.startswith("ALTER TABLE ks.\"T\" WITH compression = {'class': 'LZ4Compressor'")


def test_rows_far_larger_than_chunks_change_nothing():
    assert advice({**LZ4, "chunk_length_in_kb": "16"}, row=1e6).statement is None


def test_disk_counts_as_well():
    lengths = [chunking(contents(), length, lz4.block.compress) for length in LENGTHS]
    uneven = [each._replace(ratio=1 + at) for at, each in enumerate(lengths)]
    assert choose(uneven, None).length == 64 * KB


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, 16), ({"chunk_length_in_kb": "4"}, 4), ({"chunk_length_kb": "8"}, 8), ({"chunk_length_in_kb": "x"}, 16)],
)
def test_options_of_all_versions(options, expected):
    assert chunk_length(options) == expected * KB
    assert (
        compressor({"sstable_compression": "org.apache.cassandra.io.compress.SnappyCompressor"}) == "SnappyCompressor"
    )
