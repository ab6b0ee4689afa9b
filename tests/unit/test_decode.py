"""`decode` as other programs use it."""

import gzip
import random
import zlib

import cramjam
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cqlsh_ext
from cqlsh_ext import Limits, Status, UsageError, decode
from cqlsh_ext.formats import CODECS, FORMATS

JSON = b'{"id": 7, "name": "hello hello hello hello"}'
RANDOM_BLOBS = 100_000


def snappy(data: bytes) -> bytes:
    return bytes(cramjam.snappy.compress_raw(data))


def test_decoded_tells_everything() -> None:
    blob = snappy(gzip.compress(JSON, mtime=0))
    decoded = decode(blob)
    assert decoded.status == "decoded"
    assert decoded.plain == JSON
    assert [layer.format for layer in decoded.layers] == ["snappy-raw", "gzip"]
    assert decoded.layers[0].stored_size == len(blob)
    assert decoded.layers[0].plain_size == decoded.layers[1].stored_size
    assert decoded.layers[1].plain_size == len(JSON)
    assert decoded.layers[1].integrity == "checksum"
    assert decoded.layers[1].header["isize"] == len(JSON)
    assert decoded.content.kind == "json"
    assert decoded.content.text == JSON.decode()
    assert decoded.reason is None


@pytest.mark.parametrize("blob", [b"", b"\0" * 16, JSON, b"hello", bytes(range(256)), gzip.compress(b"x")[:2]])
def test_plain_is_left_alone(blob: bytes) -> None:
    decoded = decode(blob)
    assert (decoded.status, decoded.plain, list(decoded.layers), decoded.reason) == ("plain", blob, [], None)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_takes_any_kind_of_bytes(kind: type) -> None:
    assert decode(kind(gzip.compress(JSON))).plain == JSON


def test_damage_gives_the_value_itself_and_a_reason() -> None:
    blob = gzip.compress(JSON)[:-1]
    decoded = decode(blob)
    assert (decoded.status, decoded.plain) == ("damaged", blob)
    assert decoded.reason == f"gzip: truncated at byte {len(blob)}"
    assert decoded.layers[-1].plain_size is None


def test_inner_damage_is_not_shown_as_content() -> None:
    blob = gzip.compress(gzip.compress(JSON)[:-1])
    decoded = decode(blob)
    assert (decoded.status, decoded.plain) == ("damaged", blob)
    assert [layer.format for layer in decoded.layers] == ["gzip", "gzip"]


@pytest.mark.parametrize("depth", [5, 6])
def test_layers_are_bounded(depth: int) -> None:
    blob = JSON
    for _ in range(depth):
        blob = gzip.compress(blob)
    decoded = decode(blob)
    assert decoded.status == ("decoded" if depth == 5 else "over-limit")
    assert decoded.plain == (JSON if depth == 5 else blob)


@pytest.mark.parametrize("size", [999, 1000, 1001])
def test_output_is_bounded_to_the_byte(size: int) -> None:
    for write in (gzip.compress, zlib.compress, snappy):
        decoded = decode(write(b"a" * size), limits=Limits(output=1000))
        assert decoded.status == ("decoded" if size <= 1000 else "over-limit")


@pytest.mark.parametrize("members", [3, 4])
def test_members_are_bounded(members: int) -> None:
    decoded = decode(gzip.compress(JSON) * members, limits=Limits(members=3))
    assert decoded.status == ("decoded" if members == 3 else "over-limit")


def test_off_leaves_everything() -> None:
    assert decode(gzip.compress(JSON), codec="off").status == "plain"


def test_named_codec_binds_the_outermost_layer_alone() -> None:
    assert decode(gzip.compress(JSON), codec="zlib").status == "plain"
    assert decode(gzip.compress(zlib.compress(JSON)), codec="gzip").plain == JSON
    assert decode(zlib.compress(JSON), codec=["gzip", "zlib"]).plain == JSON
    assert decode(zlib.compress(JSON), codec="gzip, zlib").plain == JSON
    assert decode(snappy(JSON), codec="snappy").layers[0].format == "snappy-raw"


def test_named_codec_opens_what_is_too_short_to_tell() -> None:
    assert decode(snappy(b"abc")).status == "plain"
    decoded = decode(snappy(b"abc"), codec="snappy-raw")
    assert (decoded.plain, decoded.layers[0].certainty) == (b"abc", "set by you")


def test_inside_a_named_codec_only_magic_or_checksum_follows() -> None:
    assert decode(gzip.compress(snappy(JSON)), codec="gzip").plain == snappy(JSON)
    assert decode(gzip.compress(snappy(JSON))).plain == JSON


def test_unknown_codec_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(UsageError, match="unknown codec 'gzipp': choose from auto, off, gzip"):
        decode(b"", codec="gzipp")


@pytest.mark.parametrize(
    "bounds", [{"output": 0}, {"layers": 0}, {"members": -1}, {"output": 1 << 63}, {"layers": 1.5}]
)
def test_limits_refuse_nonsense(bounds: dict[str, int]) -> None:
    with pytest.raises(UsageError):
        Limits(**bounds)


@pytest.mark.parametrize("blob", [5, 10**9, "text", [1, 2], None])
def test_what_is_not_bytes_is_told(blob: object) -> None:
    with pytest.raises(TypeError, match="a value is bytes, not "):
        decode(blob)  # type: ignore[arg-type]


@pytest.mark.parametrize("length", [16, 17])
def test_no_random_value_is_a_guess_at_nothing(length: int) -> None:
    source = random.Random(16)
    guessed = [value for _ in range(60_000) if decode(value := source.randbytes(length)).status is not Status.PLAIN]
    assert guessed == []


@pytest.mark.parametrize("value", ["5a0d3c55982640e8a0821313d78c1fc3", "d762000000000000a6db000000000000"])
def test_values_that_are_brotli_of_nothing(value: str) -> None:
    assert decode(bytes.fromhex(value)).status is Status.PLAIN


@given(st.binary(max_size=300), st.sampled_from(["auto", "off", *CODECS]))
def test_never_raises(blob: bytes, codec: str) -> None:
    decoded = decode(blob, codec, Limits(output=10_000))
    assert decoded.status is Status.DECODED or decoded.plain == blob
    assert all(layer.header is not None for layer in decoded.layers)
    assert decoded.content.kind


@given(st.sampled_from(FORMATS), st.binary(max_size=300), st.integers(0, 299), st.binary(max_size=20))
def test_never_raises_behind_a_magic(record: object, tail: bytes, cut: int, patch: bytes) -> None:
    for magic in getattr(record, "magics", ()):
        blob = magic + tail[:cut] + patch + tail[cut:]
        decoded = decode(blob, limits=Limits(output=10_000))
        assert decoded.status is Status.DECODED or decoded.plain == blob
        assert all(layer.header is not None for layer in decoded.layers)


@pytest.mark.slow
def test_random_blobs_are_not_compressed() -> None:
    source = random.Random(20_261_121)
    for _ in range(RANDOM_BLOBS):
        blob = source.randbytes(source.randrange(257))
        assert decode(blob).status is Status.PLAIN, blob.hex()


def test_library_imports_neither_cqlsh_nor_the_driver() -> None:
    import subprocess
    import sys

    code = "import sys, cqlsh_ext; print([m for m in sys.modules if m.split('.')[0] in ('cqlshlib', 'cassandra')])"
    assert subprocess.check_output([sys.executable, "-c", code]) == b"[]\n"
    assert cqlsh_ext.__version__
