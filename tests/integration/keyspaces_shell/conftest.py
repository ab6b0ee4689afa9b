"""The programs on a stand-in for Amazon Keyspaces, without TLS: what the shell does once it is connected."""

from pathlib import Path

import pytest
from integration.programs import Programs
from keyspaces import PASSWORD, USER, KeyspacesServer


@pytest.fixture
def service(server):
    """Return a running service whose changes of the schema are done at once."""
    host, port = server
    with KeyspacesServer((host, int(port)), tls=False) as running:
        running.settings.ddl_seconds = 0
        yield running


@pytest.fixture
def here(service, tmp_path):
    """Return both programs, with a fresh home, at the service."""
    home = tmp_path / "keyspaces"
    write_credentials(home)
    return Programs((service.host, str(service.port)), home)


def write_credentials(home: Path):
    """Make a home with a user name and a password in it."""
    file = home / ".cassandra" / "credentials"
    file.parent.mkdir(parents=True)
    file.write_text(f"[plain_text_auth]\nusername = {USER}\npassword = {PASSWORD}\n")
    file.chmod(0o600)
