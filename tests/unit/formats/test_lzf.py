"""LZF chunks, decoded by this package itself."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.errors import Damaged, OverLimit
from cqlsh_ext.formats.lzf import LZF
from cqlsh_ext.limits import Limits

LIMITS = Limits()
WRITTEN_BY_JAVA = bytes.fromhex(
    "5a5601006b00f5185b7b226e616d65223a2273656e736f722030222c2276616c75201202307d2ce0071d0031e0011d0031e0091d"
    "0032e0011d0034e0091d0033e0011d0039e0091d0034e0011d013136e0091e0035e0011e013235e0091e0036e0011e0033e00a3d"
    "0037e0011e0334397d5d"
)
"""LZFEncoder.encode of com.ning:compress-lzf 1.1.2."""


def stored(plain: bytes) -> bytes:
    return b"ZV\0" + struct.pack(">H", len(plain)) + plain


def compressed(body: bytes, size: int) -> bytes:
    return b"ZV\1" + struct.pack(">HH", len(body), size) + body


def literals(run: bytes) -> bytes:
    return bytes((len(run) - 1,)) + run


def reference(back: int, length: int) -> bytes:
    high = back - 1 >> 8
    if length < 9:
        return bytes((length - 2 << 5 | high, back - 1 & 0xFF))
    return bytes((7 << 5 | high, length - 9, back - 1 & 0xFF))


def opened(body: bytes, size: int) -> bytes:
    return LZF.open(compressed(body, size), LIMITS).plain


def damage(blob: bytes) -> str:
    with pytest.raises(Damaged) as caught:
        LZF.open(blob, LIMITS)
    return str(caught.value)


def test_what_the_java_library_wrote_opens():
    values = ",".join(f'{{"name":"sensor {n}","value":{n * n}}}' for n in range(8))
    assert LZF.open(WRITTEN_BY_JAVA, LIMITS).plain == f"[{values}]".encode()


def test_literals_and_references_give_what_they_say():
    assert opened(literals(b"abc") + reference(3, 3), 6) == b"abcabc"
    assert opened(literals(b"abc") + reference(2, 8), 11) == b"abcbcbcbcbc"
    assert opened(literals(b"a") + reference(1, 264), 265) == b"a" * 265
    assert opened(literals(b"abc") + reference(3, 9), 12) == b"abc" * 4


def test_the_farthest_reference_reaches_8_kib():
    plain = bytes(range(256)) * 32
    body = b"".join(literals(plain[at : at + 32]) for at in range(0, len(plain), 32)) + reference(8192, 20)
    assert opened(body, len(plain) + 20) == plain + plain[:20]


@given(runs=st.lists(st.tuples(st.binary(min_size=1, max_size=32), st.integers(1, 8192), st.integers(3, 264))))
def test_any_references_repeat_what_stands_before(runs):
    plain, body = bytearray(), b""
    for run, back, length in runs:
        plain += run
        reach = min(back, len(plain))
        body += literals(run) + reference(reach, length)
        for _ in range(length):
            plain.append(plain[-reach])
    assert opened(body, len(plain)) == plain


def test_chunks_are_joined():
    blob = stored(b"abc") + compressed(literals(b"d") + reference(1, 9), 10) + stored(b"")
    assert LZF.open(blob, LIMITS).plain == b"abc" + b"d" * 10


def test_the_header_is_told_with_its_places():
    blob = compressed(literals(b"d") + reference(1, 9), 10) + stored(b"abc")
    told = {field.name: (field.value, field.offset, field.size) for field in LZF.read_header(blob, (0,))}
    assert told == {
        "magic": ("5a 56", 0, 2),
        "first_chunk": ("compressed", 2, 1),
        "first_chunk_stored_size": (5, 3, 2),
        "first_chunk_plain_size": (10, 5, 2),
        "chunks": ({"stored": 1, "compressed": 1}, None, 0),
        "declared_length": (13, None, 0),
    }


def test_faults_are_told_with_their_places():
    body = literals(b"abc")
    assert damage(compressed(body + reference(4, 3), 6)) == "reference before the start at byte 11 (4 back of 3)"
    assert damage(compressed(body, 4)) == "gives less than it declares at byte 0 (declared 4, gave 3)"
    assert damage(compressed(body, 2)) == "gives more than it declares at byte 0 (declared 2)"
    assert damage(compressed(b"\5abc", 6)) == "run past the end of its chunk at byte 7"
    assert damage(compressed(body + b"\xe0", 6)) == "run past the end of its chunk at byte 11"
    assert damage(stored(b"abc")[:-1]) == "chunk 1 at byte 0 runs past the end (declared 3, left 2)"
    assert damage(stored(b"abc") + b"left") == "bytes after the last chunk at byte 8 (4 bytes)"
    assert damage(stored(b"abc") + b"ZV\2ab") == "bytes after the last chunk at byte 8 (5 bytes)"
    assert damage(stored(b"abc") + b"Z") == "truncated at byte 9 (in the header of chunk 2)"
    assert damage(stored(b"abc") + b"ZV\1\0") == "truncated at byte 12 (in the header of chunk 2)"


def test_limits_hold_before_a_chunk_is_decoded():
    with pytest.raises(OverLimit):
        LZF.open(compressed(b"", 1001), Limits(output=1000))
    with pytest.raises(OverLimit):
        LZF.open(stored(b"") * 1001, LIMITS)
