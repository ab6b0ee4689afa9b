import pytest

from cqlsh_ext.errors import Damaged, OverLimit
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.formats.lz4_java import LZ4_JAVA
from cqlsh_ext.limits import Limits

LIMITS = Limits()
PLAIN = b'{"k":"v","n":[1,2,3],"t":true,"z":null}\n'
STREAM = bytes.fromhex(
    "4c5a34426c6f636b162800000028000000126a770f7b226b223a2276222c226e223a5b312c322c335d2c2274223a747275652c"
    "227a223a6e756c6c7d0a4c5a34426c6f636b16000000000000000000000000"
)
END = STREAM[-21:]


def changed(at, byte):
    return STREAM[:at] + bytes([byte]) + STREAM[at + 1 :]


def test_what_lz4_java_wrote():
    opened = LZ4_JAVA.open(STREAM, LIMITS)
    assert (opened.plain, opened.integrity) == (PLAIN, Integrity.CHECKSUM)


def test_header():
    found = {each.name: (each.value, each.offset, each.size) for each in LZ4_JAVA.read_header(STREAM, (0,))}
    assert found == {
        "magic": ("4c 5a 34 42 6c 6f 63 6b", 0, 8),
        "method": ("stored", 8, 1),
        "block_size": (65536, None, 0),
        "stored_length": (40, 9, 4),
        "plain_length": (40, 13, 4),
        "checksum": ("0x0f776a12", 17, 4),
        "streams": (1, None, 0),
        "blocks": (1, None, 0),
        "stored_blocks": (1, None, 0),
        "declared_length": (40, None, 0),
        "ends_properly": (True, None, 0),
    }


def test_streams_one_after_the_other():
    opened = LZ4_JAVA.open(STREAM + END + STREAM, LIMITS)
    assert (opened.plain, opened.parts) == (PLAIN * 2, (0, len(STREAM), len(STREAM) + len(END)))


def test_an_empty_stream_has_nothing_to_check():
    opened = LZ4_JAVA.open(END, LIMITS)
    assert (opened.plain, opened.integrity) == (b"", Integrity.STRUCTURE)


@pytest.mark.parametrize(
    ("blob", "what"),
    [
        (STREAM[:-21], "truncated at byte 61 (no end block)"),
        (STREAM[:-20], "truncated at byte 62 (in the header of block 2)"),
        (STREAM[:60], "block 1 at byte 0 runs past the end (declared 40, left 39)"),
        (STREAM[:10], "truncated at byte 10 (in the header of block 1)"),
        (STREAM + b"junk", "bytes after the end block at byte 82 (4 bytes)"),
        (STREAM[:61] + b"X" + STREAM[62:], "no block header at byte 61"),
        (changed(30, 0), "checksum mismatch at byte 17"),
        (changed(8, 0x36), "unknown method at byte 8 (0x36)"),
        (changed(15, 2), "block is too large at byte 13"),
        (changed(9, 39), "lengths contradict each other at byte 9"),
        (changed(8, 0x26), "match reaches before the start at byte 29"),
        (STREAM[:-1] + b"\1", "checksum mismatch at byte 78"),
    ],
)
def test_damage(blob, what):
    with pytest.raises(Damaged) as fault:
        LZ4_JAVA.open(blob, LIMITS)
    assert str(fault.value).startswith(what)
    assert list(LZ4_JAVA.read_header(blob, (0,)))


def test_streams_are_counted():
    assert LZ4_JAVA.open(END * 1000, LIMITS).plain == b""
    with pytest.raises(OverLimit, match="1,000 members"):
        LZ4_JAVA.open(END * 1001, LIMITS)
