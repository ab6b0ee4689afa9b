"""COPY on Amazon Keyspaces, both ways."""

import gzip
import random
import re

import pytest
from keyspaces import DEFAULT_PARTITIONER, MURMUR3

QUORUM = "CONSISTENCY LOCAL_QUORUM; "
ROWS = 300
TABLES = ("docs", "again", "hits")


@pytest.fixture(scope="module")
def tables(keyspace, session):
    """Return the name of the module's keyspace, with empty tables."""
    for name in ("docs", "again"):
        session.execute(f"CREATE TABLE {name} (id int PRIMARY KEY, body text, data blob)")
    session.execute("CREATE TABLE hits (id int PRIMARY KEY, n counter)")
    return keyspace


@pytest.fixture
def empty(tables, session):
    """Return the name of the keyspace, its tables emptied."""
    for name in TABLES:
        session.execute(f"TRUNCATE {name}")
    return tables


@pytest.fixture
def rows(here):
    """Write rows to a file, and return them by key: compressed, with quotes, not in ASCII."""
    made = {number: (f"it's, {number} ü", gzip.compress(f"document {number}".encode())) for number in range(ROWS)}
    lines = (f'{number},"{body}",0x{data.hex()}\n' for number, (body, data) in made.items())
    (here.home / "in.csv").write_text("".join(lines))
    return made


def copy(program, keyspace, statement):
    return program("-k", keyspace, "-e", QUORUM + statement)


def stored(session, table):
    return {row.id: (row.body, row.data) for row in session.execute(f"SELECT * FROM {table}")}


@pytest.mark.parametrize("partitioner", [MURMUR3, DEFAULT_PARTITIONER])
def test_rows_go_both_ways(partitioner, here, service, empty, session, rows):
    service.settings.partitioner = partitioner
    for statement in ("COPY docs FROM 'in.csv'", "COPY docs TO 'out.csv'", "COPY again FROM 'out.csv'"):
        done = copy(here.ext, empty, statement)
        assert (done.code, done.stderr) == (0, b"")
    assert stored(session, "docs") == rows
    assert stored(session, "again") == rows


@pytest.mark.usefixtures("rows")
def test_stock_imports_nothing_under_an_unknown_partitioner(here, service, empty, session):
    service.settings.partitioner = DEFAULT_PARTITIONER
    done = copy(here.stock, empty, "COPY docs FROM 'in.csv'")
    assert b"'NoneType' object has no attribute 'is_up'" in done.stderr
    assert stored(session, "docs") == {}


@pytest.mark.usefixtures("rows")
def test_options_are_the_services_unless_the_user_sets_them(here, empty):
    told = "Options for Amazon Keyspaces: MAXATTEMPTS=100, INGESTRATE=1500, MAXBATCHSIZE=25"
    assert told in copy(here.ext, empty, "COPY docs FROM 'in.csv'").stdout.decode()
    own = copy(here.ext, empty, "COPY docs FROM 'in.csv' WITH INGESTRATE=500 AND CHUNKSIZE=7").stdout.decode()
    assert "Options for Amazon Keyspaces: MAXATTEMPTS=100, MAXBATCHSIZE=25\n" in own
    (here.home / ".cassandra" / "cqlshrc").write_text("[copy-from]\nmaxbatchsize = 10\n[copy]\nmaxattempts = 3\n")
    configured = copy(here.ext, empty, "COPY docs FROM 'in.csv' WITH NUMPROCESSES=1").stdout.decode()
    assert "Options for Amazon Keyspaces: INGESTRATE=1500, CHUNKSIZE=150\n" in configured


@pytest.mark.usefixtures("rows")
def test_provisioned_capacity_bounds_the_rate(here, service, empty):
    service.catalog.properties[empty, "docs"] = {"capacity_mode": {"write_capacity_units": "500"}}
    assert "INGESTRATE=450," in copy(here.ext, empty, "COPY docs FROM 'in.csv'").stdout.decode()


@pytest.mark.usefixtures("rows")
def test_batches_are_of_a_size_that_the_service_takes(here, service, empty):
    copy(here.ext, empty, "COPY docs FROM 'in.csv'")
    batches = [seen.text.count("INSERT") for seen in service.requests if seen.opcode.name == "BATCH"]
    assert sum(batches) == ROWS
    assert max(batches) <= 30


def test_throttled_batches_are_sent_again(here, service, empty, session, rows):
    service.throttle.write_rate = 100
    done = copy(here.ext, empty, "COPY docs FROM 'in.csv'")
    assert done.code == 0
    assert re.fullmatch(rb"[\d,]+ batch(es were| was) throttled, and sent again\n", done.stderr)
    assert service.throttle.refused > 0
    assert stored(session, "docs") == rows


@pytest.mark.usefixtures("rows")
def test_throttling_that_does_not_end_is_told(here, service, empty):
    service.throttle.writes = 100_000
    done = copy(here.ext, empty, "COPY docs FROM 'in.csv' WITH MAXATTEMPTS=2")
    assert done.code == 2
    text = done.stderr.decode()
    assert "WriteTimeout - Error from server: code=1100" in text
    assert "\nThrottled, 2 times in a row: it may have been written all the same, and can be run again safely." in text


def test_a_row_that_is_refused_takes_no_other_with_it(here, empty, session, rows):
    (here.home / ".cassandra" / "cqlshrc").write_text("[csv]\nfield_size_limit = 10000000\n")
    noise = random.Random(1).randbytes(550_000).hex()
    with (here.home / "in.csv").open("a") as file:
        file.write(f"{ROWS},{'all work ' * 120_000},0x00\n{ROWS + 1},x,0x{noise}{noise}\n")
    done = copy(here.ext, empty, "COPY docs FROM 'in.csv'")
    assert done.code == 2
    errors = done.stderr.decode()
    assert errors.count("Failed to import 1 rows: InvalidRequest") == 2
    assert (
        "Hint: body takes 1,080,000 bytes of the 1 MB that the row may: compress body before it is written;" in errors
    )
    assert "Hint: data takes 1,100,000 bytes of the 1 MB that the row may: " in errors
    assert f"Failed to process 2 rows; failed rows written to import_{empty}_docs.err" in errors
    assert stored(session, "docs") == rows


def test_rows_that_fail_are_kept_as_they_were_read(here, service, empty, session):
    session.execute("CREATE TYPE IF NOT EXISTS address (street text)")
    session.execute("CREATE TABLE IF NOT EXISTS homes (id int PRIMARY KEY, data blob, home frozen<address>)")
    lines = [f"{number},0x{number:04x},{{street: 'Canal {number}'}}" for number in range(40)]
    (here.home / "homes.csv").write_text("".join(f"{line}\n" for line in lines))
    service.throttle.writes = 100_000
    done = copy(here.ext, empty, "COPY homes FROM 'homes.csv' WITH MAXATTEMPTS=1")
    assert done.code == 2
    assert b"Failed to process 40 rows" in done.stderr
    service.throttle.writes = 0
    (here.home / f"import_{empty}_homes.err").rename(here.home / "failed.csv")
    assert copy(here.ext, empty, "COPY homes FROM 'failed.csv'").code == 0
    rows = {row.id: (row.data, row.home.street) for row in session.execute("SELECT * FROM homes")}
    assert rows == {number: (number.to_bytes(2, "big"), f"Canal {number}") for number in range(40)}


def test_counters_come_one_by_one_and_once(here, service, empty, session):
    (here.home / "hits.csv").write_text("".join(f"{number},{number}\n" for number in range(40)))
    done = copy(here.ext, empty, "COPY hits FROM 'hits.csv'")
    assert (done.code, done.stderr) == (0, b"")
    assert {row.id: row.n for row in session.execute("SELECT * FROM hits")} == {number: number for number in range(40)}
    service.throttle.writes, service.throttle.applied = 3, True
    done = copy(here.ext, empty, "COPY hits FROM 'hits.csv'")
    assert done.stderr.decode().count("was not sent again, as it adds to what is stored: look before you do.") == 3
    counts = {row.id: row.n for row in session.execute("SELECT * FROM hits")}
    assert counts == {number: 2 * number for number in range(40)}


def test_stock_imports_no_counters(here, empty):
    (here.home / "hits.csv").write_text("1,1\n")
    assert b"Failed to import" in copy(here.stock, empty, "COPY hits FROM 'hits.csv'").stderr


@pytest.mark.usefixtures("rows")
def test_throttled_pages_are_asked_for_again(here, service, empty):
    copy(here.ext, empty, "COPY docs FROM 'in.csv'")
    service.throttle.reads = 6
    done = copy(here.ext, empty, "COPY docs TO 'out.csv' WITH PAGESIZE=50")
    assert (done.code, done.stderr) == (0, b"")
    assert len((here.home / "out.csv").read_text().splitlines()) == ROWS


@pytest.mark.usefixtures("rows")
def test_standard_output_is_data_alone(here, empty):
    copy(here.ext, empty, "COPY docs FROM 'in.csv'")
    done = here.ext("-k", empty, "-e", "COPY docs (id) TO STDOUT")
    assert sorted(map(int, done.stdout.split())) == list(range(ROWS))
