"""Results at the prompt as a person sees them: pager, questions, TIMING, WATCH, `\\G`, formats, and bars."""

import gzip
import json
import re
from contextlib import contextmanager

import pytest
from cassandra.concurrent import execute_concurrent_with_args
from integration.programs import BIN, EXT
from integration.screens import WIDTHS, screen

CTRL_C, CTRL_D, ENTER = "\x03", "\x04", "\r"
ROWS, LINES = 3000, 30
BAR = re.compile(r"^ *\d+%\|\S* *\| \d+/\d+ \[\d\d:\d\d<\d\d:\d\d, +[\d.]+ rows/s\]$")


def document(number):
    return json.dumps({"number": number, "note": "as it was stored, " * 5})


@pytest.fixture(scope="module")
def logs(keyspace, session):
    """Return the name of the module's keyspace, with a table of compressed documents in the order of their keys."""
    session.execute("CREATE TABLE logs (p int, c int, b blob, PRIMARY KEY (p, c))")
    insert = session.prepare("INSERT INTO logs (p, c, b) VALUES (1, ?, ?)")
    rows = [(number, gzip.compress(document(number).encode(), mtime=0)) for number in range(ROWS)]
    execute_concurrent_with_args(session, insert, rows)
    session.execute("CREATE TABLE controls (id int PRIMARY KEY, t text)")
    session.execute("INSERT INTO controls (id, t) VALUES (1, %s)", ("\x1b[2J\x1b]0;title\x07|\x9b31m",))
    return keyspace


@pytest.fixture
def prompt(programs, logs):
    """Open the prompt, and wait until it may be typed at."""

    @contextmanager
    def open_prompt(*arguments, columns=80):
        with screen(programs, "-k", logs, *arguments, columns=columns, lines=LINES) as person:
            person.until(f"cqlsh:{logs}>")
            person.settle()
            yield person
            assert "Traceback" not in person.written.decode()

    return open_prompt


@pytest.fixture
def run(logs):
    """Type a statement, wait until the prompt is back, and return the lines between, down to the last with text."""

    def run(person, statement):
        person.type("\x0c")  # an empty screen
        person.type(
            statement + ENTER, lambda: person.lines[:1] == [f"cqlsh:{logs}> {statement}"] and _last(person, logs) > 0
        )
        person.settle()
        return "\n".join(person.lines[1 : _last(person, logs)]).rstrip("\n").split("\n")

    return run


def _last(person, keyspace):
    """Return the line of the last prompt, 0 where that is the first line."""
    return max((n for n, line in enumerate(person.lines) if line == f"cqlsh:{keyspace}>"), default=0)


@pytest.mark.parametrize("columns", WIDTHS)
def test_less_shows_rows_as_they_come_and_leaving_it_ends_the_query(prompt, run, logs, columns):
    with prompt(columns=columns) as person:
        person.type("SELECT c, b FROM logs;" + ENTER, lambda: person.text.endswith("\n:"))
        width = len(f"‹gzip› {document(99)}")
        cells = [f" {number:2} | {f'‹gzip› {document(number)}':>{width}}" for number in range(100)]
        shown = [cell if len(cell) <= columns else cell[: columns - 1] + ">" for cell in cells]
        assert person.lines[3:] == [*shown[: LINES - 4], ":"]
        assert person.lines[1].startswith(" c  | b")
        person.type(" ")
        assert person.lines == [*shown[LINES - 4 : 2 * LINES - 5], ":"]
        person.type("/number.: 77," + ENTER, lambda: 'number": 77,' in person.text.partition("\n")[0])
        person.type("q", f"cqlsh:{logs}>")
        person.settle()
        assert f"({ROWS} rows)" not in person.text
        assert int(re.search(r"([\d,]+) cells decoded", person.toolbar)[1].replace(",", "")) < ROWS
        assert run(person, "SELECT c FROM logs LIMIT 1;") == ["", " c", "---", " 0", "", "(1 rows)"]


def test_what_fits_is_not_paged(prompt, run):
    with prompt() as person:
        lines = run(person, "SELECT c FROM logs LIMIT 10;")
        assert lines == ["", " c", "---", *(f" {number}" for number in range(10)), "", "(10 rows)"]


def test_other_pagers_and_none(prompt, run):
    with prompt() as person:
        assert run(person, "PAGER 'grep -c gzip';") == ["PAGER set to grep -c gzip"]
        assert run(person, "SELECT * FROM logs LIMIT 500;") == ["500"]
        missing = "'no-such-pager -x' cannot be run: there is no such program"
        assert run(person, "PAGER no-such-pager -x;") == [missing]
        assert run(person, "PAGER") == ["PAGER is grep -c gzip"]
        assert run(person, "PAGER off") == ["PAGER set to OFF"]
        person.type("SELECT c FROM logs;" + ENTER, "---MORE---")
        assert person.lines[-3] == " 99"
        person.type(ENTER, " 199")
        person.type(CTRL_C)
        assert run(person, "SELECT c FROM logs LIMIT 1;")[-1] == "(1 rows)"


def test_a_pager_that_is_set_and_missing_is_told_once(prompt, run):
    with prompt("--pager", "no-such-pager -x") as person:
        shown = run(person, "SELECT c FROM logs LIMIT 2;")
        told = "'no-such-pager -x' cannot be run: there is no such program; PAGER is OFF"
        assert shown == [told, "", " c", "---", " 0", " 1", "", "(2 rows)"]
        assert run(person, "SELECT c FROM logs LIMIT 1;") == ["", " c", "---", " 0", "", "(1 rows)"]
    with prompt("--pager", "OFF") as person:
        assert run(person, "PAGER") == ["PAGER is OFF"]
        assert run(person, "PAGER on") == ["PAGER set to less -SRFX"]


def test_a_long_print_is_stopped(prompt, run):
    with prompt("--pager", "off") as person:
        run(person, "PAGING OFF;")
        some = f'"number": {ROWS // 2},'.encode()
        person.type("SELECT * FROM logs; " * 20 + ENTER, lambda: some in person.written)
        person.type(CTRL_C)
        person.settle()
        assert person.written.count(f"({ROWS} rows)".encode()) < 20
        assert run(person, "SELECT c FROM logs LIMIT 1;")[-1] == "(1 rows)"


def test_timing_and_a_vertical_result_once(prompt, run):
    with prompt() as person:
        assert run(person, "TIMING ON;") == ["TIMING set to ON"]
        *table, told = run(person, "SELECT c FROM logs LIMIT 1;")
        assert table == ["", " c", "---", " 0", "", "(1 rows)"]
        assert re.fullmatch(r"Time: [\d.]+ ms", told)
        *vertical, _ = run(person, "SELECT c FROM logs LIMIT 1\\G")
        assert vertical == ["", "@ Row 1", "---+---", " c | 0", "", "(1 rows)"]
        assert run(person, "SELECT c FROM logs LIMIT 1;")[:-1] == table


def test_watch_is_ended_by_ctrl_c_alone(prompt, run):
    with prompt() as person:
        statement = "WATCH 0.2 SELECT c FROM logs LIMIT 1;"
        person.type(statement + ENTER, lambda: person.written.count(b"(1 rows)") >= 5)
        person.type(CTRL_C)
        person.settle()
        heads = re.findall(
            r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d, every 0\.2 s: SELECT c FROM logs LIMIT 1$", person.text, re.MULTILINE
        )
        assert len(heads) >= 2
        assert run(person, "SELECT c FROM logs LIMIT 1;")[-1] == "(1 rows)"
        assert "every" not in person.text.rpartition("SELECT")[2]


LOSING = {
    "DROP TABLE precious;": ["DROP cannot be undone."],
    "TRUNCATE precious;": ["TRUNCATE cannot be undone."],
    "DELETE FROM precious WHERE p = 1;": [
        "This DELETE does not name a full primary key (p, c), so it may take many rows."
    ],
}


@pytest.mark.parametrize("columns", WIDTHS)
def test_what_takes_away_rows_is_asked_about(prompt, run, session, logs, columns):
    session.execute(f"CREATE TABLE IF NOT EXISTS {logs}.precious (p int, c int, PRIMARY KEY (p, c))")
    session.execute(f"INSERT INTO {logs}.precious (p, c) VALUES (1, 1)")
    with prompt(columns=columns) as person:
        for statement, reason in LOSING.items():
            for answer, after in (("n" + ENTER, ["Nothing was done."]), (CTRL_D, ["Nothing was done."]), (CTRL_C, [])):
                person.type("\x0c")
                person.type(statement + ENTER, "Go on? [y/N]")
                assert person.lines[1:] == [*reason, "Go on? [y/N]"]
                person.type(answer, lambda: _last(person, logs) > 0)
                person.settle()
                assert [line for line in person.lines[2 : _last(person, logs)] if line][1:] == after
        assert run(person, "SELECT * FROM precious;")[-1] == "(1 rows)"
        person.type("DELETE FROM precious WHERE p = 1;" + ENTER, "Go on? [y/N]")
        person.type("y" + ENTER, lambda: _last(person, logs) > 0)
        person.settle()
        assert run(person, "SELECT * FROM precious;")[-1] == "(0 rows)"


def test_scripts_are_not_asked_nor_paged_on_a_terminal(programs, session, logs):
    script = "CREATE TABLE IF NOT EXISTS gone (id int PRIMARY KEY); DROP TABLE gone; SELECT c FROM logs;"
    (programs.home / "script.cql").write_text(script)
    for arguments in (("-e", script), ("-f", "script.cql")):
        with screen(programs, "-k", logs, *arguments, columns=80, lines=LINES) as person:
            assert person.end() == 0
        assert person.lines[-4:] == [f" {ROWS - 2}", f" {ROWS - 1}", "", f"({ROWS} rows)"]
        assert b"Go on?" not in person.written
    names = session.execute("SELECT table_name FROM system_schema.tables WHERE keyspace_name = %s", [logs])
    assert "gone" not in [row.table_name for row in names]


@pytest.mark.parametrize("layout", ["table", "vertical", "json", "jsonl", "csv", "markdown"])
def test_no_value_acts_on_the_terminal(prompt, run, layout):
    with prompt() as person:
        run(person, f"FORMAT {layout};")
        shown = "\n".join(run(person, "SELECT t FROM controls;"))
        assert "[2J" in shown
        assert "title" in shown
        assert b"\x1b[2J\x1b]" not in person.written
        assert b"\x1b]0;title" not in person.written
        assert "\x9b31m" not in person.written.decode()


def has_bar(person):
    return any(BAR.match(line) for line in person.lines)


def test_bars_of_extract_and_inspect(prompt, run, programs):
    with prompt() as person:
        person.type(f"EXTRACT SELECT * FROM logs LIMIT {ROWS} TO 'out';" + ENTER, lambda: has_bar(person))
        person.until(f"{ROWS:,} files and manifest.jsonl in out")
        person.settle()
        assert not has_bar(person)
        run(person, "CAPTURE 'reports';")
        person.type(f"INSPECT SELECT * FROM logs LIMIT {ROWS} VERBOSE;" + ENTER, lambda: has_bar(person))
        person.type(CTRL_C)
        person.settle()
        assert run(person, "CAPTURE OFF;") == [""]
        assert run(person, "SELECT c FROM logs LIMIT 1;")[-1] == "(1 rows)"
    assert "column b" in (programs.home / "reports").read_text()


def test_a_pipe_gets_data_and_the_terminal_the_rest(programs, logs):
    add = "import json, sys; print(sum(json.loads(line)['b']['number'] for line in sys.stdin))"
    shell = f'"{BIN / EXT}" -k {logs} --format jsonl -e "SELECT b FROM logs LIMIT 101; SELECT no FROM logs"'
    command = f'{shell} | "{BIN}/python" -c "{add}"'
    with screen(programs, "-c", command, program="/bin/sh", columns=200) as person:
        assert person.end() == 0
    rows, error, total = person.lines
    assert (rows, total) == ("(101 rows)", str(sum(range(101))))
    assert "Undefined column name no" in error
