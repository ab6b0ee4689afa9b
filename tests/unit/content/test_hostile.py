"""Crafted bytes: `recognise` and `is_content` neither raise nor crash, and stay within time and memory."""

import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.content import KINDS, as_text, is_content, recognise

MIB = 1 << 20
TEXT_LIMIT = 256 * 1024
PARSE_LIMIT = 512 * 1024
SECONDS = 2.0
"""What the slowest of these takes is a quarter of it; the rest is for a busy machine."""
MEMORY = 64 * MIB


def msgpack_map(value):
    return b"\x81\xa1a" + value


def msgpack_array(item, size):
    count = size // len(item) - 9
    return msgpack_map(b"\xdd" + count.to_bytes(4, "big") + item * count)


def cbor_map(value):
    return b"\xa1\x61a" + value


def cbor_array(item, size):
    count = size // len(item) - 9
    return cbor_map(b"\x9a" + count.to_bytes(4, "big") + item * count)


def colliding_keys(count):
    return b"".join(b"\xc2\x4a" + (number * (2**61 - 1)).to_bytes(10, "big") + b"\0" for number in range(count))


CASES = {
    "json-nested": b"[" * MIB,
    "json-nested-closed": b"[" * (MIB // 2) + b"]" * (MIB // 2),
    "json-nested-objects": b'{"a":' * (MIB // 6) + b"}",
    "json-digits": b"[" + b"9" * (MIB - 2) + b"]",
    "json-arrays": b"[" + b"[]," * (MIB // 3 - 2) + b"[]]",
    "json-objects": b"[" + b'{"":0},' * (MIB // 7 - 2) + b"{}]",
    "json-long": b'{"a":"' + b"x" * (16 * MIB) + b'"}',
    "json-strings-open": b'["' * (MIB // 2 - 1) + b"]",
    "xml-long": b"<a>" + b"<" * (16 * MIB) + b"</a>",
    "xml-long-name": b"<" + b"a" * (16 * MIB) + b">",
    "spaces": b" " * (16 * MIB),
    "spaces-then-json": b" " * (16 * MIB) + b"{}",
    "text-late-control": b"a" * (16 * MIB) + b"\x1b",
    "utf16": b"a\0" * (8 * MIB),
    "utf16-late-control": b"a\0" * (8 * MIB) + b"\1\0",
    "utf16-lone-surrogates": b"\xff\xfe" + (b"a\0" * 20 + b"\0\xd8") * (8 * MIB // 42),
    "java-lie": b"\xac\xed\0\5\x7c" + b"\xff" * 8 + b"a" * MIB,
    "java-surrogates": b"\xac\xed\0\5\x7c" + (3 * MIB).to_bytes(8, "big") + b"\xed\xa0\x80" * MIB,
    "java-long-class-name": b"\xac\xed\0\5sr\xff\xff" + b"a" * 65535,
    "bson-elements": (5_000_000 * 3 + 5).to_bytes(4, "little") + b"\x0aa\0" * 5_000_000 + b"\0",
    "jpeg-segments": b"\xff\xd8" + b"\xff\xe0\0\2" * (4 * MIB),
    "protobuf-fields": b"\x08\1" * (128 * 1024 // 2),
    "protobuf-nested": b"\x0a\x7e\x0a\x7c" * (128 * 1024 // 4),
    "zeros": bytes(16 * MIB),
    "msgpack-nested": b"\x91" * MIB,
    "msgpack-nested-in-map": msgpack_map(b"\x91" * MIB),
    "msgpack-nested-900": msgpack_map(b"\x91" * 900 + b"\xc0"),
    "msgpack-nested-maps": b"\x81\xa1a" * MIB,
    "msgpack-nested-lies": msgpack_map(b"\xdd\0\7\0\0" * 1000 + b"\xc0" * 400_000),
    "msgpack-lie-in-key": msgpack_map(b"\x81" + b"\xdd\0\x0f\0\0" * 1000),
    "msgpack-length-lies": msgpack_map(b"\xc6\xff\xff\xff\xff"),
    "msgpack-empty-maps": msgpack_array(b"\x80", TEXT_LIMIT),
    "msgpack-empty-arrays": msgpack_array(b"\x90", TEXT_LIMIT),
    "msgpack-small-maps": msgpack_array(b"\x81\xa0\xc0", TEXT_LIMIT),
    "msgpack-extensions": msgpack_array(b"\xd4\5\1", TEXT_LIMIT),
    "msgpack-times": msgpack_array(b"\xd6\xff\5\1\1\1", TEXT_LIMIT),
    "msgpack-unknown-times": msgpack_map(b"\xc7\3\xff\1\2\3"),
    "msgpack-many-maps": msgpack_array(b"\x80", 16 * MIB),
    "msgpack-many-keys": b"\xdf" + (5 * MIB).to_bytes(4, "big") + b"\xa1a\1" * (5 * MIB),
    "cbor-nested": b"\x81" * MIB,
    "cbor-nested-in-map": cbor_map(b"\x81" * (PARSE_LIMIT - 3)),
    "cbor-nested-tags": cbor_map(b"\xc1" * (PARSE_LIMIT - 3)),
    "cbor-nested-indefinite": cbor_map(b"\x9f" * (PARSE_LIMIT - 3)),
    "cbor-nested-indefinite-maps": b"\xbf\x61a" * (PARSE_LIMIT // 3),
    "cbor-empty-chunks": cbor_map(b"\x7f" + b"\x60" * (TEXT_LIMIT - 9) + b"\xff"),
    "cbor-empty-arrays": cbor_array(b"\x80", TEXT_LIMIT),
    "cbor-empty-maps": cbor_array(b"\xa0", TEXT_LIMIT),
    "cbor-tags": cbor_array(b"\xc6\0", TEXT_LIMIT),
    "cbor-days": cbor_array(b"\xd8\x64\0", TEXT_LIMIT),
    "cbor-decimals": cbor_array(b"\xc4\x82\1\1", TEXT_LIMIT),
    "cbor-most-parsed": cbor_array(b"\x81\x81\x80", PARSE_LIMIT),
    "cbor-big-number": cbor_map(b"\xc2\x5a" + (TEXT_LIMIT - 20).to_bytes(4, "big") + b"\xff" * (TEXT_LIMIT - 20)),
    "cbor-array-length-lies": cbor_map(b"\x9b\x7f" + b"\xff" * 7),
    "cbor-string-length-lies": cbor_map(b"\x7b\x7f" + b"\xff" * 7),
    "cbor-colliding-keys": cbor_map(b"\xb9" + (2300).to_bytes(2, "big") + colliding_keys(2300)),
    "cbor-many-colliding-keys": cbor_map(b"\xb9" + (30_000).to_bytes(2, "big") + colliding_keys(30_000)),
}


def spend(data):
    """Return the seconds of each call, and by how much the process grew beyond the text."""
    recognise(b"\x81\xa1a\1"), recognise(b"\xa1\x61a\1")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    spent = []
    for call in (is_content, as_text, recognise):
        start = time.perf_counter()
        answer = call(data)
        spent.append(time.perf_counter() - start)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    return spent, grown - sys.getsizeof(answer.text)


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in KiB on Linux alone")
@pytest.mark.parametrize("name", CASES)
def test_crafted_bytes_cost_little(name):
    run = subprocess.run(
        [sys.executable, __file__, name], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[3]
    )
    *spent, grown = map(float, run.stdout.split())
    assert max(spent) < SECONDS
    assert grown < MEMORY


@given(st.binary(max_size=2000))
def test_nothing_raises(data):
    for kind in KINDS:
        for magic in getattr(kind, "magics", ()) or (b"",):
            content = recognise(magic + data)
            assert content.text is None or content.text.encode() is not None
            is_content(magic + data)
            as_text(magic + data)


@given(st.binary(max_size=200), st.sampled_from([msgpack_map(b""), cbor_map(b""), b"\xd9\xd9\xf7\xa1\x61a"]))
def test_nothing_raises_inside_of_documents(data, head):
    recognise(head + data)
    is_content(head + data)


if __name__ == "__main__":
    seconds, grown = spend(CASES[sys.argv[1]])
    print(*seconds, grown)
