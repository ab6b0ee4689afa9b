"""Brotli, for which nothing but its content speaks."""

import random

import brotli
import pytest

from cqlsh_ext.errors import OverLimit, Refused
from cqlsh_ext.formats.brotli import BROTLI
from cqlsh_ext.limits import Limits

LIMITS = Limits()
PLAIN = b'{"id": 7, "name": "sensor"}' * 4


def header(blob):
    return {field.name: field.value for field in BROTLI.read_header(blob, (0,))}


@pytest.mark.parametrize("bits", range(10, 25))
def test_every_window_opens_and_is_told(bits):
    blob = brotli.compress(PLAIN, lgwin=bits)
    assert BROTLI.may_be(blob)
    assert BROTLI.open(blob, LIMITS).plain == PLAIN
    assert (header(blob)["window_bits"], header(blob)["window_size"]) == (bits, (1 << bits) - 16)


@pytest.mark.parametrize(
    ("blob", "kind", "length"),
    [
        (brotli.compress(b""), "empty", None),
        (brotli.compress(PLAIN), "compressed", len(PLAIN)),
        (brotli.compress(PLAIN * 1000), "compressed", len(PLAIN) * 1000),
        (brotli.compress(random.Random(1).randbytes(70_000)), "uncompressed", 70_000),
        (b"\x0c\0\0\0\0", "metadata", None),
    ],
)
def test_the_first_metablock_is_told(blob, kind, length):
    assert (header(blob)["first_metablock"], header(blob).get("first_metablock_length")) == (kind, length)


def test_a_cut_metablock_header_is_not_told():
    assert "first_metablock" not in header(brotli.compress(PLAIN)[:4])


@pytest.mark.parametrize("quality", range(12))
def test_every_quality_opens(quality):
    assert BROTLI.open(brotli.compress(PLAIN, quality=quality), LIMITS).plain == PLAIN


def test_text_alone_is_believed():
    assert BROTLI.accept(brotli.compress(PLAIN), PLAIN)
    assert not BROTLI.accept(brotli.compress(bytes(range(100))), bytes(range(100)))
    assert not BROTLI.accept(b"readable itself, so not compressed", PLAIN)


@pytest.mark.parametrize("first", [b"\x11", b"\x91"])
def test_the_large_window_header_is_ruled_out(first):
    blob = first + brotli.compress(PLAIN)[1:]
    assert not BROTLI.may_be(blob)
    with pytest.raises(Refused):
        BROTLI.open(blob, LIMITS)


def test_a_bomb_hits_the_limit():
    bomb = brotli.compress(bytes(1 << 24))
    assert len(bomb) < 100
    with pytest.raises(OverLimit):
        BROTLI.open(bomb, Limits(output=1 << 23))
    assert BROTLI.open(bomb, LIMITS).plain == bytes(1 << 24)
