"""Throttling: timeouts with no response, on demand and above a rate."""

import pytest
from cassandra import ConsistencyLevel, ReadTimeout, WriteTimeout
from cassandra.concurrent import execute_concurrent, execute_concurrent_with_args
from cassandra.policies import WriteType
from cassandra.query import BatchStatement


@pytest.fixture(scope="module", autouse=True)
def tables(session, keyspace):
    """Make the table of these tests; behind the service, so that it is there at once."""
    session.set_keyspace(keyspace)
    session.execute("CREATE TABLE t (id int PRIMARY KEY, v text)")


def stored(session):
    return {row.id for row in session.execute("SELECT id FROM t")}


def test_writes_on_demand(service, cql, session):
    service.throttle.writes = 2
    for number in (1, 2):
        with pytest.raises(WriteTimeout) as caught:
            cql.execute("INSERT INTO t (id) VALUES (%s)", [number])
    error = caught.value
    assert "Operation timed out - received only 0 responses." in str(error)
    assert (error.received_responses, error.required_responses) == (0, 2)
    assert (error.write_type, error.consistency) == (WriteType.SIMPLE, ConsistencyLevel.LOCAL_QUORUM)
    cql.execute("INSERT INTO t (id) VALUES (3)")
    assert stored(session) & {1, 2, 3} == {3}
    assert service.throttle.refused == 2


def test_throttled_write_that_is_carried_out(service, cql, session):
    service.throttle.writes, service.throttle.applied = 1, True
    with pytest.raises(WriteTimeout):
        cql.execute("INSERT INTO t (id) VALUES (11)")
    assert 11 in stored(session)


def test_batch(service, cql):
    service.throttle.writes = 1
    batch = BatchStatement()
    batch.add("INSERT INTO t (id) VALUES (21)")
    with pytest.raises(WriteTimeout):
        cql.execute(batch)
    cql.execute(batch)


def test_reads_on_demand(service, cql):
    service.throttle.reads = 1
    prepared = cql.prepare("SELECT * FROM t")
    with pytest.raises(ReadTimeout) as caught:
        cql.execute(prepared)
    assert (caught.value.received_responses, caught.value.required_responses) == (0, 2)
    assert not caught.value.data_retrieved
    cql.execute(prepared)


def test_system_tables_are_not_throttled(service, cql):
    service.throttle.reads = 1
    cql.execute("SELECT * FROM system_schema_mcs.tables")
    assert service.throttle.reads == 1


def test_rate_of_writes(service, cql):
    service.throttle.write_rate = 20
    insert = cql.prepare("INSERT INTO t (id) VALUES (?)")
    results = execute_concurrent_with_args(
        cql, insert, [(number,) for number in range(100)], raise_on_first_error=False
    )
    refused = [result for passed, result in results if not passed]
    assert {type(error) for error in refused} == {WriteTimeout}
    assert 0 < len(refused) < 100
    assert len(refused) == service.throttle.refused
    service.throttle.write_rate = None
    cql.execute(insert, [1])


def test_rate_of_a_connection(service, cql):
    service.settings.connection_rate = 10
    results = execute_concurrent(cql, [("SELECT * FROM t", ())] * 200, raise_on_first_error=False)
    assert {type(result) for passed, result in results if not passed} == {ReadTimeout}
