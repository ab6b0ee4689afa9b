import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.shell.ending import end_with_semicolons

PIECES = st.sampled_from(["\\G", "\\", "G", "'", '"', "$$", "--", "/*", "*/", "//", "\n", ";", " ", "x", "''"])


@pytest.mark.parametrize(
    ("text", "ended", "places"),
    [
        ("SELECT a FROM t\\G", "SELECT a FROM t; ", {15}),
        ("SELECT a FROM t \\G ;\n", "SELECT a FROM t ;   \n", {16}),
        ("a\\G b; c\\G", "a;  b; c; ", {1, 8}),
        ("SELECT 'it''s \\G' FROM t\\G", "SELECT 'it''s \\G' FROM t; ", {24}),
        ('SELECT "\\G" FROM t;', 'SELECT "\\G" FROM t;', set()),
        ("SELECT $$ \\G $$ -- \\G\n/* \\G */ // \\G", "SELECT $$ \\G $$ -- \\G\n/* \\G */ // \\G", set()),
        ("SELECT 'open \\G", "SELECT 'open \\G", set()),
        ("a\\g", "a\\g", set()),
    ],
)
def test_marks_become_semicolons(text, ended, places):
    assert end_with_semicolons(text) == (ended, frozenset(places))


@given(st.lists(PIECES).map("".join))
def test_nothing_else_moves(text):
    ended = end_with_semicolons(text)
    assert len(ended.text) == len(text)
    assert ended.text.count("\n") == text.count("\n")
    assert all(ended.text[place] == ";" for place in ended.vertical)
    assert end_with_semicolons(ended.text) == (ended.text, frozenset())
