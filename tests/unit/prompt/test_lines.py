"""Texts lexed line by line, held against cqlsh's lexer on the whole."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cqlsh_ext.prompt.language import Token
from cqlsh_ext.prompt.lines import SYNC_LINES, Lines

PIECES = (
    "'",
    '"',
    "$$",
    "/*",
    "*/",
    "--",
    "//",
    "''",
    "\n",
    " ",
    "SELECT",
    "a",
    "1",
    ";",
    ",",
    "-",
    "`",
    "*",
    "é",
    "x'",
)


def whole(ruleset, text):
    """Return the tokens of a text as cqlsh's lexer gives them, comments that are not ended left out."""
    return [Token(kind, each, *span) for kind, each, span in ruleset.lex(text) if kind != "unclosedComment"]


@pytest.mark.parametrize(
    "text",
    [
        "SELECT a,\n  b -- c\nFROM t;",
        "INSERT INTO t (a) VALUES ('one\ntwo\n\nthree', 2);",
        'SELECT "a\nb" FROM t',
        "CREATE FUNCTION f() AS $$ one\n 'two' \n$$;",
        "SELECT /* a\n b */ c",
        "SELECT /* a\n b\n 'c",
        "SELECT 'a''\n''b'\n, c",
        "SELECT 'open\nstill",
        "SELECT $$open\nstill'",
        "",
        "\n\n",
    ],
)
def test_as_cqlsh_lexes_the_whole(ruleset, language, text):
    tokens, _ = Lines(language.lex).tokens(text.split("\n"))
    # a comment that takes the end of its line with it is none of ours
    assert [each for each in tokens if each.kind != "endline"] == [
        each for each in whole(ruleset, text) if each.kind != "endline"
    ]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_kept_changes_nothing(language, text):
    lines = Lines(language.lex)
    for end in range(len(text) + 1):
        texts = text[:end].split("\n")
        assert lines.tokens(texts) == Lines(language.lex).tokens(texts)
    tokens, _ = lines.tokens(text.split("\n"))
    assert [text[each.start : each.end] for each in tokens] == [each.text for each in tokens]


@pytest.mark.parametrize(
    ("text", "opened"),
    [("'a\nb", ["", "'", "'"]), ('"a\nb"\nc', ["", '"', "", ""]), ("/*\n'\n*/ '\n", ["", "/*", "/*", "'", "'"])],
)
def test_what_is_open_at_each_line(language, text, opened):
    texts = [*text.split("\n"), ""]
    opening = Lines(language.lex).openings(texts)
    assert [opening(number) for number in range(len(texts))] == opened
    backwards = Lines(language.lex).openings(texts)
    assert [backwards(number) for number in reversed(range(len(texts)))] == opened[::-1]


def test_a_line_is_lexed_once(language):
    lexed = []

    def lex(text):
        lexed.append(text)
        return language.lex(text)

    lines = Lines(lex)
    texts = [f"a{number}," for number in range(200)]
    lines.tokens(texts)
    lines.tokens([*texts[:-1], "b"])
    assert len(lexed) == 201


def test_far_down_a_very_long_text_no_string_is_taken_for_open(language):
    texts = ["'"] + ["a"] * 3 * SYNC_LINES
    assert Lines(language.lex).openings(texts)(SYNC_LINES) == "'"
    assert Lines(language.lex).openings(texts)(3 * SYNC_LINES) == ""
