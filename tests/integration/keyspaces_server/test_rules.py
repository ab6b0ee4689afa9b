"""The rules on statements: consistency levels, what is not supported, batches, TTL."""

import re
import time

import pytest
from cassandra import ConsistencyLevel, InvalidRequest
from cassandra.protocol import SyntaxException
from cassandra.query import BatchStatement, BatchType, SimpleStatement

WRITES = {"LOCAL_QUORUM"}
READS = {"ONE", "LOCAL_QUORUM", "LOCAL_ONE"}
LEVELS = sorted(ConsistencyLevel.name_to_value)


@pytest.fixture(scope="module", autouse=True)
def tables(session, keyspace):
    """Make the tables of these tests; behind the service, so that they are there at once."""
    session.set_keyspace(keyspace)
    session.execute("CREATE TABLE t (p int, c int, v text, s text static, PRIMARY KEY (p, c))")
    session.execute("CREATE TABLE counters (id int PRIMARY KEY, n counter)")


@pytest.fixture
def refused(cql):
    """Return the text with which a statement is refused."""

    def run(statement, *values, kind=InvalidRequest):
        with pytest.raises(kind) as caught:
            cql.execute(statement, *values)
        return re.search('message="(.*)"', str(caught.value), re.DOTALL)[1]

    return run


def refusal(level, levels):
    return f"Consistency level {level} is not supported for this operation. Supported consistency levels are: {levels}"


@pytest.mark.parametrize("level", [level for level in LEVELS if level not in WRITES])
def test_levels_of_writes(cql, refused, level):
    number = ConsistencyLevel.name_to_value[level]
    text = "INSERT INTO t (p, c) VALUES (1, 1)"
    assert refused(SimpleStatement(text, consistency_level=number)) == refusal(level, "LOCAL_QUORUM")
    prepared = cql.prepare(text)
    prepared.consistency_level = number
    assert refused(prepared) == refusal(level, "LOCAL_QUORUM")
    batch = BatchStatement(BatchType.UNLOGGED, consistency_level=number)
    batch.add(text)
    assert refused(batch) == refusal(level, "LOCAL_QUORUM")


@pytest.mark.parametrize("level", LEVELS)
def test_levels_of_reads(cql, refused, level):
    for text in ("SELECT * FROM t", "SELECT key FROM system.local"):
        statement = SimpleStatement(text, consistency_level=ConsistencyLevel.name_to_value[level])
        if level in READS:
            cql.execute(statement)
        else:
            assert refused(statement) == refusal(level, "ONE, LOCAL_QUORUM, LOCAL_ONE")


def test_serial_consistency_of_a_condition(service, cql, refused):
    text = "INSERT INTO t (p, c) VALUES (9, 9) IF NOT EXISTS"
    serial = SimpleStatement(text, serial_consistency_level=ConsistencyLevel.SERIAL)
    assert cql.execute(serial).one().applied
    service.settings.refuse_serial = True
    assert "SERIAL" in refused(serial)
    cql.execute(SimpleStatement(text, serial_consistency_level=ConsistencyLevel.LOCAL_SERIAL))


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("SELECT count(*) FROM t", "count"),
        ("SELECT COUNT(1) FROM t", "count"),
        ("SELECT max(c) AS m FROM t", "max"),
        ("SELECT DISTINCT p FROM t", "DISTINCT"),
        ("SELECT p FROM t GROUP BY p", "GROUP BY"),
        ("SELECT * FROM t PER PARTITION LIMIT 1", "PER PARTITION LIMIT"),
        ("SELECT * FROM t WHERE p IN (1, 2) AND c > 1", "A slice with IN"),
        ("UPDATE t SET v = 'x' WHERE p IN (1, 2) AND c = 1", "IN in UPDATE"),
        ("DELETE FROM t WHERE p IN (1, 2)", "IN in DELETE"),
        ("TRUNCATE t", "TRUNCATE"),
        ("TRUNCATE TABLE t", "TRUNCATE"),
        ("CREATE INDEX ON t (v)", "CREATE INDEX"),
        ("CREATE CUSTOM INDEX ON t (v) USING 'StorageAttachedIndex'", "CREATE CUSTOM INDEX"),
        ("DROP INDEX t_v_idx", "DROP INDEX"),
        ("CREATE MATERIALIZED VIEW w AS SELECT * FROM t PRIMARY KEY (c, p)", "CREATE MATERIALIZED VIEW"),
        ("CREATE OR REPLACE FUNCTION f (a int) RETURNS NULL ON NULL INPUT RETURNS int", "CREATE FUNCTION"),
        ("CREATE AGGREGATE a (int) SFUNC f STYPE int", "CREATE AGGREGATE"),
        ("CREATE TRIGGER r ON t USING 'x'", "CREATE TRIGGER"),
        ("ALTER TYPE point ADD z int", "ALTER TYPE"),
        ("CREATE ROLE r", "CREATE ROLE"),
        ("LIST ROLES", "LIST"),
        ("GRANT SELECT ON t TO r", "GRANT"),
        ("INSERT INTO t (p, c) VALUES (1, 1) USING TTL 60", "TTL"),
        ("UPDATE t USING TTL 60 SET v = 'x' WHERE p = 1 AND c = 1", "TTL"),
        ("INSERT INTO t (p, c) VALUES (1, 1) USING TIMESTAMP 1", "TIMESTAMP"),
        ("SELECT WRITETIME(v) FROM t", "WRITETIME"),
    ],
)
def test_unsupported(refused, statement, what):
    assert refused(statement) == f"{what} is not yet supported."


@pytest.mark.parametrize("name", ["count", "max", "distinct"])
def test_column_named_like_a_function(session, cql, name):
    session.execute(f'CREATE TABLE named_{name} (id int PRIMARY KEY, "{name}" int)')
    cql.execute(f'INSERT INTO named_{name} (id, "{name}") VALUES (1, 2)')
    assert cql.execute(f'SELECT "{name}" FROM named_{name}').one() == (2,)


@pytest.mark.parametrize(
    ("statement", "place", "word"),
    [("DESCRIBE TABLES", "1:0", "DESCRIBE"), ("desc t", "1:0", "desc"), ("", "0:-1", "<EOF>"), ("§", "1:0", "§")],
)
def test_not_cql(refused, statement, place, word):
    reason = f"line {place} no viable alternative at input '{word}'"
    assert refused(statement, kind=SyntaxException) == reason


def test_prepared_change_of_the_schema(cql):
    with pytest.raises(InvalidRequest, match="Prepared DDL"):
        cql.prepare("CREATE TABLE u (id int PRIMARY KEY)")


def batch_of(count, kind, text="INSERT INTO t (p, c, v) VALUES (1, {0}, 'x')"):
    batch = BatchStatement(kind)
    for number in range(count):
        batch.add(text.format(number))
    return batch


def test_unlogged_batches(cql, refused):
    cql.execute(batch_of(30, BatchType.UNLOGGED))
    text = refused(batch_of(31, BatchType.UNLOGGED))
    assert text == "Batches with more than 30 statements are not supported."


def test_logged_batches(cql, refused):
    cql.execute(batch_of(100, BatchType.LOGGED))
    text = refused(batch_of(101, BatchType.LOGGED))
    assert text == "Batches with more than 100 statements are not supported."
    static = "INSERT INTO t (p, c, s) VALUES ({0}, 1, 'x')"
    cql.execute(batch_of(50, BatchType.LOGGED, static))
    text = refused(batch_of(51, BatchType.LOGGED, static))
    assert text == "Batches with more than 50 statements are not supported."


def test_logged_batch_of_prepared_statements(cql, refused):
    insert = cql.prepare("INSERT INTO t (p, c) VALUES (?, ?)")
    batch = BatchStatement()
    batch.add(insert, (1, 1))
    batch.add(insert, (1, 2))
    cql.execute(batch)
    batch.add(insert, (1, 1))
    assert "one row" in refused(batch)


def test_range_delete_in_a_logged_batch(refused):
    assert "Range deletes" in refused(batch_of(1, BatchType.LOGGED, "DELETE FROM t WHERE p = {0}"))


@pytest.mark.parametrize("kind", [BatchType.LOGGED, BatchType.COUNTER])
def test_counters_in_batches(cql, refused, kind):
    cql.execute("UPDATE counters SET n = n + 1 WHERE id = 1")
    text = refused(batch_of(1, kind, "UPDATE counters SET n = n + 1 WHERE id = {0}"))
    assert text == "Only UNLOGGED Batches are supported at this time."


def test_batches_as_text(cql, refused):
    many = " ".join(f"INSERT INTO t (p, c) VALUES (5, {number});" for number in range(31))
    assert "more than 30" in refused(f"BEGIN UNLOGGED BATCH {many} APPLY BATCH")
    cql.execute(f"BEGIN BATCH {many} APPLY BATCH")
    assert len(cql.execute("SELECT c FROM t WHERE p = 5").all()) == 31
    assert "IN in DELETE" in refused("BEGIN BATCH DELETE FROM t WHERE p IN (1, 2) APPLY BATCH")


def test_in_has_a_limit(cql, refused):
    cql.execute(f"SELECT * FROM t WHERE p IN ({', '.join(map(str, range(100)))})")
    assert "100 subqueries" in refused(f"SELECT * FROM t WHERE p IN ({', '.join(map(str, range(101)))})")
    assert "100 subqueries" in refused(f"SELECT * FROM t WHERE p IN ({'1, ' * 10}1) AND c IN ({'1, ' * 10}1)")


def test_range_delete_has_a_limit(session, cql, refused):
    session.execute("CREATE TABLE wide (p int, c int, PRIMARY KEY (p, c))")
    insert = session.prepare("INSERT INTO wide (p, c) VALUES (?, ?)")
    for number in range(1001):
        session.execute(insert, (1, number))
    text = "Range delete requests are limited by the amount of items that can be deleted in a single range."
    assert refused("DELETE FROM wide WHERE p = 1") == text
    assert refused("DELETE FROM wide WHERE p = %s AND c >= %s", (1, 0)) == text
    cql.execute("DELETE FROM wide WHERE p = 1 AND c > 0")
    assert len(cql.execute("SELECT c FROM wide").all()) == 1


def test_ttl_where_it_is_on(service, cql, refused):
    service.settings.ddl_seconds = 0
    cql.execute("CREATE TABLE brief (id int PRIMARY KEY) WITH default_time_to_live = 100")
    cql.execute("CREATE TABLE later (id int PRIMARY KEY)")
    assert refused("INSERT INTO later (id) VALUES (1) USING TTL 60") == "TTL is not yet supported."
    cql.execute("ALTER TABLE later WITH CUSTOM_PROPERTIES = {'ttl': {'status': 'enabled'}}")
    for table in ("brief", "later"):
        cql.execute(f"INSERT INTO {table} (id) VALUES (1) USING TTL 60")
        cql.execute(f"INSERT INTO {table} (id) VALUES (%s) USING TTL %s", (1, 60))
        assert "maximum (630720000)" in refused(f"INSERT INTO {table} (id) VALUES (1) USING TTL 630720001")


def test_timestamps_where_they_are_on(cql, refused):
    on = "WITH CUSTOM_PROPERTIES = {'client_side_timestamps': {'status': 'enabled'}}"
    cql.execute(f"CREATE TABLE stamped (id int PRIMARY KEY, v text) {on}")
    now = int(time.time() * 1e6)
    cql.execute(f"INSERT INTO stamped (id, v) VALUES (1, 'x') USING TIMESTAMP {now}")
    assert cql.execute("SELECT WRITETIME(v) FROM stamped").one() == (now,)
    insert = cql.prepare("UPDATE stamped USING TIMESTAMP ? SET v = 'x' WHERE id = 1")
    for seconds, taken in ((-2 * 86400 + 60, True), (240, True), (-2 * 86400 - 60, False), (360, False)):
        values = [now + seconds * 1_000_000]
        if taken:
            cql.execute(insert, values)
        else:
            assert refused(insert, values).startswith("A timestamp must lie between")


def test_missing_objects(refused, keyspace):
    assert refused("SELECT * FROM nothing") == f"unconfigured table {keyspace}.nothing"
    assert refused("SELECT * FROM nowhere.nothing") == "unconfigured keyspace nowhere"
    assert refused("USE nowhere") == "unconfigured keyspace nowhere"


def test_errors_of_cassandra_pass(refused):
    assert refused("SELECT nope FROM t").startswith("Undefined column name nope")


def test_what_clients_sent_is_kept(service, cql):
    cql.execute(cql.prepare("SELECT v FROM t WHERE p = ? AND c = ?"), (1, 1))
    seen = service.requests[-1]
    assert (seen.opcode.name, seen.text) == ("EXECUTE", "SELECT v FROM t WHERE p = ? AND c = ?")
    assert (seen.consistency.name, seen.client.user) == ("LOCAL_QUORUM", "alice-at-111122223333")
