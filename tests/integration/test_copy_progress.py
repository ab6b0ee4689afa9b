"""COPY shows on a terminal how far it is, on standard error; elsewhere it tells what stock cqlsh tells."""

import re

import pytest
from cassandra.concurrent import execute_concurrent_with_args
from integration.programs import BIN, EXT

ROWS = 5000
CTRL_C, CTRL_D = "\x03", "\x04"
BAR = "rows/s]"
LAST = re.compile(rf"\r100%\|█+\| {ROWS}/{ROWS} \[\d\d:\d\d<00:00, +[\d.]+ rows/s\]\r")
ON_THE_WAY = re.compile(r"\r *\d\d?%\|\S+ *\| \d+/\d+ \[\d\d:\d\d<\d\d:\d\d, +[\d.]+ rows/s\]")
SLOWLY_OUT, SLOWLY_IN = "PAGESIZE=3", f"INGESTRATE={ROWS // 2} AND CHUNKSIZE=100"


@pytest.fixture(scope="module")
def many(session, keyspace):
    session.execute("CREATE TABLE many (id int PRIMARY KEY, t text)")
    insert = session.prepare("INSERT INTO many (id, t) VALUES (?, ?)")
    execute_concurrent_with_args(session, insert, [(number, f"text {number}") for number in range(ROWS)])
    return f"{keyspace}.many"


@pytest.fixture
def copied(programs):
    """Return a file with all rows."""
    file = programs.home / "copied.csv"
    file.write_text("".join(f"{number},text {number}\n" for number in range(ROWS)))
    return file


@pytest.fixture
def on_terminal(programs):
    """Run COPY in a command line of the shell on a terminal; return exit code and what was written there."""

    def run(copy, redirection=""):
        with programs.terminal("/bin/sh", "-c", f'{BIN / EXT} -e "COPY {copy}" {redirection}') as terminal:
            code = terminal.end()
        return code, terminal.written.decode()

    return run


def test_copy_to_a_file(on_terminal, many, programs):
    code, text = on_terminal(f"{many} TO 'out.csv' WITH {SLOWLY_OUT}")
    assert code == 0
    assert ON_THE_WAY.search(text)
    assert LAST.search(text)
    assert "Processed:" not in text
    assert text.index(f"{ROWS} rows exported to 1 files") > text.rindex(BAR)
    assert len((programs.home / "out.csv").read_text().splitlines()) == ROWS


def test_copy_from_a_file(on_terminal, many, copied, programs):
    code, text = on_terminal(f"{many} FROM '{copied}' WITH {SLOWLY_IN} AND RATEFILE='rates'")
    assert code == 0
    assert ON_THE_WAY.search(text)
    assert LAST.search(text)
    assert "Processed:" not in text
    assert text.index(f"{ROWS} rows imported from 1 files") > text.rindex(BAR)
    assert f"Processed: {ROWS} rows" in (programs.home / "rates").read_text()


def test_rows_for_standard_output_leave_the_terminal_to_the_bar(on_terminal, many, programs):
    code, text = on_terminal(f"{many} TO STDOUT WITH {SLOWLY_OUT}", "> out.csv")
    assert code == 0
    assert LAST.search(text)
    assert len((programs.home / "out.csv").read_text().splitlines()) == ROWS
    code, text = on_terminal(f"{many} TO STDOUT WITH {SLOWLY_OUT}")
    assert BAR not in text
    assert text.count("\n") == ROWS


def test_errors_stand_above_the_bar(on_terminal, many, copied):
    lines = copied.read_text().splitlines()
    copied.write_text("\n".join([*lines[: ROWS // 2], "wrong,text", *lines[ROWS // 2 :], ""]))
    code, text = on_terminal(f"{many} FROM '{copied}' WITH {SLOWLY_IN} AND ERRFILE='wrong'")
    assert code == 2
    shown = re.sub(r"\r\n", "\n", text)
    last = [line.rpartition("\r")[2] for line in shown.splitlines()]
    failed = next(number for number, line in enumerate(last) if "Failed to import 1 rows" in line)
    assert BAR not in last[failed]
    assert any(f"{ROWS + 1}/{ROWS + 1}" in line for line in last[failed + 1 :])


def test_short_copies_have_no_bar(on_terminal, many, copied):
    copied.write_text("1,text\n")
    code, text = on_terminal(f"{many} FROM '{copied}'")
    assert code == 0
    assert BAR not in text
    assert "1 rows imported from 1 files" in text


@pytest.mark.parametrize(
    "copy", ["TO 'out.csv' WITH PAGESIZE=1", "FROM 'copied.csv' WITH INGESTRATE=200 AND CHUNKSIZE=50"]
)
def test_ctrl_c_ends_the_bar_and_keeps_the_session(programs, many, copied, copy):
    with programs.terminal(EXT, "--no-color") as terminal:
        terminal.until("cqlsh> ")
        terminal.type(f"COPY {many} {copy};\r", BAR)
        terminal.type(CTRL_C, "cqlsh> ")
        assert BAR.encode() not in terminal.type("SELECT nothing FROM system.local;\r", "cqlsh> ")
        terminal.type(CTRL_D, "\n")
        assert terminal.end() == 0
    assert b"Traceback" not in terminal.written
    assert b"Process " not in terminal.written
    assert copied.exists()


def test_what_fails_at_once_has_no_bar(on_terminal, many):
    code, text = on_terminal(f"{many} FROM 'nothing.csv'")
    assert code == 2
    assert "Can't open 'nothing.csv' for reading: no matching file found" in text
    assert BAR not in text


def test_without_a_terminal_on_standard_error_stock_s_line_stays(on_terminal, ext, many, programs):
    done = ext("-e", f"COPY {many} TO 'out.csv'")
    assert b"Processed: " in done.stdout
    assert done.stderr == b""
    code, text = on_terminal(f"{many} TO 'out.csv' WITH {SLOWLY_OUT}", "2> told")
    assert code == 0
    assert "Processed: " in text
    assert BAR not in text
    assert (programs.home / "told").read_text() == ""
