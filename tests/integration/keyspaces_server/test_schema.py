"""Changes of the schema: asynchronous, in the service's own terms, kept in the Cassandra behind."""

import os
import time

import pytest
from cassandra import AlreadyExists, InvalidRequest

STATUS = "SELECT status FROM system_schema_mcs.tables WHERE keyspace_name = %s AND table_name = %s"
KEYSPACE = "SELECT keyspace_name FROM system_schema_mcs.keyspaces WHERE keyspace_name = %s"
SECONDS = 10


@pytest.fixture
def own(connect, service, session):
    """Return a session of the service, which takes its time, and the name of a keyspace that is not there."""
    service.settings.ddl_seconds = 3600
    name = f"service_schema_{os.getpid()}"
    session.execute(f"DROP KEYSPACE IF EXISTS {name}")
    yield connect(), name
    session.execute(f"DROP KEYSPACE IF EXISTS {name}")


@pytest.fixture
def made(own, service):
    """Return a session of the service, and the name of a keyspace that is ready."""
    session, name = own
    session.execute(f"CREATE KEYSPACE {name} WITH replication = {{'class': 'SingleRegionStrategy'}}")
    service.finish_changes()
    return own


def status(session, keyspace, table):
    row = session.execute(STATUS, [keyspace, table]).one()
    return row and row.status


def test_keyspace_is_not_there_at_once(own, service):
    session, name = own
    session.execute(f"CREATE KEYSPACE {name} WITH replication = {{'class': 'SingleRegionStrategy'}}")
    assert session.execute(KEYSPACE, [name]).one() is None
    for statement in (f"USE {name}", f"CREATE TABLE {name}.t (id int PRIMARY KEY)", f"SELECT * FROM {name}.t"):
        with pytest.raises(InvalidRequest, match=f"unconfigured keyspace {name}"):
            session.execute(statement)
    service.finish_changes()
    assert session.execute(KEYSPACE, [name]).one() is not None
    session.execute(f"USE {name}")


def test_table_is_not_there_at_once(made, service):
    session, name = made
    session.execute(f"CREATE TABLE {name}.t (id int PRIMARY KEY, v text)")
    assert status(session, name, "t") == "CREATING"
    session.cluster.refresh_schema_metadata()
    assert "t" not in session.cluster.metadata.keyspaces[name].tables
    insert = f"INSERT INTO {name}.t (id, v) VALUES (1, 'x')"
    for use in (session.execute, session.prepare):
        with pytest.raises(InvalidRequest, match=rf"unconfigured table {name}\.t"):
            use(insert)
    service.finish_changes()
    assert status(session, name, "t") == "ACTIVE"
    session.execute(insert)
    assert session.execute(f"SELECT v FROM {name}.t").one().v == "x"
    session.cluster.refresh_schema_metadata()
    assert "t" in session.cluster.metadata.keyspaces[name].tables


def test_changes_take_their_time(made, service):
    session, name = made
    service.settings.ddl_seconds = 0.5
    begin = time.monotonic()
    session.execute(f"CREATE TABLE {name}.t (id int PRIMARY KEY)")
    while status(session, name, "t") != "ACTIVE":
        assert time.monotonic() < begin + SECONDS
        time.sleep(0.02)
    assert time.monotonic() - begin >= 0.5


def test_if_not_exists(made, service):
    session, name = made
    for _ in range(2):
        session.execute(f"CREATE TABLE IF NOT EXISTS {name}.t (id int PRIMARY KEY)")
        service.finish_changes()
        assert status(session, name, "t") == "ACTIVE"
    session.execute(f"CREATE TABLE IF NOT EXISTS {name}.t (id int PRIMARY KEY)")
    assert status(session, name, "t") == "ACTIVE"
    with pytest.raises(AlreadyExists):
        session.execute(f"CREATE TABLE {name}.t (id int PRIMARY KEY)")


def test_added_column_is_not_there_at_once(made, service):
    session, name = made
    session.execute(f"CREATE TABLE {name}.t (id int PRIMARY KEY)")
    service.finish_changes()
    assert status(session, name, "t") == "ACTIVE"
    session.execute(f"ALTER TABLE {name}.t ADD v text")
    assert status(session, name, "t") == "UPDATING"
    session.execute(f"INSERT INTO {name}.t (id) VALUES (1)")
    with pytest.raises(InvalidRequest, match="Undefined column name v"):
        session.execute(f"INSERT INTO {name}.t (id, v) VALUES (1, 'x')")
    service.finish_changes()
    assert status(session, name, "t") == "ACTIVE"
    session.execute(f"INSERT INTO {name}.t (id, v) VALUES (1, 'x')")


def test_dropped_table_is_seen_going(made, service):
    session, name = made
    session.execute(f"CREATE TABLE {name}.t (id int PRIMARY KEY)")
    service.finish_changes()
    assert status(session, name, "t") == "ACTIVE"
    session.execute(f"DROP TABLE {name}.t")
    assert status(session, name, "t") == "DELETING"
    with pytest.raises(InvalidRequest, match=rf"unconfigured table {name}\.t"):
        session.execute(f"SELECT * FROM {name}.t")
    with pytest.raises(InvalidRequest, match="is being deleted"):
        session.execute(f"CREATE TABLE {name}.t (id int PRIMARY KEY)")
    service.finish_changes()
    assert status(session, name, "t") is None
    session.execute(f"CREATE TABLE {name}.t (id int PRIMARY KEY)")


def test_dropped_keyspace_is_seen_going(made, service):
    session, name = made
    session.execute(f"DROP KEYSPACE {name}")
    assert session.execute(KEYSPACE, [name]).one() is not None
    service.finish_changes()
    assert session.execute(KEYSPACE, [name]).one() is None


def test_type(made, service):
    session, name = made
    session.execute(f"CREATE TYPE {name}.point (x int, y int)")
    statement = "SELECT status FROM system_schema_mcs.types WHERE keyspace_name = %s"
    assert session.execute(statement, [name]).one().status == "CREATING"
    with pytest.raises(InvalidRequest, match=rf"Unknown type {name}\.point"):
        session.execute(f"CREATE TABLE {name}.t (id int PRIMARY KEY, p frozen<point>)")
    service.finish_changes()
    assert session.execute(statement, [name]).one().status == "ACTIVE"
    session.execute(f"CREATE TABLE {name}.t (id int PRIMARY KEY, p frozen<point>)")


def test_options_of_the_service(made, service):
    session, name = made
    session.execute(
        f"CREATE TABLE {name}.t (id int, c int, PRIMARY KEY (id, c)) WITH CUSTOM_PROPERTIES = {{'capacity_mode': "
        "{'throughput_mode': 'PROVISIONED', 'read_capacity_units': 10, 'write_capacity_units': 20}}"
        " AND CLUSTERING ORDER BY (c DESC) AND TAGS = {'team': 'blobs'} AND compression = {'class': 'LZ4Compressor'}"
    )
    service.finish_changes()
    assert status(session, name, "t") == "ACTIVE"
    row = session.execute(f"SELECT * FROM system_schema_mcs.tables WHERE keyspace_name = '{name}'").one()
    assert row.custom_properties["capacity_mode"] == {
        "throughput_mode": "PROVISIONED",
        "read_capacity_units": "10",
        "write_capacity_units": "20",
    }
    assert row.custom_properties["encryption_specification"] == {"encryption_type": "AWS_OWNED_KMS_KEY"}
    assert row.compression == {"class": "com.amazonaws.cassandra.DefaultCompression"}
    session.execute(
        f"ALTER TABLE {name}.t WITH CUSTOM_PROPERTIES = {{'point_in_time_recovery': {{'status': 'enabled'}}}}"
    )
    assert status(session, name, "t") == "UPDATING"
    row = session.execute(f"SELECT * FROM system_schema_mcs.tables WHERE keyspace_name = '{name}'").one()
    assert row.custom_properties["point_in_time_recovery"] == {"status": "enabled"}
    session.execute(f"ALTER TABLE {name}.t ADD TAGS {{'cost': 'low'}}")
    assert session.execute("SELECT * FROM system_schema_mcs.tags").one().tags == {"team": "blobs", "cost": "low"}
    ordered = session.cluster.metadata
    session.cluster.refresh_schema_metadata()
    assert "CLUSTERING ORDER BY (c DESC)" in ordered.keyspaces[name].tables["t"].export_as_string()


def test_several_regions(own, service):
    session, name = own
    replication = "{'class': 'NetworkTopologyStrategy', 'us-east-1': '3', 'eu-west-1': '3'}"
    session.execute(f"CREATE KEYSPACE {name} WITH replication = {replication}")
    service.finish_changes()
    assert session.execute(KEYSPACE, [name]).one() is not None
    statement = "SELECT region FROM system_multiregion_info.keyspaces WHERE keyspace_name = %s"
    assert {row.region for row in session.execute(statement, [name])} == {"us-east-1", "eu-west-1"}


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("CREATE TABLE {0}.t (id int PRIMARY KEY, d duration)", "duration"),
        ("ALTER TABLE {0}.kept DROP v", "ALTER TABLE DROP is not yet supported"),
        ("ALTER TABLE {0}.kept RENAME id TO k", "ALTER TABLE RENAME is not yet supported"),
        ("ALTER TABLE {0}.kept WITH custom_properties = {{'ttl': {{'status': 'enabled'}}, 'x': {{}}}}", "one custom"),
        ("DROP TABLE {0}.nothing", r"unconfigured table {0}\.nothing"),
        ("DROP KEYSPACE nothing_at_all", "unconfigured keyspace nothing_at_all"),
        (
            "CREATE KEYSPACE x WITH replication = {{'class': 'NetworkTopologyStrategy', 'us-east-1': '3'}}",
            "two regions",
        ),
        ("CREATE KEYSPACE x WITH replication = {{'class': 'Some'}}", "'Some'"),
        (
            "CREATE KEYSPACE x WITH replication = {{'class': 'SingleRegionStrategy'}} AND durable_writes = false",
            "durable_writes must be true",
        ),
    ],
)
def test_refused(cql, session, keyspace, statement, reason):
    session.execute("CREATE TABLE IF NOT EXISTS kept (id int PRIMARY KEY, v text)")
    with pytest.raises(InvalidRequest, match=reason.format(keyspace)):
        cql.execute(statement.format(keyspace))
