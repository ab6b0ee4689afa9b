"""DESCRIBE on a server before 4.0, held against what a server of today answers itself."""

import json
import re

import pytest

from cqlsh_ext.describe.answer import Describer
from cqlsh_ext.describe.request import Request

OPTION = re.compile(r"(?<=\)) WITH (?!CLUSTERING)[^;]*|\n    AND [^;]*")
ERRORS = """
DESCRIBE nothing; DESCRIBE TABLE nothing; DESCRIBE KEYSPACE nothing; DESCRIBE TYPE nothing; DESCRIBE INDEX nothing;
DESCRIBE MATERIALIZED VIEW nothing; DESCRIBE FUNCTION nothing; DESCRIBE AGGREGATE nothing; DESCRIBE TYPE "Nothing";
DESCRIBE nowhere.nothing; DESCRIBE TABLE nowhere.nothing; DESCRIBE TYPE nowhere.nothing; DESCRIBE INDEX nowhere.nothing;
DESCRIBE; DESCRIBE a b c; DESCRIBE TABLE; DESCRIBE ONLY KEYSPACE nothing;
"""
NO_KEYSPACE = """
DESCRIBE KEYSPACE; DESCRIBE ONLY KEYSPACE; DESCRIBE nothing; DESCRIBE TABLE nothing; DESCRIBE TYPE nothing;
"""
LISTS = "DESCRIBE TABLES; DESC COLUMNFAMILIES; DESCRIBE TYPES;"
SCHEMA = """
CREATE TYPE address (street text, zip int);
CREATE TYPE "Mixed Case" (home frozen<address>, "Field B" int);
CREATE TABLE carts (id int PRIMARY KEY, data blob);
CREATE TABLE "QuotedNames" (
    "Id" int, "c c" text, s int static, v frozen<"Mixed Case">, m map<text, int>, PRIMARY KEY ("Id", "c c")
) WITH CLUSTERING ORDER BY ("c c" DESC) AND comment = 'it''s' AND default_time_to_live = 60
    AND custom_properties = {'capacity_mode': {'throughput_mode': 'PROVISIONED', 'read_capacity_units': 3,
        'write_capacity_units': 2}, 'point_in_time_recovery': {'status': 'enabled'}};
CREATE TABLE several (a int, b int, c int, d int, PRIMARY KEY ((a, b), c, d)) WITH CLUSTERING ORDER BY (c ASC, d DESC);
"""


def comparable(statement):
    """Return a statement without options, columns and quotes in the driver's way: by name, and around `rows`."""
    head, *lines = OPTION.sub("", statement).replace('"rows"', "rows").split("\n")
    return [head, *sorted(line.strip().rstrip(",") for line in lines)]


def make(here, keyspace, statements):
    done = here.ext("-k", keyspace, "-e", statements.strip())
    assert (done.code, done.stderr.splitlines()) == (0, [])


def describe(here, keyspace, statement):
    done = here.ext("-k", keyspace, "-e", statement)
    assert done.code == 0
    return done.stdout.decode()


def test_statements_are_those_that_a_server_gives(filled, session):
    session.cluster.refresh_schema_metadata()
    theirs = [row.create_statement for row in session.execute(f"DESCRIBE KEYSPACE {filled}")]
    ours = Describer(session.cluster.metadata.keyspaces, None).statements(Request("keyspace", filled))
    assert [comparable(statement) for statement in ours] == [comparable(statement) for statement in theirs]
    for request in (Request("function", filled, "plus"), Request("aggregate", filled, "total")):
        assert list(Describer(session.cluster.metadata.keyspaces, None).statements(request)) == [
            row.create_statement for row in session.execute(f"DESCRIBE {request.what} {filled}.{request.name}")
        ]


def test_lists_are_those_that_a_server_gives(filled, session):
    session.cluster.refresh_schema_metadata()
    describer = Describer(session.cluster.metadata.keyspaces, filled)
    for what in ("tables", "types", "functions", "aggregates"):
        rows = session.execute(f"DESCRIBE {what}")
        assert list(describer.members(what)) == [(row.keyspace_name, row.name) for row in rows]
    assert describer.keyspace_names() == [row.name for row in session.execute("DESCRIBE KEYSPACES")]


@pytest.mark.parametrize("statements", [ERRORS, NO_KEYSPACE, LISTS])
def test_the_shell_prints_what_stock_does_on_a_server_of_today(statements, filled, here, stock):
    keyspace = [] if statements is NO_KEYSPACE else ["-k", filled]
    expected = stock(*keyspace, stdin=statements.encode())
    actual = here.ext(*keyspace, stdin=statements.encode())
    assert actual.stdout == expected.stdout
    assert actual.stderr.splitlines() == expected.stderr.splitlines()


def test_stock_describes_nothing(filled, here):
    assert b"DESCRIBE does not exist server side prior Cassandra 4.0" in here.stock("-k", filled, "-e", LISTS).stdout


def test_the_server_is_not_asked_to_describe(keyspace, here, service):
    describe(here, keyspace, "DESCRIBE KEYSPACES; DESCRIBE TABLES; DESCRIBE CLUSTER; DESCRIBE TYPES;")
    asked = [seen.text for seen in service.requests if not seen.text.startswith(("SELECT * FROM system", "USE"))]
    assert [text for text in asked if "system.local" not in text] == []


def test_what_it_prints_can_be_run_again(keyspace, here, session):
    first, second = f"{keyspace}_first", f"{keyspace}_second"
    try:
        make(here, keyspace, f"CREATE KEYSPACE {first} WITH replication = {{'class': 'SingleRegionStrategy'}}")
        make(here, first, SCHEMA)
        described = describe(here, first, "DESCRIBE KEYSPACE")
        make(here, keyspace, described.replace(first, second))
        assert describe(here, second, "DESCRIBE KEYSPACE") == described.replace(first, second)
    finally:
        for name in (first, second):
            session.execute(f"DROP KEYSPACE IF EXISTS {name}")
    assert "    AND default_time_to_live = 60\n" in described
    assert "'read_capacity_units': 3, 'write_capacity_units': 2}" in described
    assert "timestamp" not in described
    assert described.count("-- status: ACTIVE") == 3


def test_the_whole_schema(filled, here, service):
    schema = describe(here, filled, "DESCRIBE SCHEMA")
    assert f"CREATE KEYSPACE {filled} " in schema
    assert "CREATE KEYSPACE system" not in schema
    full = describe(here, filled, "DESCRIBE FULL SCHEMA")
    assert "CREATE TABLE system_schema_mcs.tables" in full
    assert sum("system_schema_mcs.tables" in seen.text for seen in service.requests) == 2


def test_internals_show_what_the_service_ignores(filled, here):
    assert "AND gc_grace_seconds" in describe(here, filled, "DESCRIBE TABLE blobs WITH INTERNALS")
    assert "gc_grace_seconds" not in describe(here, filled, "DESCRIBE TABLE blobs")


def test_the_cluster(filled, here, service):
    service.settings.partitioner = "com.amazonaws.cassandra.DefaultPartitioner"
    cluster, partitioner = "Cluster: Amazon Keyspaces", "Partitioner: com.amazonaws.cassandra.DefaultPartitioner"
    expected = f"\n{cluster}\n{partitioner}\nSnitch: not told to clients\n\n"
    assert describe(here, filled, "DESCRIBE CLUSTER") == expected


def test_descriptions_for_programs(filled, here):
    done = here.ext("-k", filled, "--format", "jsonl", "-e", "DESCRIBE TABLES; DESCRIBE CLUSTER; DESCRIBE TABLE blobs")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {"keyspace_name": filled, "name": "blobs"} in rows
    assert {"cluster": "Amazon Keyspaces", "partitioner": "Murmur3Partitioner", "snitch": "not told to clients"} in rows
    assert rows[-1]["create_statement"].startswith("-- status: ACTIVE\nCREATE TABLE")


def test_what_was_made_elsewhere_is_found(keyspace, here, session):
    with here.terminal("cqlsh-ext", "-k", keyspace) as terminal:
        terminal.until(f"cqlsh:{keyspace}> ")
        session.execute(f"CREATE TABLE {keyspace}.later (id int PRIMARY KEY)")
        terminal.type("DESCRIBE TABLE later;\n", "};")
        assert f"CREATE TABLE {keyspace}.later".encode() in terminal.written


def test_capture_takes_the_statements(keyspace, here):
    describe(here, keyspace, "CREATE TABLE IF NOT EXISTS captured (id int PRIMARY KEY);")
    captured = here.home / "captured.cql"
    make(here, keyspace, f"CAPTURE '{captured}'; DESCRIBE TABLE captured;")
    assert captured.read_text().startswith("-- status: ACTIVE\nCREATE TABLE")


def test_help_is_stocks(here):
    assert here.ext("-e", "HELP DESCRIBE").stdout == here.stock("-e", "HELP DESCRIBE").stdout
