"""Kinds that are told by structure or by magic: BSON, pickles, Protocol Buffers, images, Avro, Smile, PDF."""

import pickle
import pickletools
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.content import is_content, recognise
from cqlsh_ext.content.pickled import OPCODES


def bson(*elements):
    body = b"".join(elements)
    return struct.pack("<i", len(body) + 5) + body + b"\0"


BSON_ELEMENTS = [
    b"\x01a\0" + bytes(8),
    b"\x02a\0\x02\0\0\0x\0",
    b"\x03a\0" + bson(),
    b"\x04a\0" + bson(b"\x0a0\0"),
    b"\x05a\0\x01\0\0\0\0x",
    b"\x06a\0",
    b"\x07a\0" + bytes(12),
    b"\x08a\0\x01",
    b"\x09a\0" + bytes(8),
    b"\x0aa\0",
    b"\x0ba\0x+\0i\0",
    b"\x0ca\0\x02\0\0\0x\0" + bytes(12),
    b"\x0da\0\x02\0\0\0x\0",
    b"\x10\xc3\xa9\0" + bytes(4),
    b"\x11a\0" + bytes(8),
    b"\x12a\0" + bytes(8),
    b"\x13a\0" + bytes(16),
    b"\x7fa\0",
    b"\xffa\0",
]


@given(st.lists(st.sampled_from(BSON_ELEMENTS), min_size=1).map(lambda elements: bson(*elements)))
def test_bson_documents(data):
    assert recognise(data).kind == "bson"
    assert is_content(data)


@pytest.mark.parametrize(
    "data",
    [
        bson(),
        bson(b"\x20a\0"),
        bson(b"\x0a\xff\0"),
        bson(b"\x0a\x01\0"),
        bson(b"\x0aa"),
        bson(b"\x10a\0\0"),
        bson(b"\x0ba\0x"),
        bson(b"\x03a\0\xff\xff\xff\xff"),
        struct.pack("<i", 12) + b"abcdefg\0",
    ],
    ids=bytes.hex,
)
def test_lengths_alone_make_no_bson(data):
    assert recognise(data).kind != "bson"


def test_only_the_first_elements_of_bson_are_walked():
    assert recognise(bson(*[b"\x0aa\0"] * 5000)).kind == "bson"


def test_opcodes_are_those_of_the_pickle_module():
    assert {ord(opcode.code) for opcode in pickletools.opcodes} - {0x80} == OPCODES


@given(
    st.recursive(
        st.none() | st.integers() | st.text() | st.binary(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    ),
    st.sampled_from([2, 3, 4, 5]),
)
def test_pickles_are_named(value, protocol):
    data = pickle.dumps(value, protocol)
    content = recognise(data)
    assert (content.kind, content.text, content.detail) == ("pickle", None, f"protocol {protocol}")
    assert is_content(data)


@pytest.mark.parametrize(
    "data", [b"\x80\x02.", b"\x80\x02\xff.", b"\x80\x06N.", b"\x80\x04\x95\xff" + b"\0" * 7 + b".", b"\x80\x02N"]
)
def test_what_is_no_pickle(data):
    assert recognise(data).kind != "pickle"


def varint(number):
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes((*out, number))


def counted(field, value):
    return varint(field << 3 | 2) + varint(len(value)) + value


def test_protobuf_messages_with_strings_are_named():
    inner = counted(1, b"nested name") + b"\x10\x05"
    message = b"\x08\x96\x01" + counted(2, b"a name to read") + counted(3, inner) + b"\x25\0\0\x80\x3f"
    content = recognise(message)
    assert (content.kind, content.text) == ("protobuf", None)
    assert not is_content(message)


@pytest.mark.parametrize(
    "data",
    [
        b"\x08\x96\x01",
        b"\x08\x96\x81\x00" + counted(2, b"an overlong number"),
        counted(2, b"fields out of order") + b"\x08\x01",
        b"\x08\x01" + counted(2, b"cut off inside of a string")[:-1],
        b"\x08\x01" + counted(2, b"group")[:-1] + b"\x1b\x1c",
        b"\x08\x01" + counted(2, b"text") + counted(3, bytes(64)),
        b"\x08\x01" + counted(2, b"an empty field") + counted(3, b""),
        b"\x00\x01" + counted(2, b"a field of number nought"),
        b"\x08" + b"\xff" * 10 + b"\x01" + counted(2, b"a number that is too long"),
        b"\x09by chance" + counted(2, b"text where a number would be"),
    ],
    ids=bytes.hex,
)
def test_what_is_no_message_beyond_doubt(data):
    assert recognise(data).kind == "binary"


@pytest.mark.parametrize(
    ("data", "kind", "detail"),
    [
        (b"\xff\xd8\xff\xe0", "jpeg", None),
        (b"\xff\xd8\xff\xe0\0\x02\xff\xda\0\x02", "jpeg", None),
        (b"\xff\xd8\xff\xe0\0\x02\xff\xc2\0\x11\x08\0\x10\0\x20", "jpeg", "32 x 16 pixels"),
        (b"\xff\xd8\xff" + b"\xff\xe0\0\0" * 9, "jpeg", None),
        (b"\x89PNG\r\n\x1a\n", "png", None),
        (b"GIF89a", "gif", None),
        (b"RIFF\0\0\0\0WEBPVP8 ", "webp", None),
        (b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + b"\x0f\0\0\x1f\0\0", "webp", "16 x 32 pixels"),
        (b"RIFF\0\0\0\0WAVEfmt ", "binary", None),
        (b"%PDF-1.7", "pdf", "version 1.7"),
        (b"%PDF-1.\x01", "pdf", None),
        (b"%PDF is a format", "text", None),
        (b"Obj\x01\x04\x14avro.codec\x0edeflate", "avro", "codec deflate"),
        (b"Obj\x01\x04\x14avro.codec", "avro", None),
        (b"Obj\x01", "avro", "codec null"),
        (b":)\n\x00", "smile", None),
        (b":)\nhello", "text", None),
        (b"PK\x05\x06" + bytes(18), "zip", None),
    ],
    ids=lambda value: value.hex() if isinstance(value, bytes) else value,
)
def test_magic(data, kind, detail):
    content = recognise(data)
    assert (content.kind, content.detail) == (kind, detail)
