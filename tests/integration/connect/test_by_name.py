"""Amazon Keyspaces by the name of its endpoint and nothing else, on its own port."""

import time

import pytest
from integration.connect.conftest import ADDRESSES
from integration.connect.user import SELECT, SIGNED_IN, User
from keyspaces import PASSWORD, USER, KeyspacesServer


@pytest.fixture
def service(server):
    """Return a running service on the port of Amazon Keyspaces."""
    host, port = server
    with KeyspacesServer((host, int(port)), addresses=ADDRESSES, port=9142) as running:
        running.settings.ddl_seconds = 0
        yield running


@pytest.fixture
def user(service, aws, tmp_path):
    return User(service, aws, tmp_path / "home")


def test_by_name_alone(user, service, keyspace):
    statements = (
        f"CREATE TABLE {keyspace}.t (id int PRIMARY KEY, v text); INSERT INTO {keyspace}.t (id, v) VALUES (1, 'x');"
        f"SELECT v FROM {keyspace}.t; CONSISTENCY; SERIAL CONSISTENCY; SHOW HOST; SHOW VERSION"
    )
    done = user.by_name(service.endpoint, "-e", statements, env=SIGNED_IN)
    assert (done.code, done.stderr) == (0, b""), done
    told = done.stdout.decode()
    assert f"Connected to Amazon Keyspaces at {service.endpoint}:9142" in told
    assert f"[us-east-1 | TLS verified as {service.endpoint} | consistency LOCAL_QUORUM, LOCAL_SERIAL" in told
    assert " x\n" in told
    assert {(client.mechanism, client.server_name) for client in service.clients} == {("SigV4", service.endpoint)}


def test_by_name_with_a_password(user, service):
    user.write(".cassandra/credentials", f"[plain_text_auth]\nusername = {USER}\npassword = {PASSWORD}\n")
    done = user.by_name(service.endpoint, "-e", SELECT)
    assert (done.code, done.stderr) == (0, b""), done
    assert {client.mechanism for client in service.clients} == {"PLAIN"}


def test_a_name_with_a_dot_at_its_end(user, service):
    done = user.by_name(f"{service.endpoint}.", "-e", SELECT, env=SIGNED_IN)
    assert (done.code, done.stderr) == (0, b""), done


def test_protocol_version_is_not_negotiated(user, service):
    user.by_name(service.endpoint, "-e", SELECT, env=SIGNED_IN)
    assert [client.refusal for client in service.clients if client.refusal] == []


def test_tls_that_the_user_turned_off(user, service):
    user.write(".cassandra/cqlshrc", "[connection]\nssl = false\n")
    service.tls = None
    done = user.by_name(service.endpoint, "-e", SELECT, env=SIGNED_IN)
    assert done.code == 0, done
    assert done.stderr.startswith(b"Warning: TLS is off, as ssl in [connection] of cqlshrc says")


@pytest.mark.parametrize(("flags", "kept"), [(("--heartbeat", "1"), True), (("--heartbeat", "30"), False)])
def test_a_heartbeat_keeps_silent_connections(user, service, flags, kept):
    service.settings.idle_seconds = 2.5
    with user.programs.terminal("cqlsh-ext", *user.tunnel, *flags, env=user.variables | SIGNED_IN) as terminal:
        terminal.until("cqlsh> ")
        open_at_first = set(service.writers)
        time.sleep(5)
        assert open_at_first
        assert (set(service.writers) == open_at_first) is kept
