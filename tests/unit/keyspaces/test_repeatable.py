"""Which statements may be sent again."""

import pytest

from cqlsh_ext.keyspaces.repeatable import why_not_repeatable

REPEATABLE = [
    "SELECT * FROM t WHERE a = now()",
    "USE shop",
    "INSERT INTO shop.t (a, b) VALUES (1, 'now() IF uuid()')",
    "INSERT INTO t (a, b) VALUES (1, textAsBlob('x')) USING TTL 5 AND TIMESTAMP 6",
    "INSERT INTO t (a, b) VALUES (1, [1, 2, 3])",
    """INSERT INTO t JSON '{"a": 1, "b": "now()"}' DEFAULT UNSET""",
    "UPDATE t SET x = 1 WHERE a = 1",
    "UPDATE t USING TTL 5 SET x = {a: 1, b: 'y'}, y = -1, z = null, w = true, address.zip = 5 WHERE a IN (1, 2);",
    "UPDATE t SET x = ['a + b'] WHERE (a, b) = (1, 2)",
    "DELETE FROM t WHERE a = 1",
    "DELETE x, y FROM t WHERE a = 1 AND b IN (1)",
    "DELETE FROM t WHERE a = 1 AND token(b) > 5",
    "BEGIN UNLOGGED BATCH INSERT INTO t (a) VALUES (1); UPDATE t SET x = 1 WHERE a = 1; APPLY BATCH",
]
NOT = {
    "INSERT INTO t (a, b) VALUES (1, now())": "now()",
    "INSERT INTO t (a, b) VALUES (1, toTimestamp(now()))": "now()",
    "INSERT INTO t (a, b) VALUES (1, shop.mine(1))": "mine()",
    "INSERT INTO t (a, b) VALUES (1, 2) IF NOT EXISTS": "condition",
    "UPDATE t SET x = 1 WHERE a = 1 IF x = 2": "condition",
    "UPDATE t SET x = 1 WHERE a = uuid()": "uuid()",
    "DELETE FROM t WHERE a = 1 IF EXISTS": "condition",
    "UPDATE t SET x = x + 1 WHERE a = 1": "adds",
    "UPDATE t SET x = [1] + x WHERE a = 1": "adds",
    "UPDATE t SET x = x - {1} WHERE a = 1": "adds",
    "UPDATE t SET x += 1 WHERE a = 1": "adds",
    "UPDATE t SET x -= 1 WHERE a = 1": "adds",
    'UPDATE t SET x = "X" WHERE a = 1': "adds",
    "UPDATE t SET y = 1, x = x+1 WHERE a = 1": "adds",
    "UPDATE t SET x[0] = 1 WHERE a = 1": "place",
    "DELETE x[1] FROM t WHERE a = 1": "place",
    "BEGIN COUNTER BATCH UPDATE t SET x = 1 WHERE a = 1; APPLY BATCH": "counts",
    "BEGIN BATCH INSERT INTO t (a) VALUES (1); INSERT INTO t (a) VALUES (uuid()); APPLY BATCH": "uuid()",
    "BEGIN BATCH UPDATE t SET x = x + 1 WHERE a = 1; APPLY BATCH": "adds",
    "CREATE TABLE t (a int PRIMARY KEY)": "CREATE",
    "DROP TABLE t": "DROP",
    "TRUNCATE t": "TRUNCATE",
    "GRANT x TO y": "GRANT",
    "": "twice",
}


@pytest.mark.parametrize("statement", REPEATABLE)
def test_repeatable(statement):
    assert why_not_repeatable(statement) is None


@pytest.mark.parametrize(("statement", "why"), NOT.items())
def test_not_repeatable(statement, why):
    assert why in why_not_repeatable(statement)
