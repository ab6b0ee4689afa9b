"""Dictionaries: what they open, how values name them, and what is refused."""

import base64
import gzip
import shutil
import struct
import subprocess
import zlib

import lz4.block
import pytest
import xxhash
import zstandard
from corpus.corpus import Blob, blobs, members, sha256
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext import Dictionaries, Dictionary, Limits, Status, UsageError, decode
from cqlsh_ext.dictionaries import LARGEST, LARGEST_TOGETHER, MOST
from cqlsh_ext.formats import CODECS
from cqlsh_ext.formats.lz4_frame_layout import CONTENT_CHECKSUM, DICTIONARY, INDEPENDENT, MAGIC
from cqlsh_ext.settings import Column, Settings
from cqlsh_ext.story import tell_story

PY_ID, JAVA_ID = 294_172_297, 869_144_148
PY, JAVA, RAW = (members()[name] for name in ("dict_py.zdict", "dict_java.zdict", "dict_raw.zdict"))
PAYLOAD = members()["payload_j9k"][:4096]
OWN = {"java-zstd-dict-noid": JAVA, "py-zstd-rawdict": RAW, "py-lz4-block-dict": PAYLOAD}
"""The dictionaries of writers whose blobs name none."""
GO_ADLER = "0x835e0858"
"""What go-zlib-dict was given is not in the corpus."""
JSON = b'{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:GetObject", "Resource": "*"}]}'


def at_hand(*dictionaries: bytes, own: bytes | None = None) -> Dictionaries:
    found = Dictionaries(Dictionary(data, f"number {number}") for number, data in enumerate(dictionaries, 1))
    return found if own is None else found.with_own(Dictionary(own, "own"))


def for_blob(blob: Blob) -> Dictionaries:
    zlib_dictionary = str(blob.facts.get("dict", "")).encode()
    return at_hand(PY, JAVA, zlib_dictionary or b"none", own=OWN.get(blob.facts["writer"]))


def zstd(data: bytes, dictionary: bytes, **parameters) -> bytes:
    prepared = zstandard.ZstdCompressionDict(dictionary)
    return zstandard.ZstdCompressor(dict_data=prepared, **parameters).compress(data)


def zlib_with(data: bytes, dictionary: bytes) -> bytes:
    compressor = zlib.compressobj(zdict=dictionary)
    return compressor.compress(data) + compressor.flush()


def lz4_frame(pieces: list[bytes], dictionary: bytes, number: int | None, *, linked: bool = False) -> bytes:
    """Write a frame by the specification: python-lz4 writes none with a dictionary."""
    flags = 0x40 | CONTENT_CHECKSUM | (0 if linked else INDEPENDENT) | (0 if number is None else DICTIONARY)
    descriptor = bytes((flags, 0x40)) + (b"" if number is None else struct.pack("<I", number))
    frame = MAGIC + descriptor + bytes((xxhash.xxh32_intdigest(descriptor) >> 8 & 0xFF,))
    history = dictionary
    for piece in pieces:
        block = lz4.block.compress(piece, store_size=False, dict=history[-65536:])
        frame += struct.pack("<I", len(block)) + block
        history = history + piece if linked else dictionary
    return frame + bytes(4) + struct.pack("<I", xxhash.xxh32_intdigest(b"".join(pieces)))


WITH_DICTIONARY = [blob for blob in blobs("positive") if blob.facts["format"].endswith("-dict")]


@pytest.mark.parametrize("blob", WITH_DICTIONARY, ids=lambda blob: blob.id)
def test_corpus(blob):
    decoded = decode(blob.data, dictionaries=for_blob(blob))
    if blob.facts["writer"] == "go-zlib-dict":
        assert decoded.status is Status.PLAIN
        named = decode(blob.data, "zlib", dictionaries=for_blob(blob))
        assert named.reason == f"zlib: needs a dictionary (Adler-32 {GO_ADLER})"
        return
    assert decoded.status is Status.DECODED, decoded.reason
    assert sha256(decoded.plain) == blob.facts["plain_sha256"]
    assert tell_story(blob.data, dictionaries=for_blob(blob))[-1].refusal is None


@pytest.mark.parametrize("blob", WITH_DICTIONARY, ids=lambda blob: blob.id)
def test_corpus_without_the_dictionary(blob):
    decoded = decode(blob.data, dictionaries=at_hand(b"another one"))
    named = {"py-zstd-dict": PY_ID, "java-zstd-dict": JAVA_ID}.get(blob.facts["writer"])
    if named:
        assert (decoded.status, decoded.plain) == (Status.UNSUPPORTED, blob.data)
        assert decoded.reason == f"zstd: needs a dictionary (id {named:,})"
        assert decoded.layers[-1].header["dictionary_id"] == named
        assert decoded.layers[-1].header["dictionary"] == "not at hand"
    elif decoded.status is Status.DECODED:
        assert sha256(decoded.plain) == blob.facts["plain_sha256"]
    else:
        assert decoded.plain == blob.data


@pytest.mark.parametrize(
    "blob", [blob for blob in blobs("positive") if blob not in WITH_DICTIONARY], ids=lambda blob: blob.id
)
def test_values_without_a_dictionary_open_as_before(blob):
    before, after = decode(blob.data), decode(blob.data, dictionaries=at_hand(PY, own=RAW))
    assert (after.status, after.plain) == (before.status, before.plain)
    assert [layer.format for layer in after.layers] == [layer.format for layer in before.layers]


@pytest.mark.parametrize("blob", blobs("negative"), ids=lambda blob: blob.id)
def test_nothing_is_seen_in_uncompressed_values(blob):
    assert decode(blob.data, dictionaries=at_hand(PY, own=bytes(range(256)) * 256)).status is Status.PLAIN


@pytest.mark.parametrize(
    "blob", [blob for blob in blobs("hostile") if "-dict" in blob.facts.get("format", "")], ids=lambda blob: blob.id
)
def test_hostile(blob):
    decoded = decode(blob.data, dictionaries=at_hand(PY, JAVA, own=PAYLOAD))
    assert decoded.plain == blob.data or decoded.status is Status.DECODED
    assert all(layer.header is not None for layer in decoded.layers)


def test_frames_without_a_size_empty_ones_and_several():
    compressor = zstandard.ZstdCompressor(dict_data=zstandard.ZstdCompressionDict(PY)).compressobj()
    stream = compressor.compress(JSON) + compressor.flush()
    empty = zstd(b"", PY)
    frames = stream + empty + zstd(JSON, JAVA, write_checksum=True) + zstandard.compress(JSON)
    assert decode(frames, dictionaries=at_hand(PY, JAVA)).plain == JSON * 3
    assert decode(empty, dictionaries=at_hand(PY)).plain == b""
    assert decode(frames, dictionaries=at_hand(PY)).reason == f"zstd: needs a dictionary (id {JAVA_ID:,})"


def test_damage_is_found_where_it_is():
    blob = bytearray(zstd(JSON, PY, write_checksum=True))
    blob[-1] ^= 1
    decoded = decode(bytes(blob), dictionaries=at_hand(PY))
    assert decoded.reason == f"zstd: checksum mismatch at byte {len(blob) - 4}"
    assert decoded.layers[-1].header["dictionary"] == "number 1 (4,096 bytes)"
    random = bytes(range(256))
    frame = bytearray(zstd(random + JSON * 2000, PY, write_content_size=True))
    frame[-30:-20] = bytes(10)
    assert decode(bytes(frame), dictionaries=at_hand(PY)).status is Status.DAMAGED


def test_limits_hold():
    bomb = zstd(bytes(10_000_000), PY)
    assert decode(bomb, limits=Limits(output=9_999_999), dictionaries=at_hand(PY)).status is Status.OVER_LIMIT
    assert decode(bomb, dictionaries=at_hand(PY)).plain == bytes(10_000_000)
    for data, size in ((zlib_with(bytes(5000), b"abc"), 5000), (lz4_frame([RAW, RAW], RAW, 7), 8000)):
        with_dictionary = Dictionaries([Dictionary(b"abc", "zlib"), Dictionary(RAW, "lz4", 7)])
        assert decode(data, limits=Limits(output=size), dictionaries=with_dictionary).status is Status.DECODED
        codec = "zlib, lz4-frame"
        over = decode(data, codec, Limits(output=size - 1), with_dictionary)
        assert over.status is Status.OVER_LIMIT


def test_inner_layers():
    dictionaries = at_hand(PY, RAW)
    assert decode(gzip.compress(zstd(JSON, PY)), dictionaries=dictionaries).plain == JSON
    assert decode(gzip.compress(zlib_with(JSON, RAW)), "gzip", dictionaries=dictionaries).plain == JSON
    assert decode(base64.b64encode(zlib_with(JSON, RAW)), dictionaries=dictionaries).plain == JSON
    assert decode(gzip.compress(zstd(JSON, RAW)), dictionaries=at_hand(own=RAW)).plain == JSON
    assert decode(gzip.compress(zstd(JSON, PY))).reason == f"zstd: needs a dictionary (id {PY_ID:,})"


def test_zlib_behind_a_length():
    stream = zlib_with(JSON, RAW)
    for order in "<>":
        blob = struct.pack(f"{order}I", len(JSON)) + stream
        assert decode(blob, dictionaries=at_hand(RAW)).plain == JSON
    assert decode(stream[:-1] + b"\0", "zlib", dictionaries=at_hand(RAW)).status is Status.DAMAGED
    assert decode(stream[:5], "zlib", dictionaries=at_hand(RAW)).reason == "zlib: truncated at byte 5"


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("number", [7, None])
def test_lz4_frames(number, linked):
    pieces = [PAYLOAD[:3000] + bytes([part]) * part for part in range(60)]
    blob = lz4_frame(pieces, PAYLOAD, number, linked=linked)
    plain = b"".join(pieces)
    assert len(plain) > 65536
    assert decode(blob, dictionaries=at_hand(own=PAYLOAD)).plain == plain
    by_number = Dictionaries([Dictionary(PAYLOAD, "lz4", 7), Dictionary(RAW, "another", 8)])
    decoded = decode(blob, dictionaries=by_number)
    if number:
        assert decoded.plain == plain
        assert decoded.layers[0].header["dictionary"] == "lz4 (4,096 bytes)"
        assert decode(blob).reason == "lz4-frame: needs a dictionary (id 7)"
        wrong = by_number.with_own(Dictionary(RAW, "another", 8))
        assert decode(blob, dictionaries=wrong).plain == plain
        assert decode(blob, dictionaries=at_hand(own=RAW)).status is Status.DAMAGED
    else:
        assert decoded.status is Status.DAMAGED


@pytest.mark.parametrize("switches", [("-BD",), ("-BI",), ("-B4", "-BX"), ("-9", "-BD", "--no-frame-crc")])
def test_lz4_frames_of_the_reference_tool(tmp_path, switches):
    if shutil.which("lz4") is None:
        pytest.fail("this test compares with the lz4 tool: install the Debian package lz4")
    (tmp_path / "dictionary").write_bytes(PAYLOAD)
    plain = members()["payload_j9k"] * 20
    command = ["lz4", "-q", "-c", "-D", tmp_path / "dictionary", *switches]
    blob = subprocess.run(command, input=plain, stdout=subprocess.PIPE, check=True).stdout
    assert decode(blob).status is Status.DAMAGED
    assert decode(blob, dictionaries=at_hand(own=PAYLOAD)).plain == plain


@pytest.mark.parametrize("order", ["<I", ">I", "<Q", ">Q", ""])
def test_lz4_blocks(order):
    block = lz4.block.compress(PAYLOAD[100:400] + JSON, store_size=False, dict=PAYLOAD)
    blob = (struct.pack(order, 300 + len(JSON)) if order else b"") + block
    assert decode(blob, dictionaries=at_hand(own=PAYLOAD)).plain == PAYLOAD[100:400] + JSON
    assert decode(blob, dictionaries=at_hand(PAYLOAD)).status is Status.PLAIN
    small = Limits(output=100)
    assert decode(blob, "lz4", small, at_hand(own=PAYLOAD)).status is Status.OVER_LIMIT


def test_raw_content_serves_no_zstandard_frame_but_those_of_its_column():
    blob = zstd(RAW[:600], RAW)
    assert decode(blob, dictionaries=at_hand(RAW)).status is Status.DAMAGED
    dictionaries = at_hand(own=RAW)
    assert decode(blob, dictionaries=dictionaries).plain == RAW[:600]
    assert decode(zstd(JSON, PY), dictionaries=dictionaries).reason == f"zstd: needs a dictionary (id {PY_ID:,})"


def test_a_damaged_dictionary_is_told():
    broken = PY[:8] + bytes(300)
    assert decode(zstd(JSON, PY), dictionaries=at_hand(broken)).reason == (
        f"zstd: needs a dictionary that is damaged (id {PY_ID:,})"
    )


def test_more_dictionaries_than_are_kept_prepared():
    versions = [PY[:4] + struct.pack("<I", number) + PY[8:] for number in range(1, 101)]
    dictionaries = at_hand(*versions)
    for data in versions + versions:
        assert decode(zstd(JSON, data), dictionaries=dictionaries).plain == JSON


@given(
    st.sampled_from(WITH_DICTIONARY), st.integers(0, 2000), st.binary(max_size=6), st.sampled_from(["auto", *CODECS])
)
def test_never_raises(blob, place, patch, codec):
    changed = blob.data[:place] + patch + blob.data[place + len(patch) :]
    dictionaries = for_blob(blob)
    decoded = decode(changed, codec, Limits(output=10_000), dictionaries)
    assert decoded.status is Status.DECODED or decoded.plain == changed
    assert all(layer.header is not None for layer in decoded.layers)
    assert tell_story(changed, [codec], Limits(output=10_000), dictionaries)


def test_names():
    dictionary = Dictionary(PY, "here", 7)
    assert (dictionary.zstd_id, dictionary.adler32, dictionary.lz4_id) == (PY_ID, zlib.adler32(PY), 7)
    assert (dictionary.id, dictionary.kind, dictionary.origin) == (f"{PY_ID:,}, LZ4 7", "zstd", "here (4,096 bytes)")
    raw = Dictionary(RAW, "there")
    assert (raw.zstd_id, raw.id, raw.kind) == (None, f"0x{zlib.adler32(RAW):08x}", "raw content")
    assert Dictionary(PY[:4] + bytes(4) + PY[8:], "").zstd_id is None


def test_one_takes_the_place_of_another_with_its_name():
    first, second = Dictionary(PY, "first"), Dictionary(PY[:-1], "second")
    dictionaries = Dictionaries([first, Dictionary(JAVA, "java")])
    dictionaries.add([second])
    assert [each.source for each in dictionaries] == ["java", "second"]
    assert len(dictionaries) == 2


def test_an_own_dictionary_is_of_one_column():
    settings = Settings()
    column = Column("k", "t", "c")
    assert settings.dictionaries_for(column) is None
    settings.set_dictionary(column, Dictionary(RAW, "raw"))
    blob = zstd(RAW[:600], RAW)
    assert decode(blob, dictionaries=settings.dictionaries_for(column)).plain == RAW[:600]
    for other in (None, Column("k", "t", "d")):
        assert decode(blob, dictionaries=settings.dictionaries_for(other)).status is Status.DAMAGED
        assert decode(zlib_with(JSON, RAW), dictionaries=settings.dictionaries_for(other)).plain == JSON


def test_bounds():
    with pytest.raises(UsageError, match="here is no dictionary: it is empty"):
        Dictionary(b"", "here")
    with pytest.raises(UsageError, match="here is larger than a dictionary may be: more than 16,777,216 bytes"):
        Dictionary(bytes(LARGEST + 1), "here")
    with pytest.raises(UsageError, match="here is no dictionary: it ends after 8 bytes"):
        Dictionary(PY[:8], "here")
    for number in (0, -1, 1 << 32):
        with pytest.raises(UsageError, match="is no dictionary id: one is from 1 to 4,294,967,295"):
            Dictionary(RAW, "here", number)
    large = [Dictionary(bytes([number]) * LARGEST, "large") for number in range(LARGEST_TOGETHER // LARGEST + 1)]
    dictionaries = Dictionaries(large[1:])
    with pytest.raises(UsageError, match="dictionaries may have 67,108,864 bytes together"):
        dictionaries.add(large[:1])
    assert len(dictionaries) == len(large) - 1
    with pytest.raises(UsageError, match="there may be 1,000 dictionaries"):
        Dictionaries(Dictionary(struct.pack(">H", number), "many") for number in range(MOST + 1))
