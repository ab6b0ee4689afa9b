"""The size of rows: refused above the limit by the service's own formula, however the row came about."""

import json

import pytest
from cassandra import InvalidRequest

LIMIT = 10_000
TOO_LARGE = 'message="The update would cause the row to exceed the maximum allowed size"'
METADATA = 100
REST = METADATA + (2 * 2 + 3 + 1) + (2 * 2 + 1 + 1)
"""What the row of partition key 1 and clustering key 1 takes beside its other columns."""


@pytest.fixture(scope="module", autouse=True)
def tables(session, keyspace):
    """Make the tables of these tests; behind the service, so that they are there at once."""
    session.set_keyspace(keyspace)
    session.execute("CREATE TABLE t (p int, c int, a blob, b blob, l list<text>, s blob static, PRIMARY KEY (p, c))")
    session.execute("CREATE TABLE texts (id text PRIMARY KEY, v text)")


@pytest.fixture
def holds(service, cql, session):
    """Tell whether the service takes a statement, in a small row."""
    service.settings.row_bytes = LIMIT
    session.execute("TRUNCATE t")

    def run(statement, *values):
        try:
            cql.execute(statement, *values)
        except InvalidRequest as error:
            return TOO_LARGE not in str(error) and pytest.fail(str(error))
        return True

    return run


def fits(size):
    """Return how long a blob makes a row of columns p, c and one other of a size, and one that is longer by a byte."""
    return size - REST - 1, size - REST


def test_a_megabyte(service, cql, session):
    assert service.settings.row_bytes == 1_000_000
    insert = cql.prepare("INSERT INTO t (p, c, a) VALUES (1, 1, ?)")
    cql.execute(insert, [bytes(1_000_000 - REST - 1)])
    with pytest.raises(InvalidRequest, match="exceed the maximum allowed size"):
        cql.execute(insert, [bytes(1_000_000 - REST)])
    assert len(session.execute("SELECT a FROM t").one().a) == 1_000_000 - REST - 1


@pytest.mark.parametrize("form", ["bound", "prepared", "literal", "update", "json", "batch"])
def test_one_column(holds, cql, form):
    for number, expected in zip(fits(LIMIT), (True, False), strict=True):
        data = bytes(number)
        statement, values = {
            "bound": ("INSERT INTO t (p, c, a) VALUES (1, 1, %s)", [data]),
            "prepared": (cql.prepare("INSERT INTO t (p, c, a) VALUES (1, 1, ?)"), [data]),
            "literal": (f"INSERT INTO t (p, c, a) VALUES (1, 1, 0x{data.hex()})", []),
            "update": ("UPDATE t SET a = %s WHERE p = 1 AND c = 1", [data]),
            "json": (f"INSERT INTO t JSON '{json.dumps({'p': 1, 'c': 1, 'a': '0x' + data.hex()})}' DEFAULT UNSET", []),
            "batch": (f"BEGIN BATCH INSERT INTO t (p, c, a) VALUES (1, 1, 0x{data.hex()}) APPLY BATCH", []),
        }[form]
        assert holds(statement, values) == expected


def test_columns_that_the_row_has_already_count(holds):
    half = bytes(LIMIT // 2)
    assert holds("INSERT INTO t (p, c, a) VALUES (1, 1, %s)", [half])
    assert not holds("INSERT INTO t (p, c, b) VALUES (1, 1, %s)", [half])
    assert not holds("UPDATE t SET b = %s WHERE p = 1 AND c = 1", [half])
    assert holds("UPDATE t SET b = %s WHERE p = 1 AND c = 2", [half])
    assert holds("UPDATE t SET a = null, b = %s WHERE p = 1 AND c = 1", [half])


def test_lists_grow(holds):
    for number in range(4):
        assert holds("UPDATE t SET l = l + %s WHERE p = 1 AND c = 1", [["x" * 2_000]]), number
    assert not holds("UPDATE t SET l = l + %s WHERE p = 1 AND c = 1", [["x" * 2_000]])
    assert holds("UPDATE t SET l = %s WHERE p = 1 AND c = 1", [["x" * 2_000]])


def test_static_columns_count_for_themselves(holds):
    assert holds("INSERT INTO t (p, c, a, s) VALUES (1, 1, %s, %s)", [bytes(LIMIT - 200), bytes(LIMIT - 200)])
    assert not holds("INSERT INTO t (p, s) VALUES (2, %s)", [bytes(LIMIT)])


def test_text_counts_as_utf_8(holds):
    rest = METADATA + (2 * 2 + 3 + 1) + 1
    assert holds("INSERT INTO texts (id, v) VALUES ('ab', %s)", ["ü" * ((LIMIT - rest) // 2)])
    assert not holds("INSERT INTO texts (id, v) VALUES ('ab', %s)", ["ü" * ((LIMIT - rest) // 2 + 1)])
    assert not holds(f"INSERT INTO texts (id, v) VALUES ('ab', $${'ü' * (LIMIT // 2)}$$)")


def test_timestamps_take_their_bytes(holds, cql, session):
    cql.execute(
        "CREATE TABLE stamped (p int, c int, a blob, PRIMARY KEY (p, c))"
        " WITH CUSTOM_PROPERTIES = {'client_side_timestamps': {'status': 'enabled'}}"
    )
    largest = fits(LIMIT)[0] - 18
    assert holds("INSERT INTO stamped (p, c, a) VALUES (1, 1, %s)", [bytes(largest)])
    assert not holds("INSERT INTO stamped (p, c, a) VALUES (1, 1, %s)", [bytes(largest + 1)])
    assert session.execute("SELECT a FROM stamped").one() == (bytes(largest),)


def test_keys_have_their_own_limits(service, cql):
    service.settings.row_bytes = 1_000_000
    cql.execute("INSERT INTO texts (id) VALUES (%s)", ["x" * 2048])
    with pytest.raises(InvalidRequest, match="2048 bytes"):
        cql.execute("INSERT INTO texts (id) VALUES (%s)", ["x" * 2049])


def test_unset_values_are_none(holds, cql):
    insert = cql.prepare("INSERT INTO t (p, c, a, b) VALUES (?, ?, ?, ?)")
    assert holds(insert, (1, 1, bytes(LIMIT // 2)))
    assert not holds(insert.bind({"p": 1, "c": 1, "b": bytes(LIMIT // 2)}))


def test_deletes_pass(holds):
    assert holds("INSERT INTO t (p, c, a) VALUES (1, 1, %s)", [bytes(100)])
    assert holds("DELETE a FROM t WHERE p = 1 AND c = 1")
    assert holds("DELETE FROM t WHERE p = 1 AND c = 1 IF EXISTS")
