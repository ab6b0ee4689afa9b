"""Changes of the schema on Amazon Keyspaces, which are done some time after they were answered."""

import re

import pytest
from integration.screens import WIDTHS, screen

SECONDS = 1.5
SCRIPT = """
CREATE KEYSPACE {name} WITH replication = {{'class': 'SingleRegionStrategy'}};
USE {name};
CREATE TYPE address (street text);
CREATE TABLE carts (id int PRIMARY KEY, home frozen<address>);
INSERT INTO carts (id, home) VALUES (1, {{street: 'Canal 1'}});
ALTER TABLE carts ADD note text;
INSERT INTO carts (id, note) VALUES (2, 'added');
SELECT id, home, note FROM carts;
DROP TABLE carts;
CREATE TABLE carts (id text PRIMARY KEY);
INSERT INTO carts (id) VALUES ('again');
SELECT * FROM carts;
"""


@pytest.fixture
def service(service):
    """Return the service, whose changes of the schema take their time."""
    service.settings.ddl_seconds = SECONDS
    return service


@pytest.fixture
def name(keyspace, session):
    """Return the name of a keyspace that is dropped at the end."""
    yield f"{keyspace}_new"
    session.execute(f"DROP KEYSPACE IF EXISTS {keyspace}_new")


def run(here, how, text):
    """Run statements from standard input, a file, SOURCE or the command line."""
    file = here.home / "script.cql"
    file.write_text(text)
    ways = {"-f": ["-f", file], "SOURCE": ["-e", f"SOURCE '{file}'"], "-e": ["-e", text.strip()], "stdin": []}
    return here.ext(*ways[how], stdin=text.encode() if how == "stdin" else b"")


@pytest.mark.parametrize("how", ["-f", "SOURCE", "-e", "stdin"])
def test_each_statement_finds_the_schema_that_the_last_one_made(how, here, name):
    done = run(here, how, "CONSISTENCY LOCAL_QUORUM;" + SCRIPT.format(name=name))
    assert done.stderr.splitlines() == []
    assert done.code == 0
    assert b"  1 | {street: 'Canal 1'} |  null\n  2 |                null | added" in done.stdout
    assert b" again\n" in done.stdout


def test_stock_goes_on_too_early(here, name):
    done = here.stock(stdin=b"CONSISTENCY LOCAL_QUORUM;" + SCRIPT.format(name=name).encode())
    assert b"unconfigured keyspace" in done.stderr
    assert done.code == 2


def test_no_wait_goes_on_at_once(here, keyspace):
    done = here.ext(
        "--no-wait", "-k", keyspace, "-e", "CREATE TABLE unwaited (id int PRIMARY KEY); SELECT * FROM unwaited"
    )
    assert f'message="unconfigured table {keyspace}.unwaited"\nHint: if the name is right' in done.stderr.decode()


def test_a_limit_ends_the_wait(here, service, keyspace):
    service.settings.ddl_seconds = 60
    done = here.ext("--wait", "1", "-k", keyspace, "-e", "CREATE TABLE late (id int PRIMARY KEY)")
    assert done.code == 2
    assert re.search(rf"table {keyspace}\.late is not there yet after 1 seconds \(CREATING\)".encode(), done.stderr)
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("columns", WIDTHS)
def test_the_wait_is_shown_on_a_terminal_and_taken_away(here, keyspace, columns):
    name = f"shown_at_{columns}_{'long' * 5}"
    line = f"waiting for table {keyspace}.{name}: CREATING, 1 of at most 300 s"
    with screen(here, "-k", keyspace, columns=columns) as person:
        person.until(f"cqlsh:{keyspace}>")
        person.settle()
        person.type(f"CREATE TABLE {name} (id int PRIMARY KEY);\r", lambda: line[: columns - 3] in person.text)
        (shown,) = [shown for shown in person.lines if "waiting" in shown]
        assert line.startswith(shown[2:])
        person.until(lambda: "waiting" not in person.text)
        faces = set(re.findall(r"\r([|/\\-]) waiting", person.written.decode()))
        assert len(faces) == 4


def test_an_interrupt_ends_the_wait_alone(here, service, keyspace):
    service.settings.ddl_seconds = 60
    with here.terminal("cqlsh-ext", "-k", keyspace) as terminal:
        terminal.until("> ")
        terminal.type("CREATE TABLE interrupted (id int PRIMARY KEY);\n", "waiting for table")
        terminal.type("\x03", f"cqlsh:{keyspace}> ")
        terminal.type("DESCRIBE TABLES;\n", f"cqlsh:{keyspace}> ")
        terminal.child.send("EXIT\n")
        assert terminal.end() == 0


def test_nothing_is_waited_for_on_cassandra(ext, keyspace):
    done = ext("-k", keyspace, "-e", "CREATE TABLE here (id int PRIMARY KEY); INSERT INTO here (id) VALUES (1)")
    assert (done.code, done.stderr) == (0, b"")
