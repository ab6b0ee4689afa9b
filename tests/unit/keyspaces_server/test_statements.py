"""What the stand-in for Keyspaces makes of statements."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from keyspaces.errors import CqlError
from keyspaces.rules import check_supported
from keyspaces.statements import DDL, OTHER, READ, WRITE, parse
from keyspaces.tokens import tokenize


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SELECT * FROM ks.t", ("SELECT", READ, "ks", "t")),
        ('select json a from "Ks"."T""x" where a = 1;', ("SELECT", READ, "Ks", 'T"x')),
        ("-- INSERT\n/* DROP */ SELECT a FROM t // no", ("SELECT", READ, None, "t")),
        ("INSERT INTO ks.t (a) VALUES ('FROM x')", ("INSERT", WRITE, "ks", "t")),
        ("INSERT INTO t JSON '{}'", ("INSERT", WRITE, None, "t")),
        ("UPDATE KS.T USING TTL 1 SET a = 1 WHERE b = 2 IF EXISTS", ("UPDATE", WRITE, "ks", "t")),
        ("DELETE a, b FROM t WHERE c = 1", ("DELETE", WRITE, None, "t")),
        ("CREATE TABLE IF NOT EXISTS ks.t (a int PRIMARY KEY)", ("CREATE TABLE", DDL, "ks", "t")),
        ("create columnfamily t (a int primary key)", ("CREATE TABLE", DDL, None, "t")),
        ("DROP SCHEMA IF EXISTS ks", ("DROP KEYSPACE", DDL, "ks", None)),
        ("USE ks", ("USE", OTHER, "ks", None)),
        ("BEGIN UNLOGGED BATCH APPLY BATCH", ("UNLOGGED BATCH", WRITE, None, None)),
        ("DESCRIBE ks", ("DESCRIBE", OTHER, None, None)),
        (" ;; ", ("", OTHER, None, None)),
    ],
)
def test_what_a_statement_does(text, expected):
    statement = parse(text)
    assert (statement.verb, statement.treatment, statement.keyspace, statement.table) == expected


def test_statements_of_a_batch():
    batch = parse(
        "BEGIN BATCH INSERT INTO a (x) VALUES (1) UPDATE b SET x = 1 WHERE y = 2; DELETE FROM c; APPLY BATCH;"
    )
    assert [(one.verb, one.table) for one in batch.statements] == [("INSERT", "a"), ("UPDATE", "b"), ("DELETE", "c")]


@given(st.text())
def test_tokens_lose_nothing_but_space_and_comments(text):
    kept = "".join(token.text for token in tokenize(text))
    assert all(text[token.start : token.end] == token.text for token in tokenize(text))
    assert not set(kept) - set(text)


WORDS = "SELECT INSERT INTO UPDATE t . ( ) , * 'x' WHERE IN = ? BEGIN BATCH CREATE TABLE".split()  # noqa: SIM905


@given(st.lists(st.sampled_from(WORDS)))
def test_any_words_are_taken_or_refused(words):
    with suppress(CqlError):
        check_supported(parse(" ".join(words)))
