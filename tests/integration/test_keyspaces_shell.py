"""Amazon Keyspaces as people meet it: stock cqlsh fails where they complain, and cqlsh-ext, by name only, does not."""

import pytest
from integration.connect.aws_services import AwsServices
from integration.connect.user import SIGNED_IN, User
from integration.programs import STOCK
from keyspaces import DEFAULT_PARTITIONER, PASSWORD, USER, KeyspacesServer

ADDRESSES = tuple(f"127.0.5.{number}" for number in range(1, 11))
"""Not those of other tests: the name of the endpoint leads to the service's own port."""
DDL_SECONDS = 1.5
DOCUMENT = "all work and no play " * 60_000
"""A row with it takes more than the service allows."""


class Both:
    """Somebody who takes stock cqlsh with TLS, a password and a port, or cqlsh-ext with the name alone."""

    def __init__(self, user, keyspace):
        self.user = user
        self.keyspace = keyspace
        self.name = user.service.endpoint

    def stock(self, statements):
        login = ("-u", USER, "-p", PASSWORD, "--insecure-password-without-warning")
        arguments = ("--ssl", *login, "-k", self.keyspace, self.name, "9142")
        return self.user.by_name(*arguments, stdin=statements.encode(), program=STOCK)

    def ext(self, statements):
        return self.user.by_name("-k", self.keyspace, self.name, stdin=statements.encode(), env=SIGNED_IN)

    def ext_printed(self, statements):
        """Return what cqlsh-ext prints where nothing goes wrong."""
        done = self.ext(statements)
        assert (done.code, done.stderr) == (0, b"")
        return done.stdout.decode()


@pytest.fixture
def service(server):
    host, port = server
    with KeyspacesServer((host, int(port)), addresses=ADDRESSES, port=9142) as running:
        running.settings.ddl_seconds = DDL_SECONDS
        running.settings.partitioner = DEFAULT_PARTITIONER
        yield running


@pytest.fixture(scope="module")
def tables(keyspace, session):
    """Return the name of the module's keyspace, with tables."""
    session.execute("CREATE TYPE address (street text)")
    for name in ("docs", "copied"):
        session.execute(f"CREATE TABLE {name} (id int PRIMARY KEY, body text, home frozen<address>)")
    return keyspace


@pytest.fixture
def both(service, tables, tmp_path):
    with AwsServices() as aws:
        yield Both(User(service, aws, tmp_path / "home"), tables)


def test_write(both, session):
    insert = "INSERT INTO docs (id, body) VALUES ({}, 'written');"
    assert b"Consistency level ONE is not supported for this operation" in both.stock(insert.format(1)).stderr
    both.ext_printed(insert.format(2))
    assert [row.id for row in session.execute("SELECT id FROM docs WHERE id IN (1, 2)")] == [2]


def test_describe_all(both):
    forms = "DESCRIBE KEYSPACES; DESCRIBE TABLES; DESCRIBE TYPES; DESCRIBE CLUSTER; DESCRIBE TYPE address;"
    forms += "DESCRIBE TABLE docs; DESCRIBE docs; DESCRIBE KEYSPACE; DESCRIBE SCHEMA;"
    refused = both.stock(forms).stdout.decode()
    assert refused.count("DESCRIBE does not exist server side prior Cassandra 4.0") == 9
    assert "CREATE" not in refused
    described = both.ext_printed(forms)
    assert described.count(f"CREATE TABLE {both.keyspace}.docs (") == 4
    assert described.count(f"CREATE TYPE {both.keyspace}.address (") == 3
    assert "system_multiregion_info" in described
    assert "Cluster: Amazon Keyspaces" in described


def test_create_then_insert_at_once(both):
    script = "CONSISTENCY LOCAL_QUORUM; CREATE TABLE {0} (id int PRIMARY KEY); INSERT INTO {0} (id) VALUES (7);"
    assert f"unconfigured table {both.keyspace}.early" in both.stock(script.format("early")).stderr.decode()
    assert "  7" in both.ext_printed(script.format("waited") + "SELECT * FROM waited;").splitlines()


def test_copy_both_ways(both, session):
    file = both.user.home / "docs.csv"
    numbers = range(100, 160)
    file.write_text("".join(f"{number},text {number},{{street: 'Canal {number}'}}\n" for number in numbers))
    script = "CONSISTENCY LOCAL_QUORUM; COPY {} (id, body, home) FROM 'docs.csv';"
    # stock claims success, as it cannot even report the AttributeError for rows with a user-defined type
    assert b"60 rows imported" in both.stock(script.format("copied")).stdout
    assert list(session.execute("SELECT * FROM copied")) == []
    both.ext_printed(script.format("copied"))
    both.ext_printed("COPY copied (id, body, home) TO 'out.csv';")
    assert sorted((both.user.home / "out.csv").read_text().splitlines()) == sorted(file.read_text().splitlines())
    rows = list(session.execute("SELECT * FROM copied"))
    assert {row.home.street for row in rows} == {f"Canal {number}" for number in numbers}


def test_an_oversized_row(both):
    insert = f"CONSISTENCY LOCAL_QUORUM; INSERT INTO docs (id, body) VALUES (3, '{DOCUMENT}');"
    refusal = "The update would cause the row to exceed the maximum allowed size"
    stock, ext = both.stock(insert), both.ext(insert)
    assert refusal in stock.stderr.decode()
    assert b"compress" not in stock.stderr
    assert (stock.code, ext.code) == (2, 2)
    error, hint = ext.stderr.decode().splitlines()
    assert refusal in error
    assert hint.startswith("Hint: the row takes 1,260,109 bytes of the 1 MB that it may, 1,260,001 of them body: ")
    assert "compress body before it is written; zlib makes about" in hint


def test_throttled_writes(both, session):
    insert = "CONSISTENCY LOCAL_QUORUM; INSERT INTO docs (id, body) VALUES ({}, 'throttled');"
    both.user.service.throttle.writes = 3
    stock = both.stock(insert.format(4))
    assert b"WriteTimeout" in stock.stderr
    assert b"hrottle" not in stock.stderr
    both.user.service.throttle.writes = 3
    both.ext_printed(insert.format(5))
    assert [row.id for row in session.execute("SELECT id FROM docs WHERE id IN (4, 5)")] == [5]
