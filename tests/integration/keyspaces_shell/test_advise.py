"""ADVISE on Amazon Keyspaces: what it costs is said first, and a table's own compression is the service's."""

import json
import zlib

import pytest
from cassandra.concurrent import execute_concurrent_with_args

DOCUMENTS = [json.dumps({"id": n, "site": "Rotterdam", "alarms": [n] * 9}).encode() for n in range(200)]


@pytest.fixture(scope="module")
def filled(keyspace, session):
    session.execute("CREATE TABLE docs (id int PRIMARY KEY, data blob)")
    insert = session.prepare("INSERT INTO docs (id, data) VALUES (?, ?)")
    execute_concurrent_with_args(session, insert, [(n, zlib.compress(each)) for n, each in enumerate(DOCUMENTS)])
    return keyspace


def test_a_column_costs_read_units_and_is_told_in_write_units(here, filled):
    done = here.ext("-e", f"ADVISE {filled}.docs (data) AS JSON", "--advise-seconds", "6")
    assert done.code == 0, done.stderr
    assert b"read units" in done.stderr
    found = json.loads(done.stdout)
    assert (found["values"], found["formats"]) == (200, {"zlib": 200})
    assert found["plain_write_units"] == 200


def test_a_table_is_not_read_at_all(here, filled):
    done = here.ext("-e", f"ADVISE {filled}.docs")
    assert (done.code, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"Amazon Keyspaces ignores options of compression")
