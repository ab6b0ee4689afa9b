"""Every way to log in: names and passwords, signatures with credentials from anywhere, secrets."""

import hashlib
import json
import re

import pytest
from integration.connect.aws_services import ROLE_KEY
from integration.connect.user import SELECT, SIGNED_IN
from keyspaces import KEY, PASSWORD, USER, AccessKey

ROLE = "arn:aws:iam::111122223333:role/reader"
SSO_START = "https://example.awsapps.com/start"


@pytest.fixture
def role(service, aws):
    """Let the service know the credentials that AWS gives for roles."""
    service.accounts.keys[ROLE_KEY] = AccessKey(ROLE_KEY, KEY.secret, aws.token)


def logged_in(user, *arguments, env=None):
    """Run a SELECT; return the clients that it made at the service."""
    before = len(user.service.clients)
    done = user.run(*user.tunnel, *arguments, "-e", SELECT, env=env)
    assert (done.code, done.stderr) == (0, b""), done
    assert b"local" in done.stdout
    return user.service.clients[before:]


def mechanisms(clients):
    return {(client.mechanism, client.refusal) for client in clients}


def test_keys_of_the_environment(user):
    clients = logged_in(user, env=SIGNED_IN)
    assert mechanisms(clients) == {("SigV4", None)}
    assert {client.server_name for client in clients} == {user.service.endpoint}


def test_a_session_token(user, service):
    service.accounts.keys["ASIA1"] = AccessKey("ASIA1", "secret", "a/b+c==")
    env = {"AWS_ACCESS_KEY_ID": "ASIA1", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_SESSION_TOKEN": "a/b+c=="}
    assert mechanisms(logged_in(user, env=env)) == {("SigV4", None)}


def test_a_profile(user):
    user.write(".aws/credentials", f"[far]\naws_access_key_id={KEY.id}\naws_secret_access_key={KEY.secret}\n")
    for way in ({"env": {"AWS_PROFILE": "far"}}, {"env": {"CQLSH_EXT_PROFILE": "far"}}):
        assert mechanisms(logged_in(user, **way)) == {("SigV4", None)}
    unknown = {"AWS_ACCESS_KEY_ID": "AKIAOTHER", "AWS_SECRET_ACCESS_KEY": "x"}
    assert mechanisms(logged_in(user, "--profile", "far", env=unknown)) == {("SigV4", None)}


def test_a_program_that_gives_credentials(user):
    keys = {"Version": 1, "AccessKeyId": KEY.id, "SecretAccessKey": KEY.secret}
    file = user.write("keys.json", json.dumps(keys))
    user.write(".aws/config", f"[default]\ncredential_process = cat {file}\n")
    assert mechanisms(logged_in(user)) == {("SigV4", None)}


def test_a_role(user, aws, role):
    del role
    options = ("--role-arn", ROLE, "--external-id", "ext-7", "--role-session-name", "me")
    assert mechanisms(logged_in(user, *options, env=SIGNED_IN)) == {("SigV4", None)}
    (asked,) = aws.asked
    expected = {"RoleArn": ROLE, "ExternalId": "ext-7", "RoleSessionName": "me"}
    assert {name: asked.parameters.get(name) for name in expected} == expected
    assert (asked.access_key, asked.region) == (KEY.id, "us-east-1")


def test_a_role_of_a_profile(user, aws, role):
    del role
    user.write(
        ".aws/config",
        f"[profile reader]\nrole_arn = {ROLE}\nsource_profile = base\nregion = us-east-1\n"
        f"[profile base]\naws_access_key_id = {KEY.id}\naws_secret_access_key = {KEY.secret}\n",
    )
    assert mechanisms(logged_in(user, "--profile", "reader")) == {("SigV4", None)}
    assert aws.operations() == ["AssumeRole"]


def test_web_identity(user, aws, role):
    del role
    token = user.write("token", "from.the.cluster")
    env = {"AWS_WEB_IDENTITY_TOKEN_FILE": token, "AWS_ROLE_ARN": ROLE, "AWS_REGION": "us-east-1"}
    assert mechanisms(logged_in(user, env=env)) == {("SigV4", None)}
    assert aws.asked[0].parameters["WebIdentityToken"] == "from.the.cluster"


def test_a_container(user, aws, role):
    del role
    assert mechanisms(logged_in(user, env={"AWS_CONTAINER_CREDENTIALS_FULL_URI": f"{aws.url}/container"})) == {
        ("SigV4", None)
    }
    assert aws.operations() == ["Container"]


def test_an_instance(user, aws, role):
    del role
    env = {"AWS_EC2_METADATA_DISABLED": None, "AWS_EC2_METADATA_SERVICE_ENDPOINT": aws.url}
    assert mechanisms(logged_in(user, env=env)) == {("SigV4", None)}
    assert aws.operations() == ["InstanceToken", "InstanceRole", "InstanceCredentials"]


def test_sso(user, aws, role):
    del role
    sign_in_with_sso(user, "2999-01-01T00:00:00Z")
    assert mechanisms(logged_in(user, "--profile", "sso")) == {("SigV4", None)}
    assert aws.operations() == ["GetRoleCredentials"]


def sign_in_with_sso(user, expires):
    """Leave behind what `aws sso login` leaves."""
    user.write(
        ".aws/config",
        f"[profile sso]\nsso_start_url = {SSO_START}\nsso_region = us-east-1\n"
        "sso_account_id = 111122223333\nsso_role_name = reader\nregion = us-east-1\n",
    )
    name = hashlib.sha1(SSO_START.encode()).hexdigest()  # noqa: S324 - AWS's choice
    token = {"startUrl": SSO_START, "region": "us-east-1", "accessToken": "t", "expiresAt": expires}
    user.write(f".aws/sso/cache/{name}.json", json.dumps(token))


def test_a_user_beats_the_keys_of_aws(user):
    user.write(".cassandra/credentials", f"[plain_text_auth]\nusername = {USER}\npassword = {PASSWORD}\n")
    assert mechanisms(logged_in(user, env=SIGNED_IN)) == {("PLAIN", None)}
    user.write(".cassandra/credentials", "")
    user.write(".cassandra/cqlshrc", f"[authentication]\nusername = {USER}\npassword = {PASSWORD}\n")
    done = user.run(*user.tunnel, "-e", SELECT, env=SIGNED_IN)
    assert done.code == 0
    assert user.service.clients[-1].mechanism == "PLAIN"


def test_a_user_of_the_command_line(user):
    done = user.run(*user.tunnel, "-u", USER, "-p", PASSWORD, "-e", SELECT, env=SIGNED_IN)
    assert done.code == 0
    assert {client.mechanism for client in user.service.clients} == {"PLAIN"}


@pytest.mark.parametrize("keys", ["environment", "cqlshrc", "credentials"])
def test_the_auth_provider_of_cassandra_sigv4(user, keys):
    lines = f"aws_access_key_id = {KEY.id}\naws_secret_access_key = {KEY.secret}\n"
    section = "[auth_provider]\nmodule = cassandra_sigv4.auth\nclassname = SigV4AuthProvider\nregion_name = US-East-1\n"
    user.write(".cassandra/cqlshrc", section + (lines if keys == "cqlshrc" else ""))
    user.write(".cassandra/credentials", f"[SigV4AuthProvider]\n{lines}" if keys == "credentials" else "")
    env = SIGNED_IN if keys == "environment" else {}
    assert mechanisms(logged_in(user, env=env)) == {("SigV4", None)}


def test_the_auth_provider_of_somebody_else(user):
    user.write(
        "mine.py",
        "from cassandra.auth import PlainTextAuthProvider\n"
        "class Mine(PlainTextAuthProvider):\n"
        "    def __init__(self, who, what):\n"
        "        super().__init__(who, what)\n",
    )
    user.write(
        ".cassandra/cqlshrc",
        f"[auth_provider]\nmodule = mine\nclassname = Mine\nwho = {USER}\nwhat = {PASSWORD}\n",
    )
    clients = logged_in(user, env=SIGNED_IN | {"PYTHONPATH": str(user.home)})
    assert mechanisms(clients) == {("PLAIN", None)}


def test_a_secret(user, aws):
    aws.secret = json.dumps({"username": USER, "password": PASSWORD, "engine": "cassandra"})
    assert mechanisms(logged_in(user, "--secret-id", "login", env=SIGNED_IN)) == {("PLAIN", None)}
    (asked,) = aws.asked
    assert (asked.parameters["SecretId"], asked.region) == ("login", "us-east-1")


def test_a_secret_of_another_region(user, aws):
    name = "arn:aws:secretsmanager:eu-west-1:111122223333:secret:login-AbCdEf"
    assert mechanisms(logged_in(user, "--secret-id", name, env=SIGNED_IN)) == {("PLAIN", None)}
    assert (aws.asked[0].parameters["SecretId"], aws.asked[0].region) == (name, "eu-west-1")


def test_a_secret_says_where(user, aws, service):
    aws.secret = json.dumps({"username": USER, "password": PASSWORD, "host": service.host, "port": service.port})
    nowhere = {"CQLSH_HOST": None, "CQLSH_PORT": None}
    logged_in(user, "--secret-id", "login", "--region", "us-east-1", env=SIGNED_IN | nowhere)
    aws.secret = json.dumps({"username": USER, "password": PASSWORD, "host": "nowhere.invalid", "port": "1"})
    logged_in(user, "--secret-id", "login", env=SIGNED_IN)


def test_a_secret_with_a_role(user, aws, role):
    del role
    logged_in(user, "--secret-id", "login", "--role-arn", ROLE, env=SIGNED_IN)
    assert [(asked.operation, asked.access_key) for asked in aws.asked] == [
        ("AssumeRole", KEY.id),
        ("GetSecretValue", ROLE_KEY),
    ]


def test_a_user_beats_a_secret(user, aws):
    done = user.run(*user.tunnel, "-u", USER, "-p", PASSWORD, "-e", SELECT, env={"CQLSH_EXT_SECRET_ID": "login"})
    assert done.code == 0
    assert aws.asked == []


def test_the_password_of_a_secret_is_in_no_file(user, aws):
    logged_in(user, "--secret-id", "login", env=SIGNED_IN)
    with user.programs.terminal(
        "cqlsh-ext", *user.tunnel, "--secret-id", "login", env=user.variables | SIGNED_IN
    ) as terminal:
        terminal.until("cqlsh> ")
        terminal.type(f"{SELECT};\r", "(1 rows)")
        terminal.type("exit\r", "exit")
        terminal.end()
    assert PASSWORD.encode() not in terminal.written
    assert not any(PASSWORD in file.read_text() for file in user.home.rglob("*") if file.is_file())
    assert aws.operations() == ["GetSecretValue"] * 2


@pytest.mark.parametrize(
    ("arguments", "env", "config"),
    [
        (("--region", "US-East-1"), {"AWS_REGION": "eu-west-1"}, "eu-west-2"),
        ((), {"AWS_REGION": "us-east-1", "AWS_DEFAULT_REGION": "eu-west-1"}, "eu-west-2"),
        ((), {"AWS_DEFAULT_REGION": "us-east-1"}, "eu-west-2"),
        ((), {"CQLSH_EXT_REGION": "us-east-1", "AWS_REGION": "eu-west-1"}, "eu-west-2"),
        ((), {}, "eu-west-2"),
    ],
)
def test_the_order_of_regions(user, arguments, env, config):
    user.write(".aws/config", f"[default]\nregion = {config}\n")
    assert mechanisms(logged_in(user, *arguments, env=SIGNED_IN | env)) == {("SigV4", None)}


def test_the_region_of_a_profile_is_the_last(user, service):
    user.write(".aws/config", "[default]\nregion = us-east-1\n")
    user.write(".cassandra/cqlshrc", "[ssl]\ncheck_hostname = false\n")
    done = user.run("--aws", "-e", SELECT, env=SIGNED_IN)
    assert done.code == 0
    assert service.clients[-1].mechanism == "SigV4"


def test_the_banner_tells_what_was_chosen(user):
    with user.programs.terminal("cqlsh-ext", *user.tunnel, env=user.variables | SIGNED_IN) as terminal:
        shown = terminal.until("cqlsh> ").decode()
        terminal.type("CONSISTENCY\r", "LOCAL_QUORUM.")
        terminal.type("SERIAL CONSISTENCY\r", "LOCAL_SERIAL.")
    assert "| Cassandra 3.11.2 | CQL spec 3.4.4 | Native protocol v4]" in shown
    line = f"[us-east-1 | TLS verified as {user.service.endpoint} | consistency LOCAL_QUORUM, LOCAL_SERIAL"
    assert f"{line} | heartbeat 20 s | SigV4]" in re.sub(r"\x1b\[[\d;]*m", "", shown)


def test_what_was_chosen_can_be_chosen_otherwise(user, service):
    flags = ("--consistency-level", "ONE", "--serial-consistency-level", "SERIAL", "--heartbeat", "7")
    done = user.execute("CONSISTENCY; SERIAL CONSISTENCY; SELECT key FROM system.local; SHOW VERSION", *flags)
    assert b"Current consistency level is ONE." in done.stdout
    assert b"Current serial consistency level is SERIAL." in done.stdout
    assert b"consistency ONE, SERIAL | heartbeat 7 s" in done.stdout
    assert service.requests[-1].consistency.name == "ONE"
