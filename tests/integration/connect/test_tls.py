"""Somebody in the middle, with a certificate of another authority or name, an old one, or none: refused everywhere."""

import re
import sys
from contextlib import contextmanager

import pexpect
import pytest
from integration.connect.conftest import ADDRESSES
from integration.connect.user import SELECT, SIGNED_IN, User
from integration.programs import Terminal
from keyspaces import PASSWORD, USER, Certificate, KeyspacesServer

BAD = [*(each for each in Certificate if each is not Certificate.GOOD), None]
"""What the one in the middle shows; None for no TLS at all."""
REFUSED = {
    Certificate.OTHER_CA: "is of an authority that is not trusted here",
    Certificate.OTHER_NAME: "is not for cassandra.us-east-1.amazonaws.com",
    Certificate.EXPIRED: "has expired",
    None: "does not speak TLS on port",
}
METHODS = ("fork", "spawn", "forkserver")
PROMPT = "cqlsh> "
START = "import multiprocessing, sys; from cqlsh_ext.cli import main; multiprocessing.set_start_method({!r}); main()"


@pytest.fixture(scope="module", autouse=True)
def table(session, keyspace):
    """Make the table of these tests, behind the service, so that it is there at once."""
    session.set_keyspace(keyspace)
    session.execute("CREATE TABLE t (id int PRIMARY KEY, v text)")
    for number in range(20):
        session.execute("INSERT INTO t (id, v) VALUES (%s, %s)", [number, f"value {number}"])


def step_in_between(service, shown):
    """Answer new connections with another certificate, or without TLS."""
    if shown is None:
        service.tls = None
    else:
        service.present(shown)


def got_in(clients):
    """Return those that spoke after a handshake: what they said can be read by whoever answered."""
    return [client for client in clients if client.mechanism or client.driver]


@pytest.mark.parametrize("shown", BAD)
def test_the_first_connection(user, service, shown):
    step_in_between(service, shown)
    assert REFUSED[shown] in user.refused(*user.tunnel, env=SIGNED_IN)
    assert got_in(service.clients) == []


@pytest.mark.parametrize("shown", BAD)
def test_the_first_connection_to_a_cluster_of_ones_own(user, service, shown):
    step_in_between(service, shown)
    named = user.refused("--ssl", "--server-name", service.endpoint, "-u", USER, "-p", PASSWORD)
    assert REFUSED[shown] in named
    assert got_in(service.clients) == []


@pytest.mark.parametrize("shown", BAD)
def test_login(user, service, shown):
    with user.programs.terminal("cqlsh-ext", *user.tunnel, env=user.variables | SIGNED_IN) as terminal:
        terminal.until(PROMPT)
        known = len(service.clients)
        service.accounts.users["bob"] = "pass"
        step_in_between(service, shown)
        assert REFUSED[shown].encode() in terminal.type("LOGIN bob 'pass'\r", PROMPT)[20:]
        assert got_in(service.clients[known:]) == []
        assert b"local" in terminal.type(f"{SELECT};\r", "(1 rows)")


def test_login_with_the_right_certificate(user, service):
    service.accounts.users["bob"] = "pass"
    done = user.execute(f"LOGIN bob 'pass'; {SELECT}")
    assert (done.code, done.stderr) == (0, b"")
    assert {(client.user, client.server_name) for client in service.clients[-1:]} == {("bob", service.endpoint)}


@contextmanager
def shell(user, method):
    """Run the shell on a terminal, its worker processes started in one of the ways of Python."""
    child = pexpect.spawn(
        sys.executable,
        ["-c", START.format(method), *user.tunnel],
        env=user.programs.environment(user.variables | SIGNED_IN | {"TERM": "dumb"}),
        cwd=user.home,
        dimensions=(50, 200),
        timeout=60,
    )
    terminal = Terminal(child)
    try:
        terminal.until(PROMPT)
        yield terminal
    finally:
        child.close(force=True)


@pytest.mark.parametrize("method", METHODS)
def test_workers_with_the_right_certificate(user, service, keyspace, session, method):
    with shell(user, method) as terminal:
        known = len(service.clients)
        assert b"20 rows exported" in terminal.type(f"COPY {keyspace}.t TO 'out.csv';\r", "seconds.")
        terminal.until(PROMPT)
        session.execute("TRUNCATE t")
        assert b"20 rows imported" in terminal.type(f"COPY {keyspace}.t FROM 'out.csv';\r", "skipped).")
    workers = {(client.mechanism, client.server_name, client.refusal) for client in service.clients[known:]}
    assert workers == {("SigV4", service.endpoint, None)}
    assert session.execute("SELECT count(*) FROM t").one()[0] == 20


@pytest.mark.parametrize(("method", "shown"), [("fork", shown) for shown in BAD] + [(each, BAD[0]) for each in METHODS])
@pytest.mark.parametrize(
    ("statement", "done"),
    [
        ("COPY {}.t TO 'out.csv' WITH MAXATTEMPTS=1", b"\n0 rows exported"),
        ("COPY {}.t FROM 'in.csv' WITH MAXBACKOFFATTEMPTS=1", b"\n0 rows imported"),
    ],
)
def test_workers(user, service, keyspace, statement, done, method, shown):
    user.write("in.csv", "99,secret\n")
    with shell(user, method) as terminal:
        known = len(service.clients)
        step_in_between(service, shown)
        assert done in terminal.type(f"{statement.format(keyspace)};\r", "seconds")
    assert len(service.clients) > known
    assert got_in(service.clients[known:]) == []


def test_nodes_that_were_not_called_by_name_are_verified_by_their_addresses(server, aws, tmp_path, keyspace):
    host, port = server
    with KeyspacesServer((host, int(port)), endpoint="db.example.com", addresses=ADDRESSES) as cluster:
        user = User(cluster, aws, tmp_path / "home")
        user.write(".cassandra/credentials", f"[plain_text_auth]\nusername = {USER}\npassword = {PASSWORD}\n")
        copy = "-e", f"COPY {keyspace}.t TO 'out.csv' WITH MAXATTEMPTS=1", "--ssl", "db.example.com", str(cluster.port)
        by_address = user.by_name(*copy)
        invalid = set(re.findall(rb"certificate is not valid for \W*([\d.]+)", by_address.stderr))
        assert invalid == {address.encode() for address in ADDRESSES[1:]}
        by_name = user.by_name(*copy, "--server-name", "db.example.com")
        assert b"rows exported to 1 files" in by_name.stdout
        assert by_name.stderr == b""
