import re

import pytest

from cqlsh_ext.shell.asking import question

TOKEN = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|\w+|[^\s\w]")
KEYS = {(None, "t"): ["p", "c"], ("ks", "t"): ["p", "c"], (None, "single"): ["id"], (None, '"T"'): ["P p", "c"]}


def asked(statement):
    tokens = [("endtoken" if text == ";" else "word", text, (0, 0)) for text in TOKEN.findall(statement)]
    return question(tokens, lambda keyspace, table: KEYS.get((keyspace, table)), unquote)


def unquote(name):
    return name[1:-1] if name.startswith('"') else name.lower()


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM t",
        "INSERT INTO t (p, c) VALUES (1, 2)",
        "DELETE FROM t WHERE p = 1 AND c = 2",
        "delete v, w from ks.t where c = 2 and p = 1 if v = 3",
        "DELETE FROM t USING TIMESTAMP 5 WHERE p IN (1, 2) AND c = 2",
        "DELETE FROM t WHERE P = 1 AND (c) = (2)",
        "DELETE FROM t WHERE p = 1 AND (c) IN ((2), (3))",
        "DELETE m['AND'] FROM single WHERE id = 'x WHERE'",
        'DELETE FROM "T" WHERE "P p" = 1 AND C = 2',
        "BEGIN BATCH INSERT INTO t (p) VALUES (1); DELETE FROM single WHERE id = 1; APPLY BATCH",
        "UPDATE t SET v = 1 WHERE p = 1",
    ],
)
def test_what_runs_at_once(statement):
    assert asked(f"{statement};") is None


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM t WHERE p = 1",
        "DELETE FROM t WHERE p = 1 AND c > 2",
        "DELETE FROM t WHERE p = 1 IF c = 2",
        "DELETE FROM t WHERE p = 1 AND d = (c = 2)",
        "DELETE FROM t WHERE token(p) = 1 AND c = 1",
        'DELETE FROM "T" WHERE p = 1 AND c = 2',
        "BEGIN UNLOGGED BATCH DELETE FROM t WHERE p = 1 AND c = 2; DELETE FROM t WHERE p = 1; APPLY BATCH",
        "DELETE FROM ks.t",
    ],
)
def test_a_wide_delete_is_asked_about(statement):
    assert re.match(r"This DELETE does not name a full primary key \((p|P p), c\)", asked(statement))


def test_what_cannot_be_told_is_asked_about():
    for statement in ("DELETE FROM unknown WHERE id = 1", "DELETE", "DELETE FROM", "DELETE FROM ks."):
        assert asked(statement) == "This DELETE does not name a full primary key, so it may take many rows."


@pytest.mark.parametrize("statement", ["DROP TABLE t", "drop keyspace ks", "TRUNCATE t"])
def test_drop_and_truncate_are_asked_about(statement):
    assert asked(statement) == f"{statement.split()[0].upper()} cannot be undone."
