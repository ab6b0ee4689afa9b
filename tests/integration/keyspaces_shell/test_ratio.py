"""RATIO on Amazon Keyspaces: what it costs is said first, and asked about where it is much."""

import json
import re
import zlib

import pytest
from cassandra.concurrent import execute_concurrent_with_args
from integration.programs import EXT

from cqlsh_ext.ratio.ring import RINGS

DOCUMENT = zlib.compress(b'{"site": "Rotterdam"}' * 300)
COST = re.compile(r"reading (.*) costs about ([\d,]+) read units?\n")
DEFAULT_PARTITIONER = "com.amazonaws.cassandra.DefaultPartitioner"


@pytest.fixture(scope="module")
def filled(keyspace, session):
    """Return the name of the module's keyspace: a table of 2,000 rows, one of 30 large partitions, a small one."""
    session.execute("CREATE TABLE docs (id int PRIMARY KEY, data blob)")
    insert = session.prepare("INSERT INTO docs (id, data) VALUES (?, ?)")
    execute_concurrent_with_args(session, insert, [(number, DOCUMENT) for number in range(2000)])
    session.execute("CREATE TABLE parts (p int, c int, data blob, PRIMARY KEY (p, c))")
    insert = session.prepare("INSERT INTO parts (p, c, data) VALUES (?, ?, ?)")
    execute_concurrent_with_args(session, insert, [(n % 30, n, DOCUMENT) for n in range(1200)])
    session.execute("CREATE TABLE wide (id int PRIMARY KEY, data blob)")
    insert = session.prepare("INSERT INTO wide (id, data) VALUES (?, ?)")
    execute_concurrent_with_args(session, insert, [(number, bytes(900_000)) for number in range(60)], concurrency=4)
    return keyspace


@pytest.fixture
def ratio(here):
    """Run one RATIO ... AS JSON; return its object, and what was noted beside it."""

    def run(statement, *arguments):
        done = here.ext("-e", f"RATIO {statement} AS JSON", *arguments)
        assert done.code == 0, done.stderr
        return json.loads(done.stdout), done.stderr.decode()

    return run


def cost(notes):
    rows, units = COST.search(notes).groups()
    return rows, int(units.replace(",", ""))


def test_all_rows(filled, ratio):
    found, notes = ratio(f"{filled}.docs FULL")
    rows, units = cost(notes)
    assert rows == "all rows"
    assert 1000 < units < 4000
    assert (found["extent"], found["rows_read"]) == ("full", 2000)
    assert found["columns"][0]["stored_bytes"] == 2000 * len(DOCUMENT)


def test_a_sample(filled, ratio):
    found, notes = ratio(f"{filled}.docs SAMPLE 200")
    assert cost(notes) == ("about 200 rows", 200)
    assert found["extent"] == "sample"
    assert 100 <= found["rows_read"] <= 400


@pytest.mark.parametrize("statement", ["{0}.docs LIMIT 5", "SELECT * FROM {0}.docs LIMIT 5", "{0}.docs WHERE id = 5"])
def test_few_rows_are_not_estimated(filled, ratio, service, statement):
    found, notes = ratio(statement.format(filled))
    assert notes.startswith("reading costs a read unit for each 4 KB")
    assert found["rows_read"] <= 5
    assert sum("token(" in each.text for each in service.requests) == 0


def test_one_reads_for_half(filled, ratio):
    _, notes = ratio(f"{filled}.docs SAMPLE 200", "--consistency-level", "LOCAL_ONE")
    assert cost(notes) == ("about 200 rows", 100)


def test_rows_of_large_partitions_are_not_paid_for(filled, ratio, service):
    found, notes = ratio(f"{filled}.parts SAMPLE 100")
    assert found["rows_read"] <= 200
    assert "large partitions count for fewer rows than they have" in notes
    assert not any(f"SELECT c FROM {filled}.parts" in each.text for each in service.requests)


def test_pages_and_empty_pages(filled, ratio, service):
    service.settings.leading_empty_pages = 2
    service.settings.page_rows = 7
    assert ratio(f"{filled}.docs FULL")[0]["rows_read"] == 2000


def test_a_partitioner_of_its_own(filled, ratio, service):
    service.settings.partitioner = DEFAULT_PARTITIONER
    assert DEFAULT_PARTITIONER not in RINGS
    found, notes = ratio(f"{filled}.docs")
    assert (found["extent"], found["rows_read"]) == ("limit", 1000)
    assert "as the partitioner does not let rows be drawn at random" in notes
    assert ratio(f"{filled}.docs FULL")[0]["rows_read"] == 2000


def test_much_is_asked_about(filled, here):
    with here.terminal(EXT, "--pager", "off") as terminal:
        terminal.until("cqlsh> ")
        terminal.type(f"RATIO {filled}.wide FULL;\r", "read units")
        terminal.until("That is more than 10,000 read units.")
        terminal.type("n\r", "cqlsh> ")
        assert b"rows, all of them" not in terminal.written
        terminal.type(f"RATIO {filled}.wide FULL;\r", "That is more than 10,000 read units.")
        terminal.type("y\r", "60 rows, all of them")


def test_little_is_not_asked_about(filled, here):
    with here.terminal(EXT, "--pager", "off") as terminal:
        terminal.until("cqlsh> ")
        terminal.type(f"RATIO {filled}.docs;\r", "read units")
        terminal.until("estimated from a sample")
