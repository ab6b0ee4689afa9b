"""Somebody who runs cqlsh-ext on the stand-in for Amazon Keyspaces, or on something else."""

import re
import subprocess
import time
from typing import NamedTuple

from integration.programs import BIN, EXT, Programs, Ran
from keyspaces import KEY

SELECT = "SELECT key FROM system.local"
SECONDS = 15
"""How long a login that fails may take."""
SIGNED_IN = {"AWS_ACCESS_KEY_ID": KEY.id, "AWS_SECRET_ACCESS_KEY": KEY.secret}
OTHER_HOSTS = ("unshare", "--map-root-user", "--mount", "sh", "-c", 'mount --bind "$0" /etc/hosts && exec "$@"')
"""Runs a process with another /etc/hosts; needs no root where namespaces of users are allowed."""
NO_NETWORK = ("unshare", "--map-root-user", "--net")
TOLD = re.compile(r"(?:\nWarning: Using a password.*\n.*\n\n)?Connection error: (.*)\n")


class Place(NamedTuple):
    """What answers, as far as a user has to know; a KeyspacesServer says the same of itself."""

    host: str
    port: int
    endpoint: str
    ca_file: str | None


class User:
    """Has a home of their own, and nothing in the environment but where AWS's stand-ins are."""

    def __init__(self, service, aws, home):
        self.service = service
        self.aws = aws
        self.home = home
        home.mkdir()
        self.programs = Programs((service.host, str(service.port)), home)
        self.variables = {"AWS_EC2_METADATA_DISABLED": "true"} | aws.variables
        if service.ca_file:
            self.variables["SSL_CERTFILE"] = str(service.ca_file)

    @property
    def tunnel(self):
        """Return the arguments that say what the address alone does not."""
        return "--aws", "--server-name", self.service.endpoint

    def write(self, name, text):
        """Write a file of the home that nobody else may read; return its path."""
        file = self.home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o600)
        return str(file)

    def run(self, *arguments, env=None, stdin=b"", within=(), program=EXT):
        """Run cqlsh-ext, or another program, with these arguments alone, within another command."""
        done = subprocess.run(
            [*within, BIN / program, *arguments],
            input=stdin,
            env=self.programs.environment(self.variables | (env or {})),
            cwd=self.home,
            capture_output=True,
            timeout=2 * SECONDS,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def execute(self, statements, *arguments, env=None):
        """Run statements through the tunnel, signed in unless `env` says otherwise."""
        return self.run(*self.tunnel, *arguments, "-e", statements, env=SIGNED_IN | (env or {}))

    def by_name(self, *arguments, env=None, **options):
        """Run a program where the name of the endpoint leads to the service, and no variable says where that is."""
        name = self.service.endpoint
        hosts = self.write("hosts", f"127.0.0.1 localhost\n{self.service.host} {name} {name}.\n")
        unset = {"CQLSH_HOST": None, "CQLSH_PORT": None}
        return self.run(*arguments, env=unset | (env or {}), within=(*OTHER_HOSTS, hosts), **options)

    def refused(self, *arguments, **options):
        """Return the sentence that a login ends with, and see that it is alone and comes soon."""
        begin = time.monotonic()
        done = self.run(*arguments, "-e", SELECT, **options)
        seconds = time.monotonic() - begin
        found = TOLD.fullmatch(done.stderr.decode())
        assert found, done.stderr.decode()
        assert (done.code, done.stdout) == (1, b""), done
        assert seconds < SECONDS
        return found[1]
