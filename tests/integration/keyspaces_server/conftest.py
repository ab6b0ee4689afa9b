"""A stand-in for Keyspaces in front of the real server, and the driver as its client."""

from contextlib import ExitStack

import pytest
from integration.keyspaces_server.clients import Raw, connected
from keyspaces import KeyspacesServer


@pytest.fixture
def service(server):
    """Return a running service whose changes of the schema are done at once."""
    host, port = server
    with KeyspacesServer((host, int(port))) as running:
        running.settings.ddl_seconds = 0
        yield running


@pytest.fixture
def connect(service):
    """Return a function that connects the driver to the service until the test is done."""
    with ExitStack() as exits:
        yield lambda *login, **options: exits.enter_context(connected(service, *login, **options))


@pytest.fixture
def cql(connect, keyspace):
    """Return a session of the service that uses the module's keyspace."""
    session = connect()
    session.set_keyspace(keyspace)
    return session


@pytest.fixture
def raw(service):
    """Return a function that opens a connection for raw frames until the test is done."""
    with ExitStack() as exits:

        def open_raw(*arguments):
            connection = Raw(service, *arguments)
            exits.callback(connection.close)
            return connection

        yield open_raw
