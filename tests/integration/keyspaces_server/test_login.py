"""Logins: user name and password, SigV4, and every way to be refused."""

import re
from datetime import datetime, timedelta, timezone

import pytest
from cassandra import AuthenticationFailed, Unauthorized
from cassandra.auth import PlainTextAuthProvider
from cassandra.cluster import NoHostAvailable
from integration.keyspaces_server.clients import SigV4, format_date, make_signature, read_error
from keyspaces import KEY, USER, AccessKey
from keyspaces.settings import Accounts
from keyspaces.sigv4 import sign

NONCE = "91703fdc2ef562e19fbdab0f58e42fe5"
VECTOR = ("UserSecretKey-1", "UserID-1", "us-west-2", "2020-06-09T22:41:51.000Z")
SIGNATURE = "7f3691c18a81b8ce7457699effbfae5b09b4e0714ab38c1292dbdf082c9ddd87"
"""The example that AWS's own plugins are tested with."""
TEMPORARY = AccessKey("ASIAIOSFODNN7EXAMPLE", "aSecret", "a/token+with=signs==")


@pytest.fixture
def refused(connect, service):
    """Return the text with which a login is refused."""

    def login(provider):
        with pytest.raises(NoHostAvailable) as caught:
            connect(provider)
        (error,) = caught.value.errors.values()
        assert isinstance(error, AuthenticationFailed)
        assert service.clients[-1].user is None
        return re.search('message="(.*)"', str(error))[1]

    return login


def test_golden_vector():
    assert sign(*VECTOR, NONCE) == SIGNATURE
    assert make_signature(*VECTOR, NONCE.encode()) == SIGNATURE


def test_password(connect, service):
    connect()
    assert {(client.mechanism, client.user) for client in service.clients} == {("PLAIN", USER)}


def test_wrong_password(refused):
    assert refused(PlainTextAuthProvider(USER, "wrong")) == f"Provided username {USER} and/or password are incorrect"


def test_unknown_user(refused):
    assert refused(PlainTextAuthProvider("bob", "x")) == "Provided username bob and/or password are incorrect"


def test_signature(connect, service):
    connect(SigV4())
    assert {(client.mechanism, client.user) for client in service.clients} == {("SigV4", "testuser")}


def test_each_connection_has_its_own_nonce(connect):
    provider = SigV4()
    connect(provider)
    assert len(set(provider.tokens)) == len(provider.tokens) > 1


def test_session_token(connect, service):
    service.accounts.keys[TEMPORARY.id] = TEMPORARY
    connect(SigV4(TEMPORARY))
    assert {client.key_id for client in service.clients} == {TEMPORARY.id}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"key": AccessKey(KEY.id, "another secret")}, "Invalid signature"),
        ({"region": "eu-west-1"}, "Invalid signature"),
        ({"nonce": b"0" * 32}, "Invalid signature"),
        ({"key": AccessKey("AKIANOBODY", KEY.secret)}, "The security token included in the request is invalid"),
        ({"key": AccessKey(KEY.id, KEY.secret, "a token")}, "The security token included in the request is invalid"),
        ({"amzdate": "2026-11-21T10:00:00.1000Z"}, "Unknown SigV4 error"),
        ({"amzdate": "2026-13-41T10:00:00.100Z"}, "Unknown SigV4 error"),
        ({"amzdate": "20261121T100000Z"}, "Unknown SigV4 error"),
    ],
)
def test_wrong_signature(refused, changes, reason):
    assert refused(SigV4(**changes)) == f"Authentication failure: {reason}"


@pytest.mark.parametrize("minutes", [-16, 16])
def test_wrong_clock(refused, minutes):
    date = format_date(datetime.now(timezone.utc) + timedelta(minutes=minutes))
    assert f"Signature expired: {date}" in refused(SigV4(amzdate=date))


def test_slightly_wrong_clock(connect, service):
    service.accounts.skew = timedelta(minutes=14)
    connect(SigV4())


def test_missing_session_token(refused, service):
    service.accounts.keys[TEMPORARY.id] = TEMPORARY
    key = AccessKey(TEMPORARY.id, TEMPORARY.secret)
    assert refused(SigV4(key)) == "Authentication failure: The security token included in the request is invalid"


def test_expired_token(refused, service):
    ended = datetime.now(timezone.utc) - timedelta(seconds=1)
    service.accounts.keys[TEMPORARY.id] = AccessKey(TEMPORARY.id, TEMPORARY.secret, TEMPORARY.token, ended)
    assert refused(SigV4(TEMPORARY)) == "Authentication failure: The security token included in the request is expired"


def test_token_that_expires_during_a_session(connect, refused, service):
    service.accounts.keys[TEMPORARY.id] = TEMPORARY
    session = connect(SigV4(TEMPORARY))
    now = datetime.now(timezone.utc)
    service.accounts.keys[TEMPORARY.id] = AccessKey(TEMPORARY.id, TEMPORARY.secret, TEMPORARY.token, now)
    assert session.execute("SELECT key FROM system.local").one().key == "local"
    assert "expired" in refused(SigV4(TEMPORARY))


def test_replay(connect, raw):
    provider = SigV4()
    connect(provider)
    connection = raw()
    connection.start()
    assert connection.respond(b"SigV4\0\0")[1] == 0x0E
    assert read_error(connection.respond(provider.tokens[0])) == (0x0100, "Authentication failure: Invalid signature")
    assert connection.read() is None


def test_signature_without_challenge(connect, raw):
    provider = SigV4()
    connect(provider)
    connection = raw()
    connection.start()
    code, text = read_error(connection.respond(provider.tokens[0]))
    assert (code, text) == (0x0100, "Provided username  and/or password are incorrect")


@pytest.mark.parametrize(
    "token", [b"", b"signature=,access_key=", b"\xff\xfe", b",,,=", b"signature=1,access_key=2,amzdate="]
)
def test_garbled_answer(raw, token):
    connection = raw()
    connection.start()
    challenge = connection.respond(b"SigV4\0\0")[2]
    assert (challenge[4:10], len(challenge)) == (b"nonce=", 42)
    assert read_error(connection.respond(token)) == (0x0100, "Authentication failure: Unknown SigV4 error")


def test_nonces_differ():
    assert len({Accounts().make_nonce() for _ in range(1000)}) == 1000


def test_denied(connect, service):
    session = connect(SigV4())
    service.accounts.denied.add("testuser")
    with pytest.raises(Unauthorized, match=r"User arn:aws:iam::111122223333:user/testuser has no permissions\."):
        session.execute("SELECT key FROM system.local")
