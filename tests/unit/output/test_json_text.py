import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.output.json_text import NESTED_LEVELS, embed, quote

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
DOCUMENTS = st.recursive(SCALARS, lambda each: st.lists(each) | st.dictionaries(st.text(), each))
OBJECTS = st.lists(DOCUMENTS) | st.dictionaries(st.text(), DOCUMENTS)


def is_harmless(text):
    text.encode()
    return len(text.splitlines()) <= 1 and not any("\x7f" <= letter <= "\x9f" for letter in text)


@given(st.text(st.characters()) | st.text(st.sampled_from('"\\\x00\x7f\x85\u2028\ud800a')))
def test_a_string_reads_back(text):
    assert json.loads(quote(text)) == text
    assert is_harmless(quote(text))


@given(OBJECTS, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_a_document_stays_what_it_is_and_becomes_one_line(document, indent, ensure_ascii):
    text = json.dumps(document, indent=indent, ensure_ascii=ensure_ascii)
    for line_end in ("\n", "\r\n", "\r"):
        embedded = embed(f" {text}\n".replace("\n", line_end))
        assert json.loads(embedded) == document
        assert is_harmless(embedded)


def test_literals_are_left_as_they_are_written():
    text = '{"a": 1.10, "b": 12345678901234567890, "c": 1E2, "a": -0.0, "d": "\\u00e9\\/"}'
    assert embed(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1,]",
        "{'a': 1}",
        '"text"',
        "1",
        "null",
        "[NaN]",
        "[-Infinity]",
        '["\n"]',
        "[1] [2]",
        "[01]",
        "\ufeff[]",
    ],
)
def test_what_is_no_document_is_not_embedded(text):
    assert embed(text) is None


def test_a_document_may_not_be_nested_too_deeply():
    deep = "[" * NESTED_LEVELS + "]" * NESTED_LEVELS
    assert embed(deep) == deep
    assert embed(f"[{deep}]") is None
    assert embed("[" * 1_000_000 + "]" * 1_000_000) is None
    brackets = json.dumps(["[[[{{{" * 1000, '\\"[', "\\", "]" * 300])
    assert embed(brackets) == brackets


def test_numbers_of_many_digits_take_no_time():
    text = f"[{'9' * 1_000_000}, 1.{'9' * 1_000_000}]"
    assert embed(text) == text
    assert math.isinf(json.loads("[1e999]")[0])
    assert embed("[1e999]") == "[1e999]"
