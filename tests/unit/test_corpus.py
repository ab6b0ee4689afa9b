"""Blobs of 204 real writers, hostile ones and uncompressed ones: what `decode` must say of each."""

import time

import pytest
from corpus.corpus import Blob, blobs, sha256

from cqlsh_ext import Status, decode

CERTAIN = {
    "gzip", "zstd", "lz4-frame", "lz4-legacy", "snappy-framed", "snappy-xerial", "snappy-iq80", "lz4-java-block-stream",
    "lz4-akka", "bzip2", "xz", "lzma-alone", "lzf", "zlib", "mysql-compress", "qcompress", "lz4-block-le32",
    "lz4-block-be32", "lz4-block-le64", "snappy-hadoop", "lz4-hadoop", "snappy-raw", "gzip+base64", "zlib+base64",
    "gzip+hex", "gzip x5", "snappy-raw>gzip", "gzip>snappy-raw", "s2-stream", "zip",
}  # fmt: skip
"""Formats that are certain or very high in the reference, and chains of them."""
FAILURES = {Status.DAMAGED, Status.OVER_LIMIT, Status.UNSUPPORTED}
ALLOWED = {
    "error": FAILURES | {Status.PLAIN},
    "error_or_plain": FAILURES | {Status.PLAIN},
    "error_or_warning": FAILURES | {Status.PLAIN},
    "error_or_unsupported": FAILURES,
    "must_hit_limit": {Status.OVER_LIMIT},
    "no_crash_no_hang": set(Status),
    "error_or_ok": FAILURES | {Status.DECODED},
    "ok": {Status.DECODED},
    "ok_if_depth_allows": {Status.DECODED, Status.OVER_LIMIT},
}
SECONDS = 5


def beyond_detection(blob: Blob) -> bool:
    """Tell the blobs that nothing but luck could recognise."""
    plain = blob.facts["plain_len"]
    return plain < 10 or (blob.facts["kind"] == "random" and plain < 64)


@pytest.mark.parametrize("blob", blobs("positive"), ids=lambda blob: blob.id)
def test_positive(blob: Blob) -> None:
    decoded = decode(blob.data)
    if decoded.status is Status.DECODED:
        assert sha256(decoded.plain) == blob.facts["plain_sha256"]
    if blob.facts["format"] in CERTAIN and not beyond_detection(blob):
        assert decoded.status is Status.DECODED, decoded.reason
        assert [layer.format for layer in decoded.layers] == blob.layers


@pytest.mark.parametrize("blob", blobs("negative"), ids=lambda blob: blob.id)
def test_negative(blob: Blob) -> None:
    decoded = decode(blob.data)
    assert decoded.status is Status.PLAIN
    assert decoded.plain == blob.data


@pytest.mark.parametrize("blob", blobs("hostile"), ids=lambda blob: blob.id)
def test_hostile(blob: Blob) -> None:
    start = time.process_time()
    decoded = decode(blob.data)
    assert time.process_time() - start < SECONDS
    assert decoded.status in ALLOWED[blob.facts["expect"]], decoded.reason
    if decoded.status is Status.DECODED and "plain_sha256" in blob.facts:
        assert sha256(decoded.plain) == blob.facts["plain_sha256"]
    if decoded.status is not Status.DECODED:
        assert decoded.plain == blob.data
    assert (decoded.reason is None) == (decoded.status not in FAILURES)


@pytest.mark.parametrize(
    "blob",
    [blob for blob in blobs("positive") if blob.facts.get("inner") == "javaser-string"],
    ids=lambda blob: blob.id,
)
def test_java_string(blob: Blob) -> None:
    content = decode(blob.data).content
    assert content.kind == "java-string"
    assert sha256((content.text or "").encode()) == blob.facts["inner_sha256"]
