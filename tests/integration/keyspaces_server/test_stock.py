"""Stock cqlsh on the service: what its users complain about shows here, with the texts that they see."""

import re

import pytest
from keyspaces import DEFAULT_PARTITIONER, MURMUR3, PASSWORD, USER, Certificate

INSERT = "INSERT INTO {0}.t (id, v) VALUES (1, 'x')"
QUORUM = "CONSISTENCY LOCAL_QUORUM;"


@pytest.fixture(scope="module", autouse=True)
def tables(session, keyspace):
    """Make the table of these tests; behind the service, so that it is there at once."""
    session.set_keyspace(keyspace)
    session.execute("CREATE TABLE t (id int PRIMARY KEY, v text)")


@pytest.fixture
def stock(service, programs):
    """Run statements in `cqlsh --ssl -u NAME -p PASSWORD`; return exit code, output and errors."""

    def run(statements):
        env = {"CQLSH_HOST": service.host, "CQLSH_PORT": str(service.port), "SSL_CERTFILE": str(service.ca_file)}
        ran = programs.stock("--ssl", "-u", USER, "-p", PASSWORD, "-e", statements, env=env)
        errors = re.sub(r"\n?Warning: Using a password.*\n.*\n", "", ran.stderr.decode()).strip()
        return ran.code, ran.stdout.decode(), errors

    return run


def refusal(text):
    return f'<stdin>:1:InvalidRequest: Error from server: code=2200 [Invalid query] message="{text}"'


def test_banner(stock):
    code, out, _ = stock("SHOW VERSION; SHOW HOST")
    assert code == 0
    assert "| Cassandra 3.11.2 | CQL spec 3.4.4 | Native protocol v4]" in out
    assert "Connected to Amazon Keyspaces at 127.0.0.1:" in out


@pytest.mark.parametrize("certificate", list(Certificate))
def test_tls_verifies_nothing_and_names_nobody(stock, service, certificate):
    service.present(certificate)
    assert stock("SHOW HOST")[0] == 0
    client = service.clients[-1]
    assert (client.tls, client.server_name, client.refusal) == ("TLSv1.3", None, None)


def test_writes_fail_at_the_level_that_is_its_default(stock, keyspace):
    text = "Consistency level ONE is not supported for this operation. Supported consistency levels are: LOCAL_QUORUM"
    assert stock(INSERT.format(keyspace)) == (2, "", refusal(text))
    assert stock(f"{QUORUM} {INSERT.format(keyspace)}")[::2] == (0, "")


def test_describe_is_refused(stock, service, keyspace):
    for statement in (f"DESCRIBE TABLE {keyspace}.t", "DESC KEYSPACES", f"DESCRIBE KEYSPACE {keyspace}"):
        code, out, _ = stock(statement)
        assert code == 0
        assert "WARN: DESCRIBE|DESC was moved to server side in Cassandra 4.0." in out
        assert service.requests[-1].text == f"{statement};"


def test_insert_after_create_fails(stock, service, keyspace):
    service.settings.ddl_seconds = 3600
    create = f"CREATE TABLE {keyspace}.new (id int PRIMARY KEY, v text)"
    insert = f"INSERT INTO {keyspace}.new (id, v) VALUES (1, 'x')"
    assert stock(f"{QUORUM} {create}; {insert}")[::2] == (2, refusal(f"unconfigured table {keyspace}.new"))


def test_throttling_is_told_as_a_timeout(stock, service, keyspace):
    service.throttle.writes = 1
    code, _, errors = stock(f"{QUORUM} {INSERT.format(keyspace)}")
    assert code == 2
    assert errors.startswith("<stdin>:1:WriteTimeout: Error from server: code=1100 [Coordinator node timed out")
    assert "'required_responses': 2, 'received_responses': 0, 'write_type': 'SIMPLE'" in errors
    assert "throttl" not in errors


def test_row_too_large_is_not_told_by_its_size(stock, service, keyspace):
    service.settings.row_bytes = 10_000
    statement = f"INSERT INTO {keyspace}.t (id, v) VALUES (1, '{'x' * 10_000}')"
    text = "The update would cause the row to exceed the maximum allowed size"
    assert stock(f"{QUORUM} {statement}")[::2] == (2, refusal(text))


def test_no_count(stock, keyspace):
    assert stock(f"SELECT count(*) FROM {keyspace}.t")[::2] == (2, refusal("count is not yet supported."))


def test_copy_from_with_an_unknown_partitioner(stock, service, programs, keyspace):
    (programs.home / "rows.csv").write_text("1,a\n2,b\n")
    copy = f"{QUORUM} COPY {keyspace}.t FROM 'rows.csv'"
    service.settings.partitioner = DEFAULT_PARTITIONER
    code, out, errors = stock(copy)
    assert code == 2
    assert "0 rows imported" in out
    assert "AttributeError - 'NoneType' object has no attribute 'is_up'" in errors
    service.settings.partitioner = MURMUR3
    assert "2 rows imported" in stock(copy)[1]


def test_copy_from_at_its_default_level(stock, programs, keyspace):
    (programs.home / "rows.csv").write_text("1,a\n")
    code, _, errors = stock(f"COPY {keyspace}.t FROM 'rows.csv' WITH MAXATTEMPTS = 1")
    assert code == 2
    assert "Consistency level ONE is not supported for this operation." in errors


def test_copy_of_counters(stock, session, programs, keyspace):
    session.execute("CREATE TABLE counters (id int PRIMARY KEY, n counter)")
    (programs.home / "counters.csv").write_text("1,1\n2,1\n")
    _, out, errors = stock(f"{QUORUM} COPY {keyspace}.counters FROM 'counters.csv' WITH MAXATTEMPTS = 1")
    assert "0 rows imported" in out
    assert "Only UNLOGGED Batches are supported at this time." in errors


def test_copy_to(stock, programs, keyspace):
    stock(f"{QUORUM} {INSERT.format(keyspace)}")
    assert stock(f"{QUORUM} COPY {keyspace}.t TO 'out.csv'")[0] == 0
    assert "1,x" in (programs.home / "out.csv").read_text().split()
