"""The LIMIT of a SELECT."""

import pytest

from cqlsh_ext.keyspaces.limit import read_limit


@pytest.mark.parametrize(
    ("statement", "limit"),
    [
        ("SELECT * FROM t LIMIT 10", 10),
        ("select a from t where b = 'LIMIT 5' limit 10;", 10),
        ("SELECT * FROM t LIMIT 0", None),
        ("SELECT * FROM t LIMIT -1", None),
        ("SELECT * FROM t LIMIT ?", None),
        ("SELECT * FROM t", None),
        ("SELECT * FROM t WHERE a = 'LIMIT 5'", None),
        ("SELECT * FROM t WHERE b = 1 LIMIT 10 ALLOW FILTERING", None),
        ("INSERT INTO t (a) VALUES (1)", None),
        ("", None),
    ],
)
def test_limits(statement, limit):
    assert read_limit(statement) == limit
