"""On a terminal cqlsh-ext and stock cqlsh show the same: prompts, pages, completion, keys, history."""

from pathlib import Path

import pytest
from integration.programs import EXT, STOCK

CTRL_A, CTRL_C, CTRL_D, CTRL_K, TAB, UP = "\x01", "\x03", "\x04", "\x0b", "\t", "\x1b[A"
NO_PAGER = {"CQLSH_EXT_PAGER": "off"}
"""Stock asks for MORE after every page; so does cqlsh-ext without a pager."""


@pytest.fixture
def screens(filled, programs):
    """Let a person do the same with both programs; see that both show the same, and return what they show."""

    def run(person, *arguments, env=None):
        shown = []
        for program in (STOCK, EXT):
            history = programs.home / ".cassandra" / "cqlsh_history"
            history.unlink(missing_ok=True)
            with programs.terminal(program, "-k", filled, *arguments, env=NO_PAGER | (env or {})) as terminal:
                person(terminal, f"cqlsh:{filled}> ")
                code = terminal.end()
            shown.append((terminal.shown(), code, history.read_text() if history.exists() else None))
        assert shown[1][0][0] == shown[0][0][0]
        assert shown[1] == shown[0]
        (lines, _), code, history = shown[1]
        return lines, code, history

    return run


def test_statements_and_history(screens):
    def person(terminal, prompt):
        terminal.until(prompt)
        terminal.type("SELECT * FROM statics;\r", prompt)
        terminal.type("SELECT id\r", "... ")
        terminal.type("FROM blobs\r", "... ")
        terminal.type("LIMIT 1;\r", prompt)
        terminal.type("\r", prompt)
        terminal.type("SELECT nothing FROM blobs;\r", prompt)
        terminal.type("SELECT `;\r", prompt)
        terminal.type("EXPAND ON\r", prompt)
        terminal.type("SELECT * FROM collections;\r", prompt)
        terminal.type("EXPAND OFF\r", prompt)
        terminal.type("SELECT * FROM texts; SELECT * FROM empty;\r", prompt)
        terminal.type("UPDATE accounts SET balance = 1 WHERE id = 99 IF EXISTS;\r", prompt)
        terminal.type("USE system;\r", "cqlsh:system> ")
        terminal.type("SELECT key FROM local;\r", "cqlsh:system> ")
        terminal.type(UP + UP, "USE system;")
        terminal.type("\r", "cqlsh:system> ")
        terminal.type("HISTORY 3\r", "cqlsh:system> ")
        terminal.type("LOGIN somebody 'secret'\r", "cqlsh:system> ")
        terminal.type("EXIT\r", "\n")

    _, code, history = screens(person)
    assert code == 0
    assert history.splitlines()[0] == "SELECT * FROM statics;"


def test_pages_without_history(screens, cqlshrc):
    cqlshrc("[history]\ndisabled = true")

    def person(terminal, prompt):
        terminal.until(prompt)
        terminal.type("SELECT * FROM rows;\r", "---MORE---")
        for _ in range(2):
            terminal.type("\r", "---MORE---")
        terminal.type("\r", prompt)
        terminal.type("PAGING 2; EXPAND ON; SELECT p, c FROM rows LIMIT 6;\r", "---MORE---")
        terminal.type("\r", "---MORE---")
        terminal.type(CTRL_C, prompt)
        terminal.type("SELECT p FROM rows;\r", "---MORE---")
        terminal.type(CTRL_D, prompt)
        terminal.type("PAGING OFF; EXPAND OFF; SELECT c FROM rows LIMIT 120;\r", prompt)
        terminal.type(CTRL_D, "\n")

    screens(person)


def test_keys(screens):
    def person(terminal, prompt):
        terminal.until(prompt)
        terminal.type("SELECT nothing" + CTRL_C, prompt)
        terminal.type("SELECT\r", "... ")
        for _ in range(6):
            terminal.type("\r", "... ", "incomplete statement.")
        terminal.type(CTRL_C, prompt)
        terminal.type("SELECT 'unfinished\r", "... ")
        terminal.type("SELECT key FROM system.local'\r", "... ")
        terminal.type(CTRL_D, "\n")

    screens(person)


COMPLETED = (
    "", "I", "D", "DE", "E", "P", "R", "T", "SEL",
    "SELECT * FROM bl", "SELECT * FROM sc", "SELECT * FROM system.pee", "SELECT wh",
    "SELECT * FROM blobs WHERE ", 'SELECT * FROM "bl', "INSERT INTO blobs (", "INSERT INTO blobs (id, wh",
    "UPDATE blobs SE", "UPDATE blobs SET ", "DESCRIBE sys", "DESC TABLE bl", "DESCRIBE TYPE add", "DROP ",
    "CREATE TABLE x (id ", "CREATE KEYSPACE x WITH ", "ALTER TABLE bl", "CONSISTENCY L", "SERIAL ", "TRACING ",
    "SHOW ", "PAGING ", "EXPAND O", "USE sys", "CAPTURE ", "CAPTURE 'so", "SOURCE 'my-f", "SOURCE 'some.f",
    "SOURCE 'some.", "COPY blobs ", "COPY blobs FROM 'my-", "COPY blobs (",
    "COPY blobs TO 'x' WITH ", "COPY blobs TO 'x' WITH D", "COPY blobs FROM 'x' WITH H",
    "nonsense ", "SELECT * FROM blobs; SEL", "SELECT 'a-b", "SELECT a - b FROM bl", "SELECT a-b FROM bl",
)  # fmt: skip
"""None that names of keyspaces follow, unless they begin so: other tests make and drop some at the same time."""


def test_completion(screens, programs):
    for name in ("my-file.cql", "some.file", "some.other"):
        (programs.home / name).touch()

    def person(terminal, prompt):
        terminal.until(prompt)
        for typed in COMPLETED:
            terminal.type(typed + TAB + TAB + CTRL_A + CTRL_K + "SHOW HOST\r", "Connected to ")
            terminal.until(prompt)
        terminal.type(CTRL_D, "\n")

    screens(person)


@pytest.mark.parametrize(
    ("arguments", "variables"), [((), {}), (("--no-color",), {}), ((), {"TERM": "dumb"}), ((), {"TERM": None})]
)
def test_values(screens, arguments, variables):
    values = (Path(__file__).with_name("drop_in") / "values.cql").read_text()
    screens(lambda _terminal, _prompt: None, "-e", f"{values} EXPAND ON; {values}", *arguments, env=variables)
