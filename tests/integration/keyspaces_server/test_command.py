"""`python -m keyspaces`: the service for a person."""

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from cassandra.auth import PlainTextAuthProvider
from cassandra.cluster import NoHostAvailable
from integration.keyspaces_server.clients import SigV4, connected
from keyspaces import KEY, PASSWORD, USER, AccessKey

TESTS = Path(__file__).parents[2]
SECONDS = 20


class Running:
    """What the clients of these tests need to know of a process."""

    def __init__(self, printed):
        self.host, self.port, self.endpoint = re.search(r"answers at (.+):(\d+) as (\S+)", printed).groups()
        self.port = int(self.port)
        self.ca_file = found[1] if (found := re.search("SSL_CERTFILE=(.+)", printed)) else None
        self.tls = self.ca_file is not None
        self.printed = printed


def start(*arguments):
    """Start the process."""
    command = [sys.executable, "-m", "keyspaces", *arguments]
    env = os.environ | {"PYTHONPATH": str(TESTS)}
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@contextmanager
def running(*arguments):
    """Yield a process that serves; end it as Ctrl-C does."""
    process = start(*arguments)
    try:
        yield Running("".join(iter(process.stdout.readline, "\n")))
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 0
        assert process.stderr.read() == ""
        process.stdout.close()
        process.stderr.close()


@pytest.fixture
def backend(server):
    """Return the arguments that name the real server, and a free port."""
    return ["--backend", ":".join(server), "--port", "0"]


def test_what_it_prints_is_enough_to_connect(backend):
    with running(*backend) as service, connected(service, SigV4()) as session:
        assert session.execute("SELECT cluster_name FROM system.local").one() == ("Amazon Keyspaces",)
        assert "hosts entry: 127.0.0.1 cassandra.us-east-1.amazonaws.com" in service.printed
        assert f"AWS_ACCESS_KEY_ID={KEY.id}" in service.printed


def test_options(backend, tmp_path):
    key = ["--access-key", "ASIAX:s:e", "--session-token", "T", "--user", "bob:a:b"]
    with running(*backend, "--region", "eu-west-1", "--certificates", str(tmp_path), *key) as service:
        assert service.endpoint == "cassandra.eu-west-1.amazonaws.com"
        assert service.ca_file == str(tmp_path / "ca.pem")
        for login in (SigV4(AccessKey("ASIAX", "s:e", "T"), "eu-west-1"), PlainTextAuthProvider("bob", "a:b")):
            with connected(service, login) as session:
                assert session.execute("SELECT data_center FROM system.local").one() == ("eu-west-1",)
        for login in (SigV4(), PlainTextAuthProvider(USER, PASSWORD)):
            with pytest.raises(NoHostAvailable), connected(service, login):
                pass


def test_no_tls(backend):
    with running(*backend, "--no-tls") as service:
        assert not service.tls
        with connected(service, SigV4()) as session:
            assert session.execute("SELECT key FROM system.local").one() == ("local",)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--backend", "nowhere"], "nowhere is not of the form host:port"),
        (["--user", "alice"], "two parts with a colon between them are needed"),
        (["--present", "none"], "argument --present"),
    ],
)
def test_wrong_options(arguments, reason):
    process = start(*arguments)
    _, errors = process.communicate(timeout=SECONDS)
    assert (process.returncode, reason in errors) == (2, True)


def test_port_that_is_taken(service):
    process = start("--port", str(service.port))
    _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert re.fullmatch(r"keyspaces: .*in use.*\n", errors)


def test_no_cassandra_behind():
    with running("--backend", "127.0.0.1:1", "--port", "0") as service:
        with pytest.raises(NoHostAvailable) as caught, connected(service):
            pass
        assert "The Cassandra behind this server does not answer" in str(caught.value)
