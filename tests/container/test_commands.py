"""The commands that people already have, on the image: those of cqlsh and of the AWS toolkit."""

import json
import shlex

import pytest
from container.boxes import leave, on_screen
from integration.compressed import TEXT
from integration.connect.aws_services import ROLE_KEY, AwsServices
from integration.connect.conftest import ADDRESSES
from keyspaces import KEY, KeyspacesServer
from keyspaces.sigv4 import AccessKey

ARTICLE = (
    "docker run --rm -ti --entrypoint cqlsh-experimental.sh amazon/keyspaces-toolkit"
    ' cassandra.us-east-1.amazonaws.com 9142 -u "SERVICEUSERNAME" -p "SERVICEPASSWORD" -d snappy –ssl'
)
"""As the AWS Database Blog prints it, with an en dash."""
LOGIN = {"SERVICEUSERNAME": "SERVICEPASSWORD"}
SELECT = "SELECT id, b FROM documents WHERE id = 3"
SHOWN = f"3 | ‹snappy› {TEXT}"
AWS_CONFIG = f"""
[profile base]
aws_access_key_id = {KEY.id}
aws_secret_access_key = {KEY.secret}

[default]
region = us-east-1
role_arn = arn:aws:iam::111122223333:role/reader
source_profile = base
"""


@pytest.fixture
def service(server):
    """Return a stand-in for Amazon Keyspaces, on the service's own port."""
    host, port = server
    with KeyspacesServer((host, int(port)), addresses=ADDRESSES, port=9142) as running:
        running.accounts.users = LOGIN
        yield running


@pytest.fixture
def aws():
    """Return stand-ins for the other services of AWS."""
    with AwsServices() as services:
        yield services


@pytest.fixture
def reach(service):
    """Return what docker needs to reach and to trust the stand-in."""
    hosts = ("--add-host", f"{service.endpoint}:{service.host}")
    return (*hosts, "--volume", f"{service.ca_file}:/ca.pem:ro", "--env", "SSL_CERTFILE=/ca.pem")


def entry(name):
    return "--entrypoint", name


def test_the_article_s_command_prints_documents(box, reach, service, tables):
    line = shlex.split(ARTICLE)
    place = line.index("amazon/keyspaces-toolkit")
    command = [*line[1:place], "--network", "host", *box.flags, *reach, box.image, *line[place + 1 :]]
    with on_screen(box, *command) as person:
        person.until("SERVICEUSERNAME@cqlsh>")
        assert "–ssl is read as --ssl" in person.text
        person.type(f"SELECT id, b FROM {tables}.documents WHERE id = 3;\r", "(1 rows)")
        assert SHOWN in person.text
        assert leave(person) == 0
    assert {client.server_name for client in service.clients} == {service.endpoint}


@pytest.mark.parametrize("name", ["cqlsh", "cqlsh-expansion", "cqlsh-experimental.sh", "cqlsh-ext"])
def test_cqlsh_by_its_names(box, name, server, tables, programs):
    for arguments in ((*server, "-k", tables, "-e", "SELECT id FROM documents"), (*server, "-e", "nothing")):
        done = box.run(*arguments, options=entry(name))
        assert done == programs.stock(*arguments)
    assert box.run("--version", options=entry(name)).stdout.startswith(b"cqlsh-ext")


@pytest.mark.parametrize("option", ["-d", "--decompression", "–decompression", "--decompression=snappy"])
def test_the_option_of_cqlsh_experimental(box, option, server, tables):
    value = () if "=" in option else ("snappy",)
    select = f"SELECT b FROM {tables}.documents WHERE id IN (1, 3)"
    done = box.run(*server, option, *value, "-e", select, options=entry("cqlsh-experimental.sh"))
    assert done.code == 0, done
    assert TEXT in done.stdout.decode()
    assert "0x1f8b" in done.stdout.decode()


def test_a_secret(box, reach, service, aws, tables):
    variables = aws.variables | {"AWS_ACCESS_KEY_ID": KEY.id, "AWS_SECRET_ACCESS_KEY": KEY.secret}
    options = (*reach, *(word for name in variables for word in ("--env", name)), *entry("aws-sm-cqlsh.sh"))
    arguments = ("keyspaces-credentials", service.endpoint, "9142", "--ssl", "-k", tables, "--execute", SELECT)
    aws.secret = json.dumps(dict(zip(("username", "password"), *LOGIN.items(), strict=True)))
    done = box.run(*arguments, options=options, env=variables)
    assert (done.code, done.stderr) == (0, b""), done
    assert TEXT in done.stdout.decode()
    assert aws.asked[0].parameters == {"SecretId": "keyspaces-credentials"}
    assert "PLAIN" in {client.mechanism for client in service.clients}


def test_a_profile_and_its_role(box, reach, service, aws, tables, tmp_path):
    folder = tmp_path / "aws"
    folder.mkdir()
    (folder / "config").write_text(AWS_CONFIG)
    service.accounts.keys[ROLE_KEY] = AccessKey(ROLE_KEY, KEY.secret, aws.token)
    options = (*reach, "--volume", f"{folder}:/home/cqlsh/.aws:ro", "--env", "AWS_ENDPOINT_URL_STS")
    done = box.run(service.endpoint, "-k", tables, "-e", SELECT, options=options, env=aws.variables)
    assert (done.code, done.stderr) == (0, b""), done
    assert aws.operations() == ["AssumeRole"]


def test_back_off(box, server, keyspace):
    arguments = ("8", "2", *server, "--execute", f"DESCRIBE TABLE {keyspace}.late")
    done = box.run(*arguments, options=entry("aws-cqlsh-expo-backoff.sh"))
    assert (done.code, done.stderr.count(b"'late' not found")) == (2, 2), done


@pytest.mark.parametrize(("name", "arguments"), [("aws-sm-cqlsh.sh", ()), ("aws-cqlsh-expo-backoff.sh", ("30",))])
def test_misuse(box, name, arguments):
    done = box.run(*arguments, options=entry(name))
    assert done.code == 2
    assert f"usage: {name}".encode() in done.stderr
