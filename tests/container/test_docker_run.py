"""bin/docker-run: what a person has is there in the container, as if it ran outside."""

import hashlib
import json
import os
import subprocess
from dataclasses import dataclass

import pytest
from container.boxes import Box, find, leave, on_screen
from container.conftest import ROOT
from integration.compressed import TEXT
from integration.connect.aws_services import ROLE_KEY, AwsServices
from integration.connect.conftest import ADDRESSES
from integration.programs import Ran
from keyspaces import KEY, KeyspacesServer
from keyspaces.sigv4 import AccessKey

RUN = str(ROOT / "bin" / "docker-run")
RECORDER = '#!/bin/sh\necho "$@" >> "$RECORD"\nexec {} "$@"\n'

SSO_CONFIG = """
[default]
region = us-east-1
sso_session = mine
sso_account_id = 111122223333
sso_role_name = reader

[sso-session mine]
sso_region = us-east-1
sso_start_url = https://example.com/start
"""
SIGN_IN = {
    "startUrl": "https://example.com/start",
    "region": "us-east-1",
    "accessToken": "old",
    "expiresAt": "2020-01-01T00:00:00Z",
    "refreshToken": "renewing",
    "clientId": "client",
    "clientSecret": "of the client",
    "registrationExpiresAt": "2099-01-01T00:00:00Z",
}
"""What `aws sso login` keeps, when it has expired."""


@dataclass
class Person(Box):
    """Somebody with a home, in a folder of theirs; what they have docker do is recorded."""

    def __post_init__(self):
        self.folder, self.record = self.home / "work", self.home / "record"
        (self.home / ".cassandra").mkdir()
        self.folder.mkdir()
        recorder = self.home / "bin" / "docker"
        recorder.parent.mkdir()
        recorder.write_text(RECORDER.format(find("docker")))
        recorder.chmod(0o755)

    def environment(self, changes):
        own = {"HOME": str(self.home), "RECORD": str(self.record), "PATH": f"{self.home}/bin:{os.environ['PATH']}"}
        return super().environment(own | (changes or {}))

    def docker_run(self, *arguments, stdin=b"", env=None):
        done = subprocess.run(
            [RUN, *arguments],
            input=stdin,
            env=self.environment(env),
            cwd=self.folder,
            capture_output=True,
            timeout=60,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def person(image, tmp_path):
    return Person(image, (), tmp_path)


def test_results_and_exit_codes(person, server, tables):
    done = person.docker_run(*server, "-e", f"SELECT b FROM {tables}.documents WHERE id = 1")
    assert (done.code, done.stderr) == (0, b""), done
    assert TEXT in done.stdout.decode()
    assert person.docker_run(*server, "-e", "nothing").code == 2
    assert person.docker_run(*server, stdin=b"SELECT key FROM system.local;").stdout.count(b"local") == 1


def test_files_are_the_person_s(person, server, tables):
    (person.home / ".cassandra" / "cqlshrc").write_text("[cqlsh-ext]\ndecompress = off\n")
    (person.folder / "run.cql").write_text(f"CAPTURE 'out.txt'\nSELECT b FROM {tables}.documents WHERE id = 1;\n")
    assert person.docker_run(*server, "-f", "run.cql").code == 0
    written = person.folder / "out.txt"
    assert "0x1f8b" in written.read_text("utf-8")
    assert written.stat().st_uid == os.getuid()


def test_variables_of_aws_by_their_names(person, server, tables):
    host, port = server
    with KeyspacesServer((host, int(port)), addresses=ADDRESSES) as service:
        own = {"SSL_CERTFILE": str(service.ca_file), "CQLSH_HOST": service.host, "CQLSH_PORT": str(service.port)}
        keys = {"AWS_ACCESS_KEY_ID": KEY.id, "AWS_SECRET_ACCESS_KEY": KEY.secret, "AWS_REGION": "us-east-1"}
        arguments = ("--aws", "--server-name", service.endpoint, "-e", f"SELECT b FROM {tables}.documents")
        done = person.docker_run(*arguments, env=own | keys)
    assert (done.code, done.stderr) == (0, b""), done
    assert TEXT in done.stdout.decode()
    recorded = person.record.read_text("utf-8")
    assert "--env AWS_SECRET_ACCESS_KEY " in recorded
    assert KEY.secret not in recorded


def test_a_sign_in_is_renewed(person, server):
    host, port = server
    folder = person.home / ".aws"
    cache = folder / "sso" / "cache" / f"{hashlib.sha1(b'mine', usedforsecurity=False).hexdigest()}.json"
    cache.parent.mkdir(parents=True)
    (folder / "config").write_text(SSO_CONFIG)
    cache.write_text(json.dumps(SIGN_IN))
    with KeyspacesServer((host, int(port)), addresses=ADDRESSES) as service, AwsServices() as aws:
        service.accounts.keys[ROLE_KEY] = AccessKey(ROLE_KEY, KEY.secret, aws.token)
        aws.answers["CreateToken"] = (200, json.dumps({"accessToken": "renewed", "expiresIn": 3600}))
        arguments = (service.host, str(service.port), "--aws", "--server-name", service.endpoint)
        certificate = {"SSL_CERTFILE": str(service.ca_file)}
        done = person.docker_run(*arguments, "-e", "SELECT key FROM system.local", env=certificate | aws.variables)
    assert (done.code, done.stderr) == (0, b""), done
    assert json.loads(cache.read_text("utf-8"))["accessToken"] == "renewed"
    assert aws.operations() == ["CreateToken", "GetRoleCredentials"]


def test_a_terminal_and_its_history(person, server):
    for keys, shown in (("SELECT key FROM system.local;\r", "(1 rows)"), ("\x1b[A", "SELECT key FROM system.local;")):
        with on_screen(person, *server, program=RUN) as seen:
            seen.until("cqlsh>")
            seen.type(keys, shown)
            seen.type("\x03")
            assert leave(seen) == 0
    assert "system.local" in (person.home / ".cassandra" / "cqlsh_history").read_text("utf-8")


def test_without_docker_it_says_what_to_install(person):
    folder = person.home / "without"
    folder.mkdir()
    for tool in ("bash", "env", "dirname", "readlink"):
        (folder / tool).symlink_to(find(tool))
    done = person.docker_run(env={"PATH": str(folder)})
    assert (done.code, done.stdout) == (1, b"")
    assert done.stderr.startswith(b"docker-run: Docker is needed: install it")
