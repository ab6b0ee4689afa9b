"""Raw DEFLATE, for which nothing but its content speaks."""

import zlib

import pytest

from cqlsh_ext.errors import OverLimit, Refused
from cqlsh_ext.formats.deflate import DEFLATE
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.limits import Limits

LIMITS = Limits()
PLAIN = b'{"id": 7, "name": "sensor"}' * 4


def deflate(plain, level=6, strategy=zlib.Z_DEFAULT_STRATEGY):
    stream = zlib.compressobj(level, zlib.DEFLATED, -15, 8, strategy)
    return stream.compress(plain) + stream.flush()


def header(blob):
    return {field.name: field.value for field in DEFLATE.read_header(blob, (0,))}


@pytest.mark.parametrize(
    ("blob", "block", "further"),
    [
        (deflate(PLAIN, 0), "stored", {"first_block_length": len(PLAIN)}),
        (deflate(PLAIN, 6, zlib.Z_FIXED), "fixed Huffman", {}),
        (
            deflate(bytes(range(256)) * 40 + PLAIN * 40),
            "dynamic Huffman",
            {"first_block_literal_codes": 286, "first_block_distance_codes": 16},
        ),
    ],
)
def test_each_kind_of_block_opens(blob, block, further):
    assert DEFLATE.may_be(blob)
    assert DEFLATE.open(blob, LIMITS).plain.endswith(PLAIN)
    assert DEFLATE.open(blob, LIMITS).integrity is Integrity.NONE
    assert header(blob) == {"first_block": block, "first_block_is_last": True, **further}


def test_text_that_is_compressed_is_believed():
    assert DEFLATE.accept(deflate(PLAIN), PLAIN)


def test_binary_content_is_believed_from_a_long_blob_that_gained():
    plain = bytes(range(100)) * 3
    assert DEFLATE.accept(deflate(plain), plain)
    assert not DEFLATE.accept(deflate(b"\0" * 64), b"\0" * 64)


def test_a_readable_blob_is_never_believed():
    assert not DEFLATE.accept(b"{" * 40, PLAIN)


@pytest.mark.parametrize("blob", [b"", b"\7", b"\x07abc", b"\0\5\0\5\0hello", b"\0\5"])
def test_an_invalid_first_block_is_ruled_out(blob):
    assert not DEFLATE.may_be(blob)
    with pytest.raises(Refused):
        DEFLATE.open(blob, LIMITS)


def test_left_bytes_refuse_with_their_place():
    blob = deflate(PLAIN)
    with pytest.raises(Refused) as caught:
        DEFLATE.open(blob + b"x", LIMITS)
    assert caught.value.offset == len(blob)


def test_a_bomb_hits_the_limit():
    with pytest.raises(OverLimit):
        DEFLATE.open(deflate(bytes(1 << 20)), Limits(output=1 << 16))
