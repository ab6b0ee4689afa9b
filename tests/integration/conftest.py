"""A real server, a keyspace for each module, and both programs."""

import os
from contextlib import contextmanager
from pathlib import Path

import pytest
from cassandra.cluster import EXEC_PROFILE_DEFAULT, Cluster, ExecutionProfile
from cassandra.concurrent import execute_concurrent_with_args
from cassandra.policies import WhiteListRoundRobinPolicy

pytest.register_assert_rewrite("integration.programs", "integration.screens")

from integration import compressed  # noqa: E402
from integration.programs import Programs  # noqa: E402
from integration.screens import screen  # noqa: E402

VALUES = Path(__file__).with_name("fill.cql")
VARIABLE = "CQLSH_EXT_TEST_SERVER"


@pytest.fixture(scope="session")
def server():
    """Return host and port, as text."""
    address = os.environ.get(VARIABLE, "").split()
    if len(address) != 2:
        pytest.fail(f"{VARIABLE}='host port' is not set: run these tests with bin/test, which starts a server")
    return tuple(address)


@pytest.fixture(scope="session")
def session(server):
    """Return a session of the driver."""
    host, port = server
    profile = ExecutionProfile(WhiteListRoundRobinPolicy([host]))
    with Cluster([host], int(port), protocol_version=5, execution_profiles={EXEC_PROFILE_DEFAULT: profile}) as cluster:
        yield cluster.connect()


@pytest.fixture(scope="module")
def keyspace(request, session):
    """Return the name of a new keyspace; the session uses it until the module is done."""
    name = f"{request.module.__name__.rpartition('.')[2]}_{os.getpid()}"
    session.execute(f"CREATE KEYSPACE {name} WITH replication = {{'class': 'SimpleStrategy', 'replication_factor': 1}}")
    session.set_keyspace(name)
    yield name
    session.execute(f"DROP KEYSPACE {name}")


@pytest.fixture(scope="module")
def filled(keyspace, session, server, tmp_path_factory):
    """Return the name of the module's keyspace, filled with values of every type."""
    done = Programs(server, tmp_path_factory.mktemp("home")).stock("-k", keyspace, "-f", VALUES)
    assert (done.code, done.stderr) == (0, b"")
    insert = session.prepare("INSERT INTO rows (p, c, v, b) VALUES (?, ?, ?, ?)")
    rows = [(n // 175, n, f"value {n} " * (n // 100), bytes([n % 256])) for n in range(350)]
    execute_concurrent_with_args(session, insert, rows)
    session.execute("INSERT INTO blobs (id, what, b) VALUES (30, 'long', %s)", [bytes(range(256)) * 4])
    session.execute("INSERT INTO blobs (id, what, b) VALUES (31, 'long text', %s)", [b"all work and no play " * 50])
    return keyspace


@pytest.fixture(scope="module")
def tables(keyspace, session):
    """Return the name of the module's keyspace, full of compressed values."""
    compressed.fill(session)
    return keyspace


@pytest.fixture
def programs(server, tmp_path):
    """Return both programs, with a fresh home."""
    home = tmp_path / "home"
    home.mkdir()
    return Programs(server, home)


@pytest.fixture
def stock(programs):
    """Run stock cqlsh: `stock("-e", "SELECT ...")`."""
    return programs.stock


@pytest.fixture
def ext(programs):
    """Run cqlsh-ext: `ext("-e", "SELECT ...")`."""
    return programs.ext


@pytest.fixture
def alike(programs):
    """Run both, see that they leave the same, and return it."""
    return programs.alike


@pytest.fixture
def cells(ext, tables):
    """Run a SELECT of two columns in cqlsh-ext; return the second by the first."""

    def run(statement, *arguments, env=None):
        done = ext("-k", tables, "-e", statement, *arguments, env=env)
        assert done.stderr == b""
        rows = (line.split(" | ", 1) for line in done.stdout.decode().splitlines() if " | " in line)
        return {number.strip(): text.strip() for number, text in rows}

    return run


@pytest.fixture
def prompt(programs, tables):
    """Open the prompt in the module's keyspace, on a terminal with a screen; wait until it is there."""

    @contextmanager
    def open_prompt(*arguments, ready="│", **options):
        with screen(programs, "-k", tables, *arguments, **options) as opened:
            opened.until(ready)
            yield opened

    return open_prompt


@pytest.fixture
def cqlshrc(programs):
    """Write the cqlshrc of the home, or another file that nobody else may read."""

    def write(text, name=".cassandra/cqlshrc"):
        file = programs.home / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        file.chmod(0o600)

    return write
