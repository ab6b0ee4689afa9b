"""The story of detection, and what a plain value nearly was."""

import gzip
import re

import lz4.block
import pytest
import zstandard
from corpus.corpus import blobs

from cqlsh_ext import Status, decode
from cqlsh_ext.formats import FORMATS
from cqlsh_ext.story import near_misses, tell_story

TEXT = b'{"order": 10248, "customer": "Anna Lindqvist", "total": 734.5, "customer_again": "Anna Lindqvist"}'


@pytest.mark.parametrize("blob", [*blobs("positive"), *blobs("negative")], ids=lambda blob: blob.id)
def test_the_story_ends_as_decode_does(blob):
    decoded = decode(blob.data)
    story = tell_story(blob.data)
    if decoded.status is Status.PLAIN:
        assert [attempt.format for attempt in story] == [record.name for record in FORMATS]
        assert all(attempt.refusal for attempt in story)
    else:
        assert story[-1][:2] == (decoded.layers[0].format, None)
        assert all(attempt.refusal for attempt in story[:-1])


def test_a_refusal_says_why():
    block = lz4.block.compress(TEXT, store_size=False)
    refusals = {attempt.format: attempt.refusal for attempt in tell_story(b"\x56\x40\xe0\x00" + block)}
    assert refusals["gzip"] == "does not start with 1f 8b 08 and a header that fits"
    most = re.escape(f"at most {255 * len(block):,}")[:-4]
    assert re.fullmatch(
        rf"declares more than LZ4 can give \(declared 1,447,092,224, {most}.*from {len(block)}\)", refusals["lz4-be32"]
    )


def test_named_codecs_are_the_only_ones_in_the_story():
    assert [attempt.format for attempt in tell_story(gzip.compress(TEXT), ["zstd", "gzip", "xz"])] == ["zstd", "gzip"]
    assert tell_story(TEXT, ["off"]) == []


@pytest.mark.parametrize("prefix", [1, 5, 63])
@pytest.mark.parametrize(("name", "compress"), [("gzip", gzip.compress), ("zstd", zstandard.compress)])
def test_a_frame_behind_a_prefix(prefix, name, compress):
    blob = bytes(prefix) + compress(TEXT)
    assert decode(blob).status is Status.PLAIN
    assert near_misses(blob, tell_story(blob)) == [f"{name} at byte {prefix}"]


def test_a_damaged_frame_behind_a_prefix():
    blob = b"\x00\x07" + gzip.compress(TEXT)[:-9]
    [near] = near_misses(blob, tell_story(blob))
    assert near.startswith("gzip at byte 2 (")


def test_a_frame_far_inside_is_content():
    blob = bytes(200) + gzip.compress(TEXT)
    assert near_misses(blob, tell_story(blob)) == []


def test_a_raw_block_of_binary_content():
    plain = bytes(range(200, 256)) * 4
    blob = lz4.block.compress(plain, store_size=False)
    assert decode(blob).status is Status.PLAIN
    assert near_misses(blob, tell_story(blob)) == ["lz4-raw"]
