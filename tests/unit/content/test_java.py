"""Java serialisation, against an encoder that follows java.io.DataOutput.writeUTF."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.content import is_content, recognise

STREAM = b"\xac\xed\x00\x05"


def modified_utf8(text):
    units = text.encode("utf-16-be", "surrogatepass")
    chars = (chr(int.from_bytes(units[at : at + 2], "big")) for at in range(0, len(units), 2))
    return b"".join(b"\xc0\x80" if char == "\0" else char.encode("utf-8", "surrogatepass") for char in chars)


def short_string(body):
    return STREAM + b"\x74" + len(body).to_bytes(2, "big") + body


def long_string(body):
    return STREAM + b"\x7c" + len(body).to_bytes(8, "big") + body


@given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from([short_string, long_string]))
def test_strings_come_back(text, wrap):
    content = recognise(wrap(modified_utf8(text)))
    assert (content.kind, content.text) == ("java-string", text)


@given(st.text(st.characters(), max_size=20))
def test_lone_surrogates_are_replaced(text):
    # Joining first, as Java would: "\ud83d" and "\ude00" side by side are one character.
    expected = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    assert recognise(short_string(modified_utf8(text))).text == expected


def test_json_inside_of_a_string_is_still_a_string():
    assert recognise(short_string(b'{"a": 1}')).kind == "java-string"


@pytest.mark.parametrize(
    "data",
    [
        STREAM,
        STREAM + b"\x74",
        STREAM + b"\x74\x00",
        STREAM + b"\x74\xff\xffabc",
        STREAM + b"\x74\x00\x02abc",
        STREAM + b"\x7c" + b"\xff" * 8 + b"abc",
        STREAM + b"\x74\x00\x01\xff",
        STREAM + b"\x74\x00\x03\xe2\xc0\x80",
        STREAM + b"sr\x00",
        STREAM + b"sr\xff\xffabc",
        STREAM + b"sr\x00\x03a b",
        STREAM + b"sr\x00\x02\xff\xff",
    ],
)
def test_streams_that_lie_are_named_and_no_more(data):
    content = recognise(data)
    assert (content.kind, content.text, content.detail) == ("java-object", None, None)
    assert is_content(data)


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"sr\x00\x13java.util.ArrayList", "java.util.ArrayList"),
        (b"ur\x00\x13[Ljava.lang.String;", "[Ljava.lang.String;"),
        (b"~r\x00\x08G$Colour", "G$Colour"),
        (b"vr\x00\x10java.lang.String", "java.lang.String"),
        (b"\x77\x07\x00\x05hello", "block data"),
        (b"\x7a\x00\x00\x00\x01x", "block data"),
        (b"ur\x00\x02[B", "[B"),
        (b"\x70", None),
    ],
)
def test_what_objects_are_called(body, detail):
    assert recognise(STREAM + body).detail == detail


def test_byte_arrays_show_the_text_in_them():
    head = STREAM + b"ur\x00\x02[B\xac\xf3\x17\xf8\x06\x08\x54\xe0\x02\x00\x00xp"
    assert recognise(head + b"\0\0\0\2ab").text == "ab"
    binary = recognise(head + b"\0\0\0\2\x1f\x8b")
    assert (binary.kind, binary.text, binary.detail) == ("java-bytes", None, "2 bytes")
    assert recognise(head + b"\0\0\0\3ab").kind == "java-object"
