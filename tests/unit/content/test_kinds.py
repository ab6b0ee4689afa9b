"""Every kind: its fixture, and what is said of it."""

import re
from pathlib import Path

import pytest

from cqlsh_ext.content import EXTENSIONS, KINDS, Content, Kind, as_text, is_content, recognise
from cqlsh_ext.content.text import is_text

FIXTURES = Path(__file__).parent / "fixtures"
DETAILS = {
    "java-object": "java.util.TreeMap",
    "java-bytes": "8 bytes",
    "png": "32 x 32 pixels",
    "jpeg": "16 x 16 pixels",
    "gif": "16 x 16 pixels",
    "webp": "16 x 16 pixels",
    "pdf": "version 1.4",
    "avro": "codec null",
    "pickle": "protocol 4",
}
TEXTS = {
    "java-string": "nul \0, euro \u20ac, smile \U0001f600, half \ufffd",
    "java-bytes": '{"a": 1}',
    "msgpack": '{"payload7": 737368592250}',
    "cbor": '{"type": "for concerns.", "name": "of that limiting",',
    "json": '[{"alpha_2":"BM","alpha_3":"BMU","flag":"\U0001f1e7\U0001f1f2",',
    "xml": '<?xml version="1.0" encoding="UTF-8"?>\n<note lang="fr">',
    "text": "na\u00efve caf\u00e9",
}
ENCODINGS = {
    "java-string": "modified utf-8",
    "java-bytes": "utf-8",
    "json": "utf-8",
    "xml": "utf-8",
    "text": "utf-8",
}


def fixture(name):
    return (FIXTURES / f"{name}.bin").read_bytes()


def test_every_fixture_is_of_a_kind_and_every_kind_has_one():
    names = [kind.name for kind in KINDS]
    assert len(set(names)) == len(names)
    assert {path.stem for path in FIXTURES.glob("*.bin")} == set(names)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_fixture(kind):
    data = fixture(kind.name)
    content = recognise(data)
    assert content.kind == kind.name
    assert content.detail == DETAILS.get(kind.name)
    assert content.encoding == ENCODINGS.get(kind.name)
    if kind.name in TEXTS:
        assert content.text.startswith(TEXTS[kind.name])
    else:
        assert content.text is None
    assert is_content(data) == (not isinstance(kind, Kind) or kind.is_evidence)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_beginning_of_a_fixture_is_taken_without_complaint(kind):
    data = fixture(kind.name)
    for size in range(min(len(data), 400)):
        recognise(data[:size])
        is_content(data[:size])


@pytest.mark.parametrize("kind", ["msgpack", "cbor", "bson", "java-string", "java-bytes"])
def test_whole_buffer_kinds_take_neither_less_nor_more(kind):
    data = fixture(kind)
    assert recognise(data[:-1]).kind != kind
    assert recognise(data + b"\0").kind != kind


def test_nothing_and_anything_else():
    assert recognise(b"") == Content("empty", "")
    assert recognise(b"\x00\x01\x02") == Content("binary")
    assert is_content(b"")
    assert not is_content(b"\x00\x01\x02")


def test_text_alone_is_what_recognise_says():
    for kind in KINDS:
        text = as_text(fixture(kind.name))
        assert text is None or text == recognise(fixture(kind.name)).text
        assert (text is not None) == (kind.name in ("json", "xml", "text"))
        if is_text(fixture(kind.name)):
            assert as_text(fixture(kind.name), readable=True) == text
    assert as_text(b"") is None
    assert as_text(b"%PDF-1.7 begins so", readable=True) is None


def test_names_are_words_for_a_command_line():
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z]+)?", kind.name) and kind.title for kind in KINDS)


def test_every_kind_names_the_ending_of_its_files():
    assert {kind for kind, extension in EXTENSIONS.items() if extension == "bin"} == {"binary", "empty"}
