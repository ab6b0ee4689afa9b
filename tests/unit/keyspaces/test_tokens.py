"""CQL cut into tokens."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.keyspaces.tokens import Kind, clause, split, tokenize


def texts(tokens):
    return [token.text for token in tokens]


def test_every_kind_of_token():
    tokens = tokenize("SELECT \"a\"\"b\", 'it''s', $$x$$, 0xCAFE, -1.5e3, 123e4567-e89b-12d3-a456-426614174000 >= ;;")
    assert [(token.kind, token.text) for token in tokens if token.text != ","] == [
        (Kind.WORD, "SELECT"),
        (Kind.QUOTED, '"a""b"'),
        (Kind.STRING, "'it''s'"),
        (Kind.STRING, "$$x$$"),
        (Kind.BLOB, "0xCAFE"),
        (Kind.NUMBER, "-1.5e3"),
        (Kind.UUID, "123e4567-e89b-12d3-a456-426614174000"),
        (Kind.SIGN, ">="),
    ]
    assert (tokens[1].name, tokens[3].content, tokens[5].content) == ('a"b', "it's", "x")


def test_comments_are_no_tokens():
    assert texts(tokenize("a -- b 'c\n/* d */ e // f")) == ["a", "e"]


def test_keywords_are_words_and_signs_alone():
    assert [token.keyword for token in tokenize("""select "SELECT" 'SELECT' =""")] == ["SELECT", "", "", "="]


def test_split_and_clause_heed_brackets():
    tokens = tokenize("SELECT a, f(b, c) FROM t WHERE k IN (1, 2) LIMIT 3 ALLOW FILTERING")
    assert [texts(part) for part in split(clause(tokens, "SELECT", until=("FROM",)), ",")] == [
        ["a"],
        ["f", "(", "b", ",", "c", ")"],
    ]
    assert texts(clause(tokens, "WHERE", until=("LIMIT",))) == ["k", "IN", "(", "1", ",", "2", ")"]
    assert clause(tokens, "ALLOW", "FILTERING") == []
    assert clause(tokens, "GROUP", "BY") is None
    assert split([], ",") == []


@pytest.mark.parametrize("text", ["'", "'" * 3, '"', "$$", "/*", "((((", "))))", "''''", "$$'$$"])
def test_what_is_cut_off_is_signs(text):
    assert "".join(texts(tokenize(text))) == text


@given(st.text(alphabet="aA1'\"$-/*()[]{}0x;.,=+ \n", max_size=60))
def test_nothing_is_lost_but_spaces_and_comments(text):
    tokens = tokenize(text)
    rest = text
    for token in tokens:
        assert token.text in rest
        rest = rest[rest.index(token.text) + len(token.text) :]


def test_large_literals_are_cut_in_no_time():
    start = time.perf_counter()
    assert len(tokenize("INSERT INTO t (a, b) VALUES ('" + "it''s " * 300_000 + "', 0x" + "ab" * 1_000_000 + ")")) == 14
    assert time.perf_counter() - start < 1
