"""Text in UTF-8 and UTF-16, JSON and XML."""

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.content import as_text, is_content, recognise
from cqlsh_ext.content.json_text import PARSED_SIZE
from cqlsh_ext.content.text import is_text

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=9,
)
PRINTABLE = st.text(st.characters(exclude_categories=["C"]))
WESTERN = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=6)


@given(st.binary())
def test_text_is_utf8_without_controls(data):
    try:
        chars = data.decode()
    except UnicodeDecodeError:
        assert not is_text(data)
        return
    controls = {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))} - set("\b\t\n\f\r")
    assert is_text(data) == controls.isdisjoint(chars)


def test_a_control_shows_wherever_it_stands():
    for at in (0, 63, 64, 5000):
        assert not is_text(b"a" * at + b"\x1b" + b"a" * 100)


@given(PRINTABLE.filter(bool))
def test_printable_text_comes_back(text):
    content = recognise(text.encode())
    assert content.text == text.removeprefix("\ufeff")
    assert content.encoding in ("utf-8", "utf-8-sig")
    assert is_content(text.encode())


def test_a_byte_order_mark_is_no_text():
    content = recognise(b"\xef\xbb\xbf{}")
    assert (content.kind, content.text, content.encoding) == ("json", "{}", "utf-8-sig")


@given(st.dictionaries(st.text(), JSON_VALUES) | st.lists(JSON_VALUES), st.sampled_from([None, 2]), st.booleans())
def test_json_objects_and_arrays(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only).replace("\x7f", "")
    data = text.encode("utf-8", "replace")
    if is_text(data):
        assert recognise(data).kind == "json"
        assert recognise(b" \n" + data + b"\n").kind == "json"
        assert as_text(data) == recognise(data).text


@pytest.mark.parametrize(
    "text",
    ["1", "true", "null", '"a"', "{", "[1,]", "{a: 1}", '{"a": 1}\n{"b": 2}', "[1] [2]", "{}x", "[Ljava]", "[" * 99],
)
def test_what_is_no_json_document_is_text(text):
    assert recognise(text.encode()).kind == "text"


@pytest.mark.parametrize("text", ["[NaN]", "[1e999]", f"[{'9' * 5000}]", '{"a":1,"a":2}', '["\\ud800"]'])
def test_json_that_python_would_trip_over(text):
    content = recognise(text.encode())
    assert (content.kind, content.text) == ("json", text)


def test_long_json_is_told_by_its_ends():
    filler = b"x" * PARSED_SIZE
    assert recognise(b'{"a":"' + filler + b'"}\n').kind == "json"
    assert recognise(b'{"a":"' + filler + b'"]').kind == "text"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>\n', "xml"),
        ("<a/>", "xml"),
        (' <x:a b="c"/> ', "xml"),
        ('<a b="c">\n<a></a></a>\n', "xml"),
        ("<\u00e9l\u00e9ment></\u00e9l\u00e9ment>", "xml"),
        ("<https://www.fsf.org/>", "text"),
        ("<a> b", "text"),
        ("<a></b>", "text"),
        ("<p/> and <br/>", "text"),
        ("<3 you/>", "text"),
        ("< a></ a>", "text"),
        ("<?xml version", "text"),
    ],
)
def test_xml_by_its_ends(text, kind):
    assert recognise(text.encode()).kind == kind
    assert recognise(text.encode("utf-16-le")).kind == kind


@given(WESTERN, st.sampled_from(["utf-16-le", "utf-16-be"]), st.booleans())
def test_utf16_with_and_without_a_mark(text, encoding, marked):
    content = recognise(("\ufeff" * marked + text).encode(encoding))
    assert (content.text, content.encoding) == (text, encoding)
    assert as_text(text.encode(encoding)) == text


@pytest.mark.parametrize("half", [b"\0\xd8", b"\0\xdc"])
def test_a_lone_surrogate_does_not_hide_the_text(half):
    text = recognise(b"\xff\xfe" + "a long enough line ".encode("utf-16-le") * 3 + half).text
    assert text is not None
    assert text.endswith("line \ufffd")


@given(st.binary())
def test_text_can_always_be_written(data):
    for prefix in (b"", b"\xff\xfe", b"\xfe\xff", b"\xac\xed\0\5\x74\0" + bytes([len(data) % 256])):
        content = recognise(prefix + data)
        assert content.text is None or content.text.encode() is not None


@given(st.lists(st.integers(-(2**31), 2**31 - 1), min_size=1), st.sampled_from("<>"))
def test_integers_are_no_utf16(numbers, order):
    data = b"".join(struct.pack(f"{order}i", number) for number in numbers)
    assert not (recognise(data).encoding or "").startswith("utf-16")
