"""Why a login at a server is refused: one sentence that says what to do."""

from datetime import timedelta

import pytest
from integration.connect.user import SELECT, SIGNED_IN
from keyspaces import PASSWORD, USER, AccessKey


def as_user(user, name=USER, password=PASSWORD):
    """Leave a file of credentials behind."""
    user.write(".cassandra/credentials", f"[plain_text_auth]\nusername = {name}\npassword = {password}\n")


@pytest.mark.parametrize(("name", "password"), [(USER, "wrong"), ("bob", PASSWORD)])
def test_a_wrong_password(user, name, password):
    as_user(user, name, password)
    told = user.refused(*user.tunnel)
    assert told == f"the password of {name} is wrong, or there is no such user: check both"


def test_a_wrong_password_on_the_command_line(user):
    told = user.refused(*user.tunnel, "-u", USER, "-p", "wrong")
    assert told == f"the password of {USER} is wrong, or there is no such user: check both"


def test_no_password(user):
    done = user.run(*user.tunnel, "-u", USER, "-e", SELECT)
    assert done.code == 1
    assert done.stderr.endswith(b"Connection error: no password was given: type it, or put it in a credentials file\n")


def test_no_login_at_all(user, service):
    told = user.refused("--ssl", "--server-name", service.endpoint)
    assert told == "the server asks for a login: give a user with -u, or a credentials file"


@pytest.mark.parametrize("minutes", [-20, 20])
def test_a_clock_that_is_wrong(user, service, minutes):
    service.accounts.skew = timedelta(minutes=minutes)
    told = user.refused(*user.tunnel, env=SIGNED_IN)
    assert told == (
        f"the clock of this machine and that of {service.host} differ by more than 15 minutes: set this machine's clock"
    )


def test_a_wrong_region(user, service):
    told = user.refused(*user.tunnel, "--region", "eu-west-1", env=SIGNED_IN)
    assert told == (
        f"the signature is not accepted: check that eu-west-1 is the region of {service.host}, that the secret access"
        " key is right, and this machine's clock"
    )


def test_a_wrong_secret_key(user):
    told = user.refused(*user.tunnel, env=SIGNED_IN | {"AWS_SECRET_ACCESS_KEY": "wrong"})
    assert told.startswith("the signature is not accepted: check that us-east-1 is the region of")


@pytest.mark.parametrize("token", [None, "another"])
def test_a_session_token_that_does_not_belong(user, service, token):
    service.accounts.keys["ASIA1"] = AccessKey("ASIA1", "secret", "token")
    env = {"AWS_ACCESS_KEY_ID": "ASIA1", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_SESSION_TOKEN": token}
    assert user.refused(*user.tunnel, env=env).startswith("AWS does not know the access key, or the session token")


def test_an_access_key_that_nobody_has(user):
    told = user.refused(*user.tunnel, env=SIGNED_IN | {"AWS_ACCESS_KEY_ID": "AKIANOBODY"})
    assert told.startswith("AWS does not know the access key, or the session token does not belong to it: check")


def test_a_session_token_that_has_expired(user, service):
    past = service.accounts.now() - timedelta(minutes=1)
    service.accounts.keys["ASIA1"] = AccessKey("ASIA1", "secret", "token", past)
    env = {"AWS_ACCESS_KEY_ID": "ASIA1", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_SESSION_TOKEN": "token"}
    told = user.refused(*user.tunnel, env=env)
    assert told == "the AWS credentials have expired: renew them (aws sso login, or a new session token)"


def test_nothing_allowed(user, service):
    service.accounts.denied.add("testuser")
    told = user.refused(*user.tunnel, env=SIGNED_IN)
    assert told.startswith("IAM allows arn:aws:iam::111122223333:user/testuser nothing: have cassandra:Select on the")


def test_a_server_that_gives_no_nonce(user, service):
    service.accounts.make_nonce = lambda: "short"
    told = user.refused(*user.tunnel, env=SIGNED_IN)
    assert told == (
        f"{service.host} asks for no signature as Amazon Keyspaces does: check that it is Amazon Keyspaces, or give -u"
    )


def test_no_such_keyspace(user):
    told = user.refused(*user.tunnel, "-k", "nowhere", env=SIGNED_IN)
    assert told == "there is no keyspace nowhere: leave -k away and see DESCRIBE KEYSPACES"


def test_a_version_of_the_protocol_that_the_server_does_not_speak(user):
    told = user.refused(*user.tunnel, "--protocol-version", "5", env=SIGNED_IN)
    assert told == "the server does not speak version 5 of the protocol: leave --protocol-version away"


def test_a_version_of_cql_that_the_server_does_not_speak(user):
    told = user.refused(*user.tunnel, "--cqlversion", "3.4.7", env=SIGNED_IN)
    assert told == "the server does not speak CQL 3.4.7: leave --cqlversion away, or give one of '3.4.4'"


def test_apache_cassandra_that_is_said_to_be_keyspaces(user, server):
    told = user.refused("--aws", "--region", "us-east-1", *server, env=SIGNED_IN)
    assert told == f"{server[0]} does not speak TLS on port {server[1]}: check the port, or leave --ssl away"


def test_a_login_in_the_shell(user, service):
    done = user.execute(f"LOGIN bob 'wrong'; {SELECT}")
    assert b"local" in done.stdout
    told = "the password of bob is wrong, or there is no such user: check both"
    assert done.stderr.decode() == f"<stdin>:1:{told}\n"
    assert service.clients[-1].refusal


@pytest.mark.parametrize(
    ("section", "sentence"),
    [
        ("module = nowhere\nclassname = X", "[auth_provider] of cqlshrc cannot be used: No module named 'nowhere'"),
        (
            "module = cassandra.auth\nclassname = X",
            "[auth_provider] of cqlshrc cannot be used: module 'cassandra.auth'",
        ),
        ("module = cassandra.auth\nclassname = PlainTextAuthProvider\nuser = x\nusername = y", "unexpected keyword"),
        ("module = cassandra.auth\nclassname = X\nkey = x%hidden", "holds a % sign: write %% for it"),
        (
            "module = cassandra_sigv4.auth\nclassname = SigV4AuthProvider\nregion = x",
            "region is not one of region_name",
        ),
    ],
)
def test_an_auth_provider_that_cannot_be_used(user, section, sentence):
    user.write(".cassandra/cqlshrc", f"[auth_provider]\n{section}\n")
    done = user.run(*user.tunnel, "-e", SELECT, env=SIGNED_IN)
    assert (done.code, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1), done
    assert sentence in done.stderr.decode()
    assert "hidden" not in done.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--region", "us east"), "--region: 'us east' is not the name of an AWS region"),
        (("--server-name", ".x"), "'.x' is no name of a server"),
        (
            ("--region", "us-east-1", "--certfile", "missing.pem"),
            "the certfile to verify servers with cannot be read: missing.pem: No such file",
        ),
        (("--consistency-level", "MOST"), "--consistency-level: 'MOST' is not one of ANY, ONE"),
    ],
)
def test_options_that_make_no_sense(user, arguments, sentence):
    done = user.run("--aws", *arguments, "-e", SELECT, env=SIGNED_IN)
    assert (done.code, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1), done
    assert sentence in done.stderr.decode()


def test_warnings(user, service):
    for key, warning in (
        (
            "validate",
            "certificates are not verified (validate = false): anybody can answer in the place of the server.",
        ),
        ("check_hostname", "names in certificates are not verified (check_hostname = false)."),
    ):
        user.write(".cassandra/cqlshrc", f"[ssl]\n{key} = false\n")
        done = user.run("--aws", "--region", "us-east-1", "-e", SELECT, env=SIGNED_IN)
        assert (done.code, done.stderr.decode()) == (0, f"Warning: {warning}\n")
    assert all(client.refusal is None for client in service.clients)
