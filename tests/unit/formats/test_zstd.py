"""Zstandard: the walk of frames and blocks, and what the decoder is asked for after it."""

import random
import struct
import threading
import tracemalloc

import pytest
import zstandard

from cqlsh_ext.errors import Damaged, OverLimit, Refused, Unsupported
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.formats.zstd import ZSTD
from cqlsh_ext.limits import Limits

LIMITS = Limits()
PLAIN = b'{"id": 7, "name": "sensor", "tags": ["a", "b"]}' * 6
MAGIC = b"\x28\xb5\x2f\xfd"
WINDOW_2_MIB, WINDOW_2_TIB = 0x58, 0xF8
RAW, RLE, COMPRESSED, RESERVED = range(4)
EMPTY_XXH64 = bytes.fromhex("99e9d851")


def block(kind: int, content: bytes, size: int | None = None, *, last: bool = True) -> bytes:
    declared = len(content) if size is None else size
    return (declared << 3 | kind << 1 | last).to_bytes(3, "little") + content


def frame(blocks, content_size=None, window=None, dictionary=None, checksum=b""):
    """Build a frame field by field: a single segment without a window."""
    descriptor = 0x20 if window is None else 0
    descriptor |= 0xC0 if content_size is not None else 0
    descriptor |= 3 if dictionary is not None else 0
    descriptor |= 4 if checksum else 0
    header = MAGIC + bytes((descriptor,))
    header += b"" if window is None else bytes((window,))
    header += b"" if dictionary is None else struct.pack("<I", dictionary)
    header += b"" if content_size is None else struct.pack("<Q", content_size)
    return header + blocks + checksum


def skippable(content: bytes, variant: int = 0) -> bytes:
    return bytes((0x50 + variant,)) + b"\x2a\x4d\x18" + struct.pack("<I", len(content)) + content


def streamed(plain: bytes, **options) -> bytes:
    stream = zstandard.ZstdCompressor(**options).compressobj()
    return stream.compress(plain) + stream.flush()


def damage(blob, limits=LIMITS):
    with pytest.raises(Damaged) as caught:
        ZSTD.open(blob, limits)
    return caught.value.what, caught.value.offset


def header(blob):
    return {field.name: (field.value, field.offset, field.size) for field in ZSTD.read_header(blob, (0,))}


def values(blob):
    return {field.name: field.value for field in ZSTD.read_header(blob, (0,))}


HELLO = block(RAW, b"hello")


class TestHeader:
    def test_of_a_frame_of_known_size(self):
        blob = zstandard.ZstdCompressor(write_checksum=True).compress(PLAIN)
        assert header(blob) == {
            "magic": ("28 b5 2f fd", 0, 4),
            "flags": (["single segment", "checksum"], 4, 1),
            "single_segment": (True, None, 0),
            "checksum": (True, None, 0),
            "window_size": (282, None, 0),
            "dictionary_id": (None, None, 0),
            "content_size": (282, 5, 2),
            "frame_size": (len(blob), None, 0),
            "xxh64": (f"0x{int.from_bytes(blob[-4:], 'little'):08x}", len(blob) - 4, 4),
            "frames": (1, None, 0),
            "skippable_frames": (0, None, 0),
            "blocks": ({"raw": 0, "rle": 0, "compressed": 1}, None, 0),
            "largest_output": (282, None, 0),
        }

    def test_of_a_frame_that_was_streamed(self):
        told = header(streamed(PLAIN))
        assert told["content_size"] == (None, None, 0)
        assert told["window_size"] == (2 * 1024 * 1024, 5, 1)
        assert told["flags"] == ([], 4, 1)
        assert told["checksum"] == (False, None, 0)
        assert told["largest_output"][0] == 128 * 1024
        assert "xxh64" not in told

    def test_of_a_frame_with_a_dictionary(self):
        assert header(frame(HELLO, 5, dictionary=294_172_297))["dictionary_id"] == (294_172_297, 5, 4)

    def test_sums_over_frames(self):
        told = values(skippable(b"abc", 10) + frame(HELLO, 5) + frame(block(RLE, b"x", 700), window=WINDOW_2_MIB))
        own = {"dictionary_id": None, "xxh64": None}
        assert told.pop("each_frame") == [
            {
                "offset": 11,
                "size": 21,
                "single_segment": True,
                "window_size": 5,
                "content_size": 5,
                "blocks": {"raw": 1, "rle": 0, "compressed": 0},
                **own,
            },
            {
                "offset": 32,
                "size": 10,
                "single_segment": False,
                "window_size": 2 * 1024 * 1024,
                "content_size": None,
                "blocks": {"raw": 0, "rle": 1, "compressed": 0},
                **own,
            },
        ]
        assert told == {
            "magic": "28 b5 2f fd",
            "checksum": False,
            "window_size": 2 * 1024 * 1024,
            "dictionary_id": None,
            "content_size": None,
            "frames": 2,
            "skippable_frames": 1,
            "each_skippable_frame": [{"offset": 0, "variant": 10, "content_size": 3}],
            "blocks": {"raw": 1, "rle": 1, "compressed": 0},
            "largest_output": 705,
        }

    def test_tells_how_many_frames_carry_a_checksum(self):
        blob = frame(HELLO, 5) + zstandard.ZstdCompressor(write_checksum=True).compress(PLAIN)
        assert values(blob)["checksum"] == "in 1 of 2 frames"
        assert values(blob)["content_size"] == 5 + len(PLAIN)

    def test_of_a_broken_frame_tells_what_came_before(self):
        told = values(frame(block(RAW, b"hello", last=False) + block(RESERVED, b""), 5))
        assert (told["frames"], told["blocks"]["raw"]) == (1, 1)
        assert not told.keys() & {"frame_size", "xxh64"}

    def test_of_a_cut_header_is_the_magic(self):
        assert values(MAGIC + b"\x20") == {"magic": "28 b5 2f fd", "frames": 0, "skippable_frames": 0}

    def test_of_a_frame_behind_skippable_ones_is_told_where_it_stands(self):
        assert header(skippable(b"abc") + frame(HELLO, 5))["magic"] == ("28 b5 2f fd", 11, 4)

    def test_of_a_legacy_frame_is_its_version(self):
        assert header(b"\x25\xb5\x2f\xfdabc") == {
            "magic": ("25 b5 2f fd", 0, 4),
            "legacy_version": ("v0.5", None, 0),
        }


class TestFrames:
    def test_skippable_ones_may_stand_before_between_and_after(self):
        blob = skippable(b"a") + frame(HELLO, 5) + skippable(b"", 15) + frame(HELLO, 5) + skippable(b"abc", 7)
        assert ZSTD.may_be(blob)
        assert ZSTD.open(blob, LIMITS).plain == b"hellohello"

    @pytest.mark.parametrize(
        "blob", [skippable(b"abc"), skippable(b"abc") + b"\x04\x22\x4d\x18", skippable(b"abc")[:-1]]
    )
    def test_skippable_ones_alone_are_refused(self, blob):
        with pytest.raises(Refused):
            ZSTD.open(blob, LIMITS)

    def test_a_cut_skippable_one_after_a_frame_is_damage(self):
        blob = frame(HELLO, 5)
        assert damage(blob + skippable(b"abc")[:-1]) == ("skippable frame runs past the end", len(blob))
        assert damage(blob + skippable(b"abc")[:7]) == ("truncated", len(blob) + 7)

    @pytest.mark.parametrize("left", [b"\0", b"\0\0\0\0", b"text"])
    def test_other_bytes_after_a_frame_are_damage(self, left):
        blob = frame(HELLO, 5)
        assert damage(blob + left) == ("bytes after the last frame", len(blob))

    def test_a_cut_magic_after_a_frame_is_a_truncation(self):
        blob = frame(HELLO, 5)
        assert damage(blob + MAGIC[:3]) == ("truncated", len(blob) + 3)

    def test_many_hit_the_limit(self):
        with pytest.raises(OverLimit):
            ZSTD.open(frame(HELLO, 5) * 1001, LIMITS)
        with pytest.raises(OverLimit):
            ZSTD.open(frame(HELLO, 5) + skippable(b"") * 1000, LIMITS)

    def test_the_limit_is_on_all_together(self):
        assert ZSTD.open(frame(HELLO, 5) * 2, Limits(output=10)).plain == b"hellohello"
        with pytest.raises(OverLimit):
            ZSTD.open(frame(HELLO, 5) * 2, Limits(output=9))

    @pytest.mark.parametrize(("first", "version"), [(0x1E, 1), (0x22, 2), (0x25, 5), (0x27, 7)])
    def test_legacy_ones_are_unsupported_by_version(self, first, version):
        with pytest.raises(Unsupported, match=f"legacy frame v0.{version}"):
            ZSTD.open(bytes((first,)) + MAGIC[1:] + b"anything", LIMITS)

    def test_one_that_needs_a_dictionary_is_unsupported_by_its_id(self):
        with pytest.raises(Unsupported) as caught:
            ZSTD.open(frame(HELLO, 5, dictionary=294_172_297), LIMITS)
        assert str(caught.value) == "needs a dictionary (id 294,172,297)"

    def test_a_cut_one_that_needs_a_dictionary_is_damaged(self):
        assert damage(frame(HELLO, 5, dictionary=7)[:-1])[0] == "block runs past the end"

    def test_dictionary_0_is_none(self):
        assert ZSTD.open(frame(HELLO, 5, dictionary=0), LIMITS).plain == b"hello"


class TestBlocks:
    def test_every_kind_opens(self):
        blocks = block(RAW, b"ab", last=False) + block(RLE, b"c", 4, last=False) + block(RAW, b"")
        assert ZSTD.open(frame(blocks, 6), LIMITS).plain == b"abcccc"
        assert ZSTD.open(frame(blocks, window=WINDOW_2_MIB), LIMITS).plain == b"abcccc"

    def test_a_truncation_is_told_by_the_block_that_it_cuts(self):
        blob = frame(block(RAW, b"hello", last=False) + block(RAW, b"world"), 10)
        with pytest.raises(Damaged) as caught:
            ZSTD.open(blob[:-2], LIMITS)
        assert str(caught.value) == "block 2 at byte 21 runs past the end (declared 5, left 3)"

    @pytest.mark.parametrize("size", range(4, 16))
    def test_a_truncation_between_them_is_found_where_the_data_ends(self, size):
        assert damage(frame(block(RAW, b""), 0, checksum=EMPTY_XXH64)[:size]) == ("truncated", size)

    def test_a_reserved_one_is_damage(self):
        assert damage(frame(block(RESERVED, b"abc"), 3)) == ("block has a reserved type", 13)

    def test_one_larger_than_the_window_is_damage(self):
        assert damage(frame(block(RAW, bytes(1025)), window=0)) == ("block is larger than allowed", 6)
        assert damage(frame(block(RLE, b"x", 1 << 20), window=WINDOW_2_MIB)) == ("block is larger than allowed", 6)

    def test_one_that_does_not_decode_is_told_by_its_place(self):
        blob = frame(block(RAW, b"hello", last=False) + block(COMPRESSED, b"\xff" * 20), window=WINDOW_2_MIB)
        assert damage(blob) == ("invalid block", 14)


class TestContentSize:
    def test_more_than_the_blocks_can_give_is_damage(self):
        for lie in (6, 2**40, 2**64 - 2, 2**64 - 1):
            assert damage(frame(HELLO, lie)) == ("declares more than its blocks can give", 5)

    def test_less_than_the_blocks_give_is_damage(self):
        assert damage(frame(block(RAW, b"hello", last=False) + HELLO, 6, WINDOW_2_MIB)) == ("declares another size", 6)

    def test_other_than_what_compressed_blocks_give_is_damage(self):
        compressed = streamed(PLAIN)[6:]
        assert ZSTD.open(frame(compressed, len(PLAIN), WINDOW_2_MIB), LIMITS).plain == PLAIN
        for lie in (0, 1, len(PLAIN) - 1, len(PLAIN) + 1):
            assert damage(frame(compressed, lie, WINDOW_2_MIB)) == ("declares another size", 6)

    def test_of_zero_is_verified(self):
        assert ZSTD.open(frame(block(RAW, b""), 0), LIMITS).plain == b""
        assert damage(frame(HELLO, 0, WINDOW_2_MIB)) == ("declares another size", 6)
        assert ZSTD.open(frame(block(RAW, b""), 0, checksum=EMPTY_XXH64), LIMITS).integrity is Integrity.CHECKSUM
        assert damage(frame(block(RAW, b""), 0, checksum=b"1234")) == ("checksum mismatch", 16)

    def test_over_the_limit_is_not_allocated(self):
        blocks = block(RLE, b"x", 1 << 17, last=False) * 8191 + block(RLE, b"x", 1 << 17)
        tracemalloc.start()
        for blob in (frame(blocks, 1 << 30), frame(blocks, window=WINDOW_2_MIB)):
            with pytest.raises(OverLimit):
                ZSTD.open(blob, Limits(output=1 << 20))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 4 << 20


class TestWindow:
    @pytest.mark.parametrize("window", [0x88, 0xA0, 0xA8, WINDOW_2_TIB, 0xFF])
    def test_of_any_size_opens_a_small_value(self, window):
        assert ZSTD.open(frame(HELLO, window=window), LIMITS).plain == b"hello"
        assert ZSTD.open(frame(HELLO, 5, window), LIMITS).plain == b"hello"

    def test_of_2_gib_reaches_as_far_back_as_the_output_does(self):
        options = zstandard.ZstdCompressionParameters(window_log=31, enable_ldm=True)
        noise = random.Random(1).randbytes(300_000)
        plain = PLAIN + noise + PLAIN + noise
        blob = streamed(plain, compression_params=options)
        assert values(blob)["window_size"] == 1 << 31
        assert ZSTD.open(blob, LIMITS).plain == plain
        assert ZSTD.open(blob, Limits(output=len(plain))).plain == plain
        with pytest.raises(OverLimit):
            ZSTD.open(blob, Limits(output=len(plain) - 1))


def test_a_wrong_checksum_is_found_where_it_stands():
    blob = bytearray(zstandard.ZstdCompressor(write_checksum=True).compress(PLAIN))
    blob[-1] ^= 1
    assert damage(bytes(blob)) == ("checksum mismatch", len(blob) - 4)


def test_integrity_is_that_of_the_weakest_frame():
    checked = zstandard.ZstdCompressor(write_checksum=True).compress(PLAIN)
    assert ZSTD.open(checked, LIMITS).integrity is Integrity.CHECKSUM
    assert ZSTD.open(checked + frame(HELLO, 5), LIMITS).integrity is Integrity.STRUCTURE


def test_a_failure_leaves_the_decoder_as_good_as_new():
    good, bad = streamed(PLAIN), streamed(PLAIN, write_checksum=True)[:-1] + b"x"
    for _ in range(3):
        assert damage(bad)[0] == "checksum mismatch"
        assert ZSTD.open(good, LIMITS).plain == PLAIN


def test_threads_do_not_share_a_decoder():
    blobs = [(bytes((n,)) * 200_000, streamed(bytes((n,)) * 200_000)) for n in range(8)]
    wrong = []

    def work():
        wrong.extend(n for n in range(200) if ZSTD.open(blobs[n % 8][1], LIMITS).plain != blobs[n % 8][0])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
