"""What a secret of AWS Secrets Manager has to say."""

import json

import pytest

from cqlsh_ext.connect.secrets import Secret, read_secret
from cqlsh_ext.errors import ConnectError

FULL = {"username": "alice", "password": "k3ys/paces=", "host": "db.example.com", "port": 9143, "engine": "cassandra"}


def test_a_full_secret():
    assert read_secret("s", json.dumps(FULL)) == Secret("alice", "k3ys/paces=", "db.example.com", 9143)


def test_a_binary_secret_of_a_login_alone():
    assert read_secret("s", b'{"username": "alice", "password": "x"}') == Secret("alice", "x", None, None)


@pytest.mark.parametrize("port", ["9143", 9143, "1", 65535])
def test_a_port_as_number_or_text(port):
    assert read_secret("s", json.dumps(FULL | {"port": port})).port == int(port)


@pytest.mark.parametrize("port", ["x", -1, 65536, 1.5, True, "99999999999999", "٣", [1], {"a": 1}])
def test_a_port_that_is_none(port):
    with pytest.raises(ConnectError, match="the port in the secret s is not a number from 1 to 65535"):
        read_secret("s", json.dumps(FULL | {"port": port}))


@pytest.mark.parametrize(
    "content", ["", "hunter2", b"\xff\xfe\x00", '["hunter2"]', '"hunter2"', "null", '{"hunter2"', "[" * 100_000]
)
def test_a_secret_that_is_no_object(content):
    with pytest.raises(ConnectError, match="the secret s is not a JSON object") as error:
        read_secret("s", content)
    assert "hunter2" not in str(error.value)


@pytest.mark.parametrize("key", ["username", "password"])
@pytest.mark.parametrize("text", [None, "", 7, ["hunter2"]])
def test_a_secret_without_a_login(key, text):
    with pytest.raises(ConnectError, match=f"the secret s has no {key}") as error:
        read_secret("s", json.dumps(FULL | {key: text}))
    assert "hunter2" not in str(error.value)


def test_a_host_that_is_no_text():
    with pytest.raises(ConnectError, match="the secret s has no host"):
        read_secret("s", json.dumps(FULL | {"host": 7}))


def test_a_password_is_not_shown():
    assert "k3ys" not in repr(read_secret("s", json.dumps(FULL)))
