"""What chance and other encodings make is not taken for a document."""

import random
import struct
import uuid
from collections import Counter

import pytest

from cqlsh_ext.content import recognise

STRUCTURED = {"msgpack", "cbor", "bson", "protobuf", "pickle"}
WORDS = ["the", "licence", "of", "this", "software", "is", "meant", "to", "guarantee", "your", "freedom", "2007"]


def varint(number):
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes((*out, number))


def words(chance):
    return " ".join(chance.choices(WORDS, k=chance.randrange(1, 12))).encode()


def integers(layout, *ranges):
    return lambda chance: b"".join(
        struct.pack(layout, chance.randrange(*chance.choice(ranges))) for _ in range(chance.choice((1, 1, 1, 9, 40)))
    )


def prefixed(prefix):
    def generate(chance):
        strings = [words(chance) for _ in range(chance.choice((1, 1, 4)))]
        return b"".join(prefix(len(each)) + each for each in strings)

    return generate


GENERATORS = {
    "int32-be": integers(">i", (-200_000, 200_000), (-(2**31), 2**31)),
    "int32-le": integers("<i", (-200_000, 200_000), (-(2**31), 2**31)),
    "int64-be": integers(">q", (0, 10**6), (1_500_000_000_000, 1_800_000_000_000), (-(2**63), 2**63)),
    "int64-le": integers("<q", (0, 10**6), (1_500_000_000_000, 1_800_000_000_000), (-(2**63), 2**63)),
    "doubles": lambda chance: struct.pack("<9d", *(chance.uniform(0, 1000) for _ in range(9))),
    "floats": lambda chance: struct.pack(">9f", *(chance.gauss(0, 1) for _ in range(9))),
    "uuids": lambda chance: uuid.UUID(int=chance.getrandbits(128), version=4).bytes * chance.choice((1, 2)),
    "uint32-be-strings": prefixed(lambda size: struct.pack(">I", size)),
    "uint16-be-strings": prefixed(lambda size: struct.pack(">H", size)),
    "small-bytes": lambda chance: bytes(chance.randrange(25) for _ in range(chance.randrange(40))),
    "high-bytes": lambda chance: bytes(chance.randrange(128, 256) for _ in range(chance.randrange(40))),
    "bitmaps": lambda chance: bytes(1 << chance.randrange(8) if chance.random() < 0.1 else 0 for _ in range(64)),
    "latin-1": lambda chance: words(chance) + b" \xe9t\xe9",
}
LOOSER = {
    "uint32-le-strings": prefixed(lambda size: struct.pack("<I", size)),
    "uint16-le-strings": prefixed(lambda size: struct.pack("<H", size)),
    "varint-strings": prefixed(varint),
    "avro-strings": prefixed(lambda size: varint(2 * size)),
}
"""Of these, a few in 100,000 are messages of Protocol Buffers as well."""


def kinds_of(generate, count, seed=7):
    chance = random.Random(seed)
    return Counter(recognise(generate(chance)).kind for _ in range(count))


@pytest.mark.parametrize("name", GENERATORS)
def test_other_encodings_are_not_documents(name):
    assert kinds_of(GENERATORS[name], 2000).keys() <= {"binary", "text", "empty"}


@pytest.mark.parametrize("name", LOOSER)
def test_strings_with_lengths_are_not_documents(name):
    counts = kinds_of(LOOSER[name], 10_000)
    assert counts.keys() <= {"binary", "text", "protobuf"}
    assert counts["protobuf"] <= 5


@pytest.mark.slow
def test_random_bytes_are_binary():
    counts = kinds_of(lambda chance: chance.randbytes(chance.randrange(257)), 100_000)
    assert STRUCTURED.isdisjoint(counts)
    assert counts["binary"] > 99_000


@pytest.mark.slow
def test_random_bytes_are_no_utf16():
    chance = random.Random(8)
    for _ in range(100_000):
        assert not (recognise(chance.randbytes(2 * chance.randrange(4, 40))).encoding or "").startswith("utf-16")
