"""JSON is laid out without a change of any literal, and measured by its top-level keys."""

import json

from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.render.json import indent
from cqlsh_ext.render.json_sizes import sizes

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_layout_holds_the_same_value(value, escaped):
    compact = json.dumps(value, ensure_ascii=escaped)
    assert json.loads(indent(compact)) == value
    assert indent(indent(compact)) == indent(compact)


def test_layout_of_literals_as_written():
    assert indent('{"a":1.50,"b":[],"c":{},"d":[1e2,"x\\"y"]}') == (
        '{\n  "a": 1.50,\n  "b": [],\n  "c": {},\n  "d": [\n    1e2,\n    "x\\"y"\n  ]\n}'
    )


@given(st.dictionaries(st.text(min_size=1), VALUES, max_size=6))
def test_sizes_are_those_of_each_value(document):
    found = sizes(json.dumps(document, ensure_ascii=False, indent=1))
    assert set(found) == set(document)
    compact = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    measured = sizes(compact)
    for key, value in document.items():
        value_written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        assert measured[key] == len(value_written.encode("utf-8", "surrogatepass"))


def test_sizes_of_what_is_no_object():
    assert sizes("[1, 2, {}]") == {}
    assert sizes("{}") == sizes(" {") == sizes('"text"') == {}
    assert sizes('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}") == {}


def test_keys_that_come_twice_are_added_up_and_large_numbers_measured():
    assert sizes('{"a": 1, "b" : [ 1 ],\n"a":22}') == {"a": 3, "b": 5}
    assert sizes('{"n": ' + "9" * 10_000 + "}") == {"n": 10_000}


def test_a_beginning_of_a_layout():
    text = json.dumps({"a": list(range(1000))})
    assert indent(text, 4) == '{\n  "a": [\n    0,\n    1'
    assert indent("[1]", 4) == indent("[1]")
