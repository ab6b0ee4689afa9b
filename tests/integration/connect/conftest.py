"""Amazon Keyspaces and the services of AWS as stand-ins, and cqlsh-ext as a user of them."""

import pytest
from integration.connect.aws_services import AwsServices
from integration.connect.user import User
from keyspaces import KeyspacesServer

ADDRESSES = tuple(f"127.0.3.{number}" for number in range(1, 11))
"""Not those of other tests: a test by name alone needs the service's own port."""


@pytest.fixture
def service(server):
    """Return a running service whose changes of the schema are done at once."""
    host, port = server
    with KeyspacesServer((host, int(port)), addresses=ADDRESSES) as running:
        running.settings.ddl_seconds = 0
        yield running


@pytest.fixture
def aws():
    """Return services of AWS that answer as they should, until a test wants something else."""
    with AwsServices() as services:
        yield services


@pytest.fixture
def user(service, aws, tmp_path):
    """Return somebody with a fresh home and no credentials."""
    return User(service, aws, tmp_path / "home")
