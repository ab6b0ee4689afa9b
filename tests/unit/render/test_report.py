"""The report of INSPECT over the whole corpus: as text for a person, and as JSON that its schema describes."""

import gzip
import io
import json
from importlib.resources import files

import pytest
from corpus.corpus import blobs
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cqlsh_ext import Status, decode
from cqlsh_ext.render.report import Subject, report
from cqlsh_ext.render.report_json import report_json
from cqlsh_ext.render.words import UNSAFE
from cqlsh_ext.story import near_misses, tell_story

SCHEMA = json.loads(files("cqlsh_ext.render").joinpath("report.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)
EVERY_BLOB = [blob for group in ("positive", "negative", "hostile") for blob in blobs(group)]


def subject(data, *, verbose=True):
    decoded = decode(data)
    story = tell_story(data)
    near = near_misses(data, story) if decoded.status is Status.PLAIN else ()
    return Subject("a place", data, decoded, near, story if verbose else None)


def lines(data, *, verbose=True):
    return list(report(subject(data, verbose=verbose), lambda _style, text: text))


def test_the_schema_is_valid_and_closed():
    VALIDATOR.check_schema(SCHEMA)
    assert list(VALIDATOR.iter_errors({"place": "x"}))
    assert list(VALIDATOR.iter_errors(json.loads(report_json(subject(b"abc"))) | {"more": 1}))


@pytest.mark.parametrize("blob", EVERY_BLOB, ids=lambda blob: blob.id)
def test_both_forms_of_a_report(blob):
    whole = subject(blob.data)
    written = json.loads(report_json(whole))
    VALIDATOR.validate(written)
    assert written["status"] == whole.decoded.status
    assert [layer["format"] for layer in written["layers"]] == [layer.format for layer in whole.decoded.layers]
    text = lines(blob.data)
    assert text[0] == "a place"
    assert text[1].startswith(f"  {len(blob.data):,} byte")
    assert text[-1] == ""
    assert not any(UNSAFE.search(line) for line in text)
    for number, layer in enumerate(whole.decoded.layers, 1):
        [line] = [line for line in text if line.startswith(f"  {number}. ")]
        assert layer.format in line
    if whole.decoded.fault:
        assert any(str(whole.decoded.fault) in line for line in text)


@given(st.binary(max_size=300))
def test_any_bytes_give_a_report(data):
    assert lines(data)
    VALIDATOR.validate(json.loads(report_json(subject(data))))


def test_a_plain_value_ends_in_saying_so():
    assert lines(b"\x00\x01\x02", verbose=False) == [
        "a place",
        "  3 bytes, not compressed, as far as can be told",
        "  content: binary, 3 bytes",
        "     00 01 02",
        "",
    ]
    assert lines(b"\x00\x01\x02")[-2] == "     not compressed, as far as can be told"


def test_each_member_has_a_line_and_a_long_name_is_cut():
    named = io.BytesIO()
    with gzip.GzipFile("n" * 5_000, "wb", fileobj=named, mtime=0) as stream:
        stream.write(b"a")
    text = lines(named.getvalue() + gzip.compress(b"b", mtime=0), verbose=False)
    [first] = [number for number, line in enumerate(text) if line.startswith("     each member        offset: 0, ")]
    assert any(line.startswith(f"{'':24}offset: {len(named.getvalue()):,}, ") for line in text[first + 1 :])
    assert any(line.endswith(f"{'n' * 200}… +4,800 chars") for line in text)


def test_text_that_acts_on_terminals_is_escaped():
    named = io.BytesIO()
    with gzip.GzipFile("a\x1b[31m\x9b2J", "wb", fileobj=named) as stream:
        stream.write("right\u202eleft".encode())
    text = "\n".join(lines(named.getvalue()))
    assert r"a\x1b[31m\x9b2J" in text
    assert r"right\u202eleft" in text
