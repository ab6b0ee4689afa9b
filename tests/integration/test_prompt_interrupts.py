"""Ctrl-C at the prompt, and a connection that is lost: the session goes on."""

import time

import pytest
from cassandra.concurrent import execute_concurrent_with_args
from integration.keys import CTRL_C, CTRL_D, ENTER
from integration.screens import WIDTHS
from integration.wire import wire

ROWS = 3_000
SOON_SECONDS = 20
LOST, BACK = "Connection lost. What you type stays;", "The connection is back."
ASKED = "SELECT id FROM documents WHERE id = 1;"


@pytest.fixture(scope="module")
def many(tables, session):
    """Return the name of a table that takes seconds to print."""
    session.execute("CREATE TABLE many (id int PRIMARY KEY, t text)")
    insert = session.prepare("INSERT INTO many (id, t) VALUES (?, ?)")
    execute_concurrent_with_args(session, insert, [(number, "a long text " * 40) for number in range(ROWS)])
    return f"{tables}.many"


@pytest.fixture
def wired(server, prompt):
    """Open the prompt behind a wire; return a function that does."""
    with wire(server) as laid:
        yield lambda **options: prompt("127.0.0.1", str(laid.port), **options), laid


@pytest.mark.parametrize("columns", WIDTHS)
def test_ctrl_c_clears_what_is_typed(prompt, tables, columns):
    with prompt(columns=columns) as person:
        person.type("SELECT nothing" + ENTER + "FROM nowhere" + CTRL_C)
        person.until(lambda: person.cursor_line == f"cqlsh:{tables}>")
        person.type(CTRL_C, lambda: person.lines.count(f"cqlsh:{tables}>") == 2)
        person.type(ASKED + ENTER, "(1 rows)")
        assert "does not exist" not in person.text
        person.until(lambda: person.cursor_line == f"cqlsh:{tables}>")
        person.type("not leaving" + CTRL_D, "not leaving")
        person.type(CTRL_C, lambda: person.cursor_line == f"cqlsh:{tables}>")
        assert person.leave() == 0


def test_ctrl_c_stops_a_query(wired, tables):
    open_prompt, laid = wired
    with open_prompt() as person:
        laid.flows.clear()
        person.type("SELECT id, b FROM documents;" + ENTER)
        assert "rows)" not in person.text
        begun = time.monotonic()
        person.type(CTRL_C, lambda: person.cursor_line == f"cqlsh:{tables}>")
        assert time.monotonic() - begun < SOON_SECONDS
        laid.flows.set()
        person.type(ASKED + ENTER, "(1 rows)")
        assert LOST not in person.text


@pytest.mark.parametrize("columns", WIDTHS)
def test_ctrl_c_stops_a_long_print(prompt, tables, many, columns):
    with prompt(env={"CQLSH_EXT_PAGER": "off"}, columns=columns) as person:
        person.type("PAGING OFF" + ENTER, "PAGING set to OFF")
        person.type(f"SELECT * FROM {many};" + ENTER, "a long text a long text")
        person.child.send(CTRL_C)
        person.until(lambda: person.cursor_line == f"cqlsh:{tables}>")
        assert person.written.count(b"a long text " * 40) < ROWS
        person.type(ASKED + ENTER, "(1 rows)")
        assert f"({ROWS} rows)" not in person.text


@pytest.mark.parametrize("columns", WIDTHS)
def test_a_lost_connection_comes_back(wired, tables, columns):
    open_prompt, laid = wired
    with open_prompt(columns=columns) as person:
        person.type(ASKED + ENTER, "(1 rows)")
        person.type("SELECT b FROM documents")
        laid.cut()
        person.until(LOST)
        person.until(lambda: person.toolbar.startswith("connection lost, trying to reconnect"))
        person.until(lambda: person.cursor_line == f"cqlsh:{tables}> SELECT b FROM documents")
        person.type(" WHERE")
        laid.mend()
        person.until(BACK)
        person.until(lambda: person.cursor_line == f"cqlsh:{tables}> SELECT b FROM documents WHERE")
        person.until(lambda: "connection lost" not in person.toolbar)
        person.type(" id = 1;" + ENTER, lambda: person.text.count("(1 rows)") == 2)


def test_a_statement_waits_for_the_connection(wired, tables):
    open_prompt, laid = wired
    with open_prompt() as person:
        laid.cut()
        person.until(LOST)
        person.type(ASKED + ENTER, "The statement runs when it is back; Ctrl-C gives up.")
        assert "(1 rows)" not in person.text
        person.type(CTRL_C, lambda: person.cursor_line == f"cqlsh:{tables}> {ASKED}")
        person.type(ENTER)
        laid.mend()
        person.until("(1 rows)")
        assert person.leave() == 0
