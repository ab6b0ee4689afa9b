"""Who the service says it is, and what it shows of the schema."""

import pytest
from cassandra import InvalidRequest, Unauthorized
from keyspaces import DEFAULT_PARTITIONER, MURMUR3

REGION = "us-east-1"


@pytest.fixture
def rows(connect):
    """Run a statement; return the rows as mappings."""
    session = connect()
    return lambda statement, *values: [row._asdict() for row in session.execute(statement, *values)]


def test_local(rows):
    (row,) = rows("SELECT * FROM system.local WHERE key = 'local'")
    expected = {
        "cluster_name": "Amazon Keyspaces",
        "release_version": "3.11.2",
        "cql_version": "3.4.4",
        "native_protocol_version": "4",
        "data_center": REGION,
        "rack": REGION,
        "partitioner": MURMUR3,
        "rpc_address": "127.0.0.100",
    }
    assert expected.items() <= row.items()
    assert set(row) == {
        *(
            "key",
            "bootstrapped",
            "broadcast_address",
            "cluster_name",
            "cql_version",
            "data_center",
            "gossip_generation",
        ),
        *("host_id", "listen_address", "native_protocol_version", "partitioner", "rack", "release_version"),
        *("rpc_address", "schema_version", "thrift_version", "tokens", "truncated_at"),
    }


def test_peers(rows):
    (local,) = rows("SELECT rpc_address, host_id, schema_version FROM system.local")
    peers = rows("SELECT * FROM system.peers")
    assert len(peers) == 9
    assert len({peer["host_id"] for peer in peers} | {local["host_id"]}) == 10
    assert {peer["schema_version"] for peer in peers} == {local["schema_version"]}
    assert {(peer["data_center"], peer["rack"], peer["release_version"]) for peer in peers} == {
        (REGION, REGION, "3.11.2")
    }


def test_every_peer_is_an_endpoint(connect, rows):
    for peer in rows("SELECT rpc_address FROM system.peers"):
        assert connect(address=peer["rpc_address"]).cluster.metadata.cluster_name == "Amazon Keyspaces"


def test_control_node_among_its_peers(service, rows):
    service.settings.self_in_peers = True
    peers = [peer["peer"] for peer in rows("SELECT peer FROM system.peers")]
    assert (len(peers), service.host in peers) == (9, True)


def test_peers_without_tokens(service, rows):
    service.settings.peers_without_tokens = 2
    assert [peer["tokens"] for peer in rows("SELECT tokens FROM system.peers")][:3].count(None) == 2


def test_no_peers_v2(rows):
    with pytest.raises(InvalidRequest, match=r"unconfigured table system\.peers_v2"):
        rows("SELECT * FROM system.peers_v2")


def test_older_partitioner(service, connect, rows):
    service.settings.partitioner = DEFAULT_PARTITIONER
    assert connect().cluster.metadata.token_map is None
    rows(f"UPDATE system.local SET partitioner = '{MURMUR3}' WHERE key = 'local'")
    assert rows("SELECT partitioner FROM system.local") == [{"partitioner": MURMUR3}]


def test_system_keyspaces_are_read_only(rows):
    with pytest.raises(Unauthorized, match="system keyspace is not user-modifiable"):
        rows("DELETE FROM system.local WHERE key = 'local'")
    with pytest.raises(Unauthorized, match="system_schema_mcs keyspace is not user-modifiable"):
        rows("DROP TABLE system_schema_mcs.tables")


@pytest.mark.parametrize("keyspace", ["system_auth", "system_traces", "system_distributed"])
def test_keyspaces_that_the_service_does_not_have(rows, keyspace):
    with pytest.raises(InvalidRequest, match=f"unconfigured keyspace {keyspace}"):
        rows(f"SELECT * FROM {keyspace}.roles")
    with pytest.raises(InvalidRequest, match=f"unconfigured keyspace {keyspace}"):
        rows(f"USE {keyspace}")


def test_use_of_a_system_keyspace(rows):
    rows("USE system_schema_mcs")
    assert rows("SELECT keyspace_name FROM keyspaces WHERE keyspace_name = 'system'") == [{"keyspace_name": "system"}]


def test_keyspaces(rows, keyspace):
    found = {row.pop("keyspace_name"): row for row in rows("SELECT * FROM system_schema.keyspaces")}
    system = {"system", "system_schema", "system_schema_mcs", "system_multiregion_info"}
    assert {name for name in found if name.startswith("system")} == system
    replication = {"class": "org.apache.cassandra.locator.SimpleStrategy", "replication_factor": "3"}
    assert all(row == {"durable_writes": True, "replication": replication} for row in found.values())
    assert keyspace in found


def test_driver_reads_the_schema(connect, session, keyspace):
    session.execute("CREATE TYPE point (x int, y int)")
    session.execute(
        "CREATE TABLE shown (id timeuuid, c int, data blob, s frozen<list<text>> static, p frozen<point>,"
        " PRIMARY KEY (id, c)) WITH comment = 'of mine' AND gc_grace_seconds = 5 AND compaction ="
        " {'class': 'LeveledCompactionStrategy'}"
    )
    described = connect().cluster.metadata.keyspaces[keyspace].export_as_string()
    assert "'class': 'SimpleStrategy', 'replication_factor': '3'" in described
    table = described[described.index("CREATE TABLE") :].splitlines()
    assert [line.strip() for line in table[1:6]] == [
        "id timeuuid,",
        "c int,",
        "data blob,",
        "p frozen<point>,",
        "s frozen<list<text>> static,",
    ]
    assert [line.strip().removeprefix("AND ") for line in table[7:]] == [
        ") WITH CLUSTERING ORDER BY (c ASC)",
        "bloom_filter_fp_chance = 0.01",
        "caching = {'class': 'com.amazonaws.cassandra.DefaultCaching'}",
        "comment = 'of mine'",
        "compaction = {'class': 'com.amazonaws.cassandra.DefaultCompaction'}",
        "compression = {'class': 'com.amazonaws.cassandra.DefaultCompression'}",
        "crc_check_chance = 1.0",
        "dclocal_read_repair_chance = 0.0",
        "default_time_to_live = 0",
        "gc_grace_seconds = 7776000",
        "max_index_interval = 2048",
        "memtable_flush_period_in_ms = 3600000",
        "min_index_interval = 128",
        "read_repair_chance = 0.0",
        "speculative_retry = '99PERCENTILE';",
    ]


def test_system_tables_are_described(connect):
    keyspaces = connect().cluster.metadata.keyspaces
    assert list(keyspaces["system_schema_mcs"].tables["tables"].columns)[:2] == ["keyspace_name", "table_name"]
    assert set(keyspaces["system_schema_mcs"].tables) == {
        *("keyspaces", "tables", "tables_history", "columns", "tags", "types", "autoscaling")
    }
    assert set(keyspaces["system_multiregion_info"].tables) == {"keyspaces", "tables", "types", "autoscaling"}


def test_search_of_system_tables(rows, connect, session, keyspace):
    for name in ("a", "b", "c"):
        session.execute(f"CREATE TABLE searched_{name} (id int PRIMARY KEY)")
    start = f"SELECT table_name AS t FROM system_schema_mcs.tables WHERE keyspace_name = '{keyspace}'"
    assert rows(f"{start} AND table_name = 'searched_b'") == [{"t": "searched_b"}]
    assert len(rows(f"{start} AND table_name IN ('searched_a', 'searched_c', 'x')")) == 2
    assert [
        row["t"] for row in rows(f"{start} AND table_name >= 'searched_b' AND table_name < 'searched_d' LIMIT 1")
    ] == ["searched_b"]
    statement = "SELECT status FROM system_schema_mcs.tables WHERE keyspace_name = ? AND table_name = ?"
    other = connect()
    assert other.execute(other.prepare(statement), (keyspace, "searched_a")).one().status == "ACTIVE"
    with pytest.raises(InvalidRequest, match="Undefined column name nope"):
        rows("SELECT nope FROM system.local")
