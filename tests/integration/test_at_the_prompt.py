"""What only somebody at the prompt sees: the pager, questions before DROP, WATCH; and TIMING and `\\G`."""

import re
import signal
import subprocess
import time

import pytest
from cassandra.concurrent import execute_concurrent_with_args
from integration.programs import BIN, EXT, SECONDS

CTRL_C, CTRL_D = "\x03", "\x04"
LONG_TEXTS = 2000
ALL = "SELECT p, c FROM rows;\r"
TIME = re.compile(r"^Time: [\d,]+\.\d ms$", re.MULTILINE)


@pytest.fixture
def prompt(filled):
    return f"cqlsh:{filled}> "


@pytest.fixture(scope="module")
def long_texts(filled, session):
    """Return the name of a table that takes more than a pipe holds."""
    session.execute("CREATE TABLE long_texts (id int PRIMARY KEY, t text)")
    insert = session.prepare("INSERT INTO long_texts (id, t) VALUES (?, ?)")
    execute_concurrent_with_args(session, insert, [(number, "long " * 50) for number in range(LONG_TEXTS)])
    return f"{filled}.long_texts"


@pytest.fixture
def at_prompt(programs, filled, prompt):
    """Let a person type at the prompt, and leave."""

    def run(person, *arguments, env=None):
        with programs.terminal(EXT, "-k", filled, "--no-color", *arguments, env=env) as terminal:
            terminal.until(prompt)
            person(terminal)
            terminal.type(CTRL_D, "\n")
            assert terminal.end() == 0
        return terminal.written.decode().replace("\r\n", "\n")

    return run


def test_a_short_result_is_not_paged(at_prompt, prompt):
    def person(terminal):
        terminal.type("SELECT p, c FROM rows LIMIT 20;\r", prompt)

    written = [at_prompt(person), at_prompt(person, "--pager", "off")]
    assert written[0] == written[1]
    assert "(20 rows)" in written[0]


def test_less_is_the_pager_and_leaving_it_ends_the_query(at_prompt, prompt):
    def person(terminal):
        page = terminal.type(ALL, "\r\n:")
        assert b"(350 rows)" not in page
        assert page.count(b"|") < 60
        page = terminal.type(" ", ":")
        assert b"(350 rows)" not in page
        left = terminal.type("q", prompt)
        assert b"---MORE---" not in left
        assert b"ipe" not in left
        assert b"Traceback" not in left
        assert b"(1 rows)" in terminal.type("SELECT key FROM system.local;\r", prompt)

    at_prompt(person)


def test_rows_stream_through_any_command(at_prompt, prompt, programs):
    def person(terminal):
        assert b"PAGER is less -SRFX" in terminal.type("PAGER\r", prompt)
        assert b"PAGER set to cat > paged" in terminal.type("PAGER 'cat > paged'\r", prompt)
        terminal.type(ALL, prompt)
        terminal.type("EXPAND ON; SELECT p, c FROM rows LIMIT 300; EXPAND OFF\r", prompt)
        assert b"PAGER set to grep 349" in terminal.type("PAGER 'grep 349 ';\r", prompt)
        assert b"\n 1 | 349\r\n" in terminal.type(ALL, prompt)
        assert b"PAGER set to OFF" in terminal.type("PAGER off\r", prompt)
        terminal.type(ALL, "---MORE---")
        terminal.type(CTRL_C, prompt)
        assert b"PAGER set to less -SRFX" in terminal.type("PAGER ON\r", prompt)

    at_prompt(person)
    paged = (programs.home / "paged").read_text()
    assert paged.rstrip().endswith("(300 rows)")
    assert "@ Row 300\n" in paged


def test_a_pager_may_end_by_itself(at_prompt, prompt):
    def person(terminal):
        terminal.type("PAGER 'head -n 2'\r", prompt)
        for _ in range(2):
            shown = terminal.type(ALL, prompt).decode()
            assert "p | c" in shown
            assert len(shown.splitlines()) < 6

    assert "rror" not in at_prompt(person)


def test_ctrl_c_ends_the_query_and_leaves_the_pager(at_prompt, prompt, programs, long_texts):
    def person(terminal):
        terminal.type("PAGER 'trap : INT; sleep 1; cat > paged; echo was seen'\r", prompt)
        terminal.child.send(f"SELECT * FROM {long_texts};\r")
        time.sleep(0.5)
        left = terminal.type(CTRL_C, prompt)
        assert b"was seen" in left
        assert b"Traceback" not in left
        assert b"(1 rows)" in terminal.type("SELECT key FROM system.local;\r", prompt)

    at_prompt(person)
    lines = (programs.home / "paged").read_text().splitlines()
    assert 100 < len(lines) < LONG_TEXTS


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"PATH": "/nowhere"}])
def test_where_no_pager_works_stock_s_more_asks(at_prompt, prompt, env):
    def person(terminal):
        terminal.type(ALL, "---MORE---")
        terminal.type(CTRL_C, prompt)

    at_prompt(person, env=env)


def test_formats_for_programs_are_paged_as_well(at_prompt, prompt, programs):
    def person(terminal):
        terminal.type("PAGER 'cat > paged'; FORMAT csv\r", prompt)
        assert b"(350 rows)" in terminal.type(ALL, prompt)

    at_prompt(person)
    lines = (programs.home / "paged").read_text().splitlines()
    assert (lines[0], len(lines)) == ("p,c", 351)


def test_reports_are_paged(at_prompt, prompt, programs):
    def person(terminal):
        terminal.type("PAGER 'cat > paged'\r", prompt)
        terminal.type("INSPECT SELECT * FROM blobs LIMIT 20;\r", prompt)

    at_prompt(person)
    assert (programs.home / "paged").read_text().count("column b\n") > 10


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("PAGER no-such-program -x", "'no-such-program -x' cannot be run: there is no such program"),
        ("PAGER ''", "'' cannot be run: there is no such program"),
        ("PAGER 'it''s'", '"it\'s" cannot be run: there is no such program'),
    ],
)
def test_a_pager_that_cannot_be_run(ext, typed, told):
    done = ext("-e", f"{typed}; PAGER")
    assert done.stderr.decode() == f"<stdin>:1:{told}\n"
    assert done.stdout == b"PAGER is less -SRFX\n"


def table_names(session, keyspace):
    select = "SELECT table_name FROM system_schema.tables WHERE keyspace_name = %s"
    return [row.table_name for row in session.execute(select, [keyspace])]


QUESTION = "Go on? [y/N] "


def test_what_takes_away_rows_is_asked_about(at_prompt, prompt, session, filled):
    def person(terminal):
        terminal.type("INSERT INTO asked (p, c) VALUES (1, 1); INSERT INTO asked (p, c) VALUES (1, 2);\r", prompt)
        for answer in ("\r", "n\r", "no\r", "what\r", CTRL_D):
            terminal.type("DELETE FROM asked WHERE p = 1;\r", QUESTION)
            assert b"Nothing was done." in terminal.type(answer, prompt)
        terminal.type("TRUNCATE asked;\r", QUESTION)
        terminal.type(CTRL_C, prompt)
        assert b"(2 rows)" in terminal.type("SELECT * FROM asked;\r", prompt)
        terminal.type("DELETE FROM asked WHERE p = 1 AND c = 1;\r", prompt)
        assert b"(1 rows)" in terminal.type("SELECT * FROM asked;\r", prompt)
        assert b"full primary key (p, c)" in terminal.type("DELETE FROM asked WHERE p = 1;\r", QUESTION)
        terminal.type("y\r", prompt)
        assert b"(0 rows)" in terminal.type("SELECT * FROM asked;\r", prompt)
        assert b"DROP cannot be undone." in terminal.type("DROP TABLE\r", "... ") + terminal.type("asked;\r", QUESTION)
        terminal.type("YES\r", prompt)
        assert b"\ny" not in terminal.type("HISTORY 100\r", prompt)

    session.execute("CREATE TABLE asked (p int, c int, PRIMARY KEY (p, c))")
    at_prompt(person)
    assert "asked" not in table_names(session, filled)


def test_nothing_is_asked_where_it_is_not_wanted(at_prompt, prompt, ext, session, programs, filled):
    def person(terminal):
        terminal.type("DROP TABLE unwanted1;\r", prompt)

    def sourcing(terminal):
        terminal.type("SOURCE 'drop.cql'\r", prompt)

    for number in range(1, 6):
        session.execute(f"CREATE TABLE unwanted{number} (id int PRIMARY KEY)")
    (programs.home / "drop.cql").write_text("TRUNCATE unwanted5; DROP TABLE unwanted2;")
    assert QUESTION not in at_prompt(person, "--confirm", "off") + at_prompt(sourcing)
    for arguments, stdin in (
        (("-e", "DROP TABLE unwanted3"), b""),
        (("--tty",), b"DROP TABLE unwanted4;\n"),
        ((), b"DROP TABLE unwanted5;\n"),
    ):
        assert QUESTION.encode() not in ext("-k", filled, *arguments, stdin=stdin).stdout
    assert not [name for name in table_names(session, filled) if name.startswith("unwanted")]


def test_watch(at_prompt, prompt):
    def person(terminal):
        terminal.type("WATCH 0.1 SELECT key\r", "... ")
        terminal.type("FROM system.local;\r", "every 0.1 s: SELECT key FROM system.local")
        for _ in range(3):
            terminal.until("(1 rows)")
        terminal.type(CTRL_C, prompt)
        assert b"(350 rows)" in terminal.type(f"WATCH {ALL}", "(350 rows)")
        terminal.type(CTRL_C, prompt)
        terminal.type("WATCH 5 INSERT INTO accounts (id) VALUES (1000);\r", "every 5 s")
        terminal.type(CTRL_C, prompt)
        assert b"Undefined column name" in terminal.type("WATCH SELECT nothing FROM rows;\r", prompt)
        assert b"WATCH takes a statement" in terminal.type("WATCH 1;\r", prompt)
        assert b"WATCH takes a statement" in terminal.type("WATCH WATCH SELECT key FROM system.local;\r", prompt)

    assert "---MORE---" not in at_prompt(person)


def test_watch_without_a_prompt_ends_with_its_reader_or_an_interrupt(programs):
    command = [BIN / EXT, "--format", "jsonl", "-e", "WATCH 0.05 SELECT key FROM system.local"]
    for leave in (lambda shell: shell.send_signal(signal.SIGINT), lambda shell: shell.stdout.close()):
        with subprocess.Popen(
            command, env=programs.environment(None), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as shell:
            assert [shell.stdout.readline() for _ in range(3)] == [b'{"key": "local"}\n'] * 3
            leave(shell)
            told = shell.stderr.read()
            assert shell.wait(SECONDS) in (0, 1)
            assert b"Traceback" not in told
            assert b"ipe" not in told


def test_timing(at_prompt, prompt, ext, filled):
    def person(terminal):
        assert b"TIMING is OFF" in terminal.type("TIMING\r", prompt)
        assert b"TIMING set to ON" in terminal.type("timing on;\r", prompt)
        assert TIME.search(terminal.type("SELECT key FROM system.local;\r", prompt).decode().replace("\r", ""))
        assert TIME.search(terminal.type("USE system;\r", "cqlsh:system> ").decode().replace("\r", ""))
        assert b"Time" not in terminal.type("TIMING OFF; SELECT key FROM local;\r", "cqlsh:system> ")

    at_prompt(person)
    done = ext("-k", filled, "--timing", "-e", "SELECT * FROM rows; SELECT nothing FROM rows; USE system")
    first, error, second, third = done.stderr.decode().splitlines()
    assert re.fullmatch(r"Time: [\d,.]+ ms, [\d,.]+ ms in all", first)
    assert "Undefined column name" in error
    assert TIME.fullmatch(second)
    assert TIME.fullmatch(third)
    assert b"Time" not in done.stdout


def test_a_statement_may_ask_for_a_vertical_result_once(ext, filled, at_prompt, prompt):
    select = "SELECT p FROM rows LIMIT 1"
    vertical, table = "\n@ Row 1\n---+---\n p | 1\n\n\n(1 rows)\n", "\n p\n---\n 1\n\n(1 rows)\n"
    for statements, expected in (
        (f"{select}\\G", vertical),
        (f"{select} \\G;", vertical),
        (f"{select}\\G {select}; {select}\\G", vertical + table + vertical),
        (f"SELECT p FROM rows LIMIT 1 /* \\G */ -- \\G\n; {select}", table * 2),
        (f"WATCH 0 SELECT nothing FROM rows\\G {select}\\G", vertical),
        (f"FORMAT jsonl; {select}\\G {select}", vertical + '{"p": 1}\n'),
    ):
        assert ext("-k", filled, "-e", statements).stdout.decode() == expected, statements

    def person(terminal):
        assert b"@ Row 1" in terminal.type(f"{select}\\G\r", prompt)
        assert b"@ Row 1" not in terminal.type(f"{select};\r", prompt)

    at_prompt(person)


@pytest.mark.parametrize("layout", ["table", "vertical", "jsonl"])
def test_what_is_captured_is_in_the_file_after_each_statement(programs, filled, prompt, layout):
    captured = programs.home / "captured"
    with programs.terminal(EXT, "-k", filled, "--no-color", "--format", layout) as terminal:
        terminal.until(prompt)
        terminal.type("CAPTURE 'captured'\r", prompt)
        for statement in ("SELECT p FROM rows LIMIT 1;", "INSPECT SELECT b FROM blobs LIMIT 1;"):
            before = captured.stat().st_size
            terminal.type(f"{statement}\r", prompt)
            assert captured.stat().st_size > before, statement
        before = captured.stat().st_size
        terminal.type("SELECT * FROM rows; " * 50 + "\r", "rows;")
        time.sleep(1)
        terminal.type(CTRL_C, prompt)
        assert captured.stat().st_size > before
        left = captured.read_text()
        terminal.child.kill(signal.SIGKILL)
    assert captured.read_text() == left


COMPLETED = {
    "PAGE": {"PAGER"},
    "PAGER O": {"ON", "OFF"},
    "TIMING O": {"ON", "OFF"},
    "FORMAT JSON": {"JSON", "JSONL"},
    "WATCH S": {"SELECT"},
}


@pytest.mark.parametrize("typed", COMPLETED)
def test_completion(at_prompt, prompt, typed):
    def person(terminal):
        shown.append(terminal.type(f"{typed}\t\t\x01-- \r", prompt).decode())

    shown = []
    at_prompt(person)
    assert COMPLETED[typed] <= set(re.sub(r"\x1b\[\S*?[a-zA-Z]|[\x07\r]", " ", shown[0]).split())
