"""What gzip, zlib, zstd, xz and their like promise, whatever the bytes."""

import base64
import bz2
import gzip
import io
import json
import lzma
import random
import struct
import tracemalloc
import zipfile
import zlib

import brotli
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from cqlsh_ext.errors import Damaged, DecodeError, OverLimit, Refused, Unsupported
from cqlsh_ext.formats.base64 import BASE64
from cqlsh_ext.formats.brotli import BROTLI
from cqlsh_ext.formats.bzip2 import BZIP2
from cqlsh_ext.formats.deflate import DEFLATE
from cqlsh_ext.formats.format import Evidence, Format, Integrity
from cqlsh_ext.formats.gzip import GZIP
from cqlsh_ext.formats.hex import HEX
from cqlsh_ext.formats.lzf import LZF
from cqlsh_ext.formats.lzma import LZMA
from cqlsh_ext.formats.xz import XZ
from cqlsh_ext.formats.zip import ZIP
from cqlsh_ext.formats.zlib import ZLIB, ZLIB_BE32, ZLIB_LE32
from cqlsh_ext.formats.zstd import ZSTD
from cqlsh_ext.limits import Limits

LIMITS = Limits(output=1024 * 1024)
DICTIONARY = 8 * 1024 * 1024
"""What xz -6 asks its decoder to reserve."""
PLAIN = json.dumps([{"name": f"sensor {n}", "value": n * n} for n in range(12)]).encode()


def deflate(plain: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-15)
    return stream.compress(plain) + stream.flush()


def zipped(plain: bytes) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a.json", plain)
    return archive.getvalue()


def lzf(plain: bytes) -> bytes:
    """Compress runs of one byte to back references, all else to literals, in a chunk of each kind."""
    body, at = bytearray(), 0
    while at < len(plain):
        run = len(plain[at : at + 264]) - len(plain[at : at + 264].lstrip(plain[at : at + 1]))
        if at and run > 9 and plain[at - 1] == plain[at]:
            body += bytes((7 << 5, run - 9, 0))
            at += run
        else:
            body += bytes((0, plain[at]))
            at += 1
    compressed = b"ZV\1" + struct.pack(">HH", len(body), len(plain)) + body
    return b"ZV\0" + struct.pack(">H", len(plain)) + plain if len(compressed) > len(plain) + 5 else compressed


ENCODERS = {
    GZIP: gzip.compress,
    ZLIB: zlib.compress,
    ZLIB_LE32: lambda plain: struct.pack("<I", len(plain)) + zlib.compress(plain),
    ZLIB_BE32: lambda plain: struct.pack(">I", len(plain)) + zlib.compress(plain),
    DEFLATE: deflate,
    ZSTD: zstandard.ZstdCompressor(write_checksum=True).compress,
    BZIP2: bz2.compress,
    XZ: lzma.compress,
    LZMA: lambda plain: lzma.compress(plain, format=lzma.FORMAT_ALONE),
    LZF: lzf,
    BROTLI: brotli.compress,
    ZIP: zipped,
    BASE64: base64.b64encode,
    HEX: lambda plain: plain.hex().encode(),
}
BOMBS = {record: encode(bytes(8 * LIMITS.output)) for record, encode in ENCODERS.items() if record is not LZF}
BOMBS[LZF] = lzf(bytes(0xFFFF)) * 200

each_format = pytest.mark.parametrize("record", ENCODERS, ids=lambda record: record.name)
each_binary_format = pytest.mark.parametrize(
    "record",
    [record for record in ENCODERS if record.evidence is not Evidence.INSIDE],
    ids=lambda record: record.name,
)


def outcome(record: Format, blob: bytes) -> bytes | DecodeError:
    """Return what `blob` opens to or why not, having checked what holds of any bytes at all."""
    result: bytes | DecodeError
    parts: tuple[int, ...] = (0,)
    try:
        opened = record.open(blob, LIMITS)
    except (Refused, Damaged, OverLimit, Unsupported) as fault:
        result = fault
    else:
        assert type(opened.plain) is bytes
        assert len(opened.plain) <= LIMITS.output
        result, parts = opened.plain, opened.parts
    if isinstance(result, DecodeError):
        assert result.offset is None or 0 <= result.offset <= len(blob)
    if not record.may_be(blob):
        assert isinstance(result, Refused)
    fields = list(record.read_header(blob, parts))
    json.dumps([field.value for field in fields])
    for field in fields:
        assert field.offset is None or (field.size > 0 and 0 <= field.offset <= len(blob) - field.size)
    assert fields or isinstance(result, DecodeError)
    return result


@each_format
@settings(max_examples=50)
@given(
    plain=st.one_of(
        st.binary(max_size=300),
        st.builds(lambda byte, n: bytes((byte,)) * n, st.integers(0, 255), st.integers(1, 2000)),
    )
)
def test_what_an_encoder_wrote_opens(record, plain):
    blob = ENCODERS[record](plain)
    if plain or record not in (BASE64, HEX, LZF):
        assert outcome(record, blob) == plain
        assert len(blob) < 4 or record.may_start_with(blob[0], blob[3], small=True)


@each_binary_format
def test_every_truncation_is_seen(record):
    blob = ENCODERS[record](PLAIN)
    for size in range(len(blob)):
        assert isinstance(outcome(record, blob[:size]), Refused | Damaged)


@pytest.mark.parametrize("record", [GZIP, ZLIB, ZLIB_LE32, ZLIB_BE32, BZIP2, XZ, ZIP], ids=lambda record: record.name)
def test_a_truncation_is_found_where_the_data_ends(record):
    blob = ENCODERS[record](PLAIN)
    for size in range(30, len(blob)):
        fault = outcome(record, blob[:size])
        assert isinstance(fault, Damaged)
        assert (fault.what, fault.offset) == ("truncated", size)


@each_format
def test_a_flipped_bit_never_gives_other_bytes_past_a_checksum(record):
    blob = ENCODERS[record](PLAIN)
    checked = record.open(blob, LIMITS).integrity is Integrity.CHECKSUM
    for bit in range(8 * len(blob)):
        flipped = bytearray(blob)
        flipped[bit >> 3] ^= 1 << (bit & 7)
        result = outcome(record, bytes(flipped))
        assert isinstance(result, DecodeError) or not checked or result == PLAIN


@each_binary_format
def test_appended_bytes_are_damage(record):
    assert isinstance(outcome(record, ENCODERS[record](PLAIN) + b"left"), Damaged | Refused)


@each_format
def test_a_bomb_hits_the_limit_in_bounded_memory(record):
    tracemalloc.start()
    with pytest.raises(OverLimit):
        record.open(BOMBS[record], LIMITS)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * LIMITS.output + 2 * len(BOMBS[record]) + DICTIONARY


@each_format
def test_exactly_the_limit_opens(record):
    plain = random.Random(1).randbytes(1000)
    blob = ENCODERS[record](plain)
    assert record.open(blob, Limits(output=1000)).plain == plain
    with pytest.raises(OverLimit):
        record.open(blob, Limits(output=999))


@each_format
def test_mutations_raise_nothing_else(record):
    rnd = random.Random(record.name)
    blob = ENCODERS[record](PLAIN)
    for _ in range(400):
        changed = bytearray(blob)
        for _ in range(rnd.randrange(1, 5)):
            at = rnd.randrange(len(changed) + 1)
            changed[at : at + rnd.randrange(4)] = rnd.choice((b"", rnd.randbytes(3), blob[: rnd.randrange(60)]))
        outcome(record, bytes(changed))


@each_format
@settings(max_examples=200)
@given(blob=st.binary(max_size=200))
def test_random_bytes_raise_nothing_else(record, blob):
    outcome(record, blob)
    for magic in record.magics[:3]:
        outcome(record, magic + blob)


def test_no_random_blob_is_taken_for_any():
    rnd = random.Random(7)
    for _ in range(3000):
        blob = rnd.randbytes(rnd.randrange(257))
        for record in ENCODERS:
            if len(blob) >= record.minimum and record.may_be(blob):
                result = outcome(record, blob)
                assert isinstance(result, DecodeError) or not record.accept(blob, result)
