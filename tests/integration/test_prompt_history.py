"""History at the prompt: whole statements, found again, in a file that stock cqlsh can go on with."""

import stat

import pytest
from integration.keys import CTRL_C, CTRL_D, CTRL_R, ENTER, RIGHT, UP
from integration.programs import STOCK
from integration.screens import WIDTHS

FIRST, SECOND = "SELECT id -- the first", "FROM documents WHERE id = 1;"
FLAT = "SELECT id /* the first*/ FROM documents WHERE id = 1;"
PASSWORDS = (
    "CREATE ROLE bob WITH PASSWORD = 'secret1' AND LOGIN = true;",
    "alter user bob with\rpassword 'secret2';",
    "LOGIN bob 'secret3'",
    "SELECT key FROM system.local; CREATE USER eve WITH PASSWORD $$secret4$$;",
)


@pytest.fixture
def history(programs):
    """Return the file of the history."""
    return programs.home / ".cassandra" / "cqlsh_history"


@pytest.mark.parametrize("columns", WIDTHS)
def test_whole_statements_come_back(prompt, tables, history, columns):
    indent = " " * (len(tables) + 4)
    with prompt(columns=columns) as person:
        person.type(FIRST + ENTER + SECOND + ENTER, "(1 rows)")
        person.type("SHOW HOST" + ENTER, lambda: person.text.count("Connected to Test Cluster") == 2)
        person.until(lambda: person.cursor_line == f"cqlsh:{tables}>")
        person.type(UP + UP)
        shown = [f"cqlsh:{tables}> {FIRST}", f"{indent}... {SECOND}"]
        person.until(lambda: _count(shown, person.lines) == 2)
        person.type(ENTER, lambda: person.text.count("(1 rows)") == 2)
        person.type("HISTORY" + ENTER, "\n" + FLAT)
        person.type("HISTORY 1" + ENTER, "\nHISTORY\n")
        assert person.leave() == 0
    assert history.read_text().splitlines() == [FLAT, "SHOW HOST", FLAT, "HISTORY", "HISTORY 1"]
    assert stat.S_IMODE(history.stat().st_mode) == 0o600


@pytest.mark.parametrize("columns", WIDTHS)
def test_search(prompt, history, tables, columns):
    history.parent.mkdir()
    history.write_text("SELECT key FROM system.local;\nSELECT id FROM documents WHERE id = 3;\nSHOW VERSION\n")
    with prompt(columns=columns) as person:
        person.type(CTRL_R + "docum", "I-search backward: docum")
        person.until(f"cqlsh:{tables}> SELECT id FROM documents WHERE id = 3;")
        person.type(CTRL_R + ENTER)
        person.type(ENTER, "(1 rows)")
        person.type(CTRL_R + "nowhere")
        assert "(1 rows)" in person.text
        person.type(CTRL_C)
        person.type("SHOW HOST" + ENTER, "Connected to Test Cluster")


@pytest.mark.parametrize("columns", WIDTHS)
def test_suggestions(prompt, history, tables, columns):
    history.parent.mkdir()
    history.write_text("SELECT key FROM system.local;\nSHOW VERSION\n")
    with prompt(columns=columns) as person:
        person.type("SELECT k", f"cqlsh:{tables}> SELECT key FROM system.local;")
        assert person.color_of("ey FROM system.local;") == ("brightblack", False)
        assert person.cursor[0] == len(f"cqlsh:{tables}> SELECT k")
        person.type(RIGHT)
        assert person.cursor[0] == len(f"cqlsh:{tables}> SELECT key FROM system.local;")
        person.type(ENTER, "(1 rows)")


def test_one_file_for_both_programs(prompt, programs, history, tables):
    with programs.terminal(STOCK, "-k", tables) as stock:
        stock.until(f"cqlsh:{tables}> ")
        stock.type("SELECT id FROM documents WHERE id = 2;\r", "(1 rows)")
        stock.type(CTRL_D, "\n")
        stock.end()
    with prompt() as person:
        person.type(UP, "SELECT id FROM documents WHERE id = 2;")
        person.type(ENTER, "(1 rows)")
        person.type(FIRST + ENTER + SECOND + ENTER, lambda: person.text.count("(1 rows)") == 2)
        person.leave()
    with programs.terminal(STOCK, "-k", tables) as stock:
        stock.until(f"cqlsh:{tables}> ")
        stock.type(UP, FLAT)
        stock.type("\r", "(1 rows)")
        stock.type("HISTORY\r", "SELECT id FROM documents WHERE id = 2;")
        stock.type(CTRL_D, "\n")
        stock.end()
    assert history.read_text().splitlines()[-2:] == [FLAT, "HISTORY"]


def test_passwords_are_kept_nowhere(prompt, history):
    with prompt() as person:
        for statement in PASSWORDS:
            person.type(statement + ENTER)
        person.type("SHOW HOST" + ENTER, "Connected to Test Cluster")
        seen = len(person.written)
        person.type("HISTORY" + ENTER)
        assert b"SHOW HOST" in person.written[seen:]
        assert b"secret" not in person.written[seen:]
        person.type(UP + UP + UP)
        assert b"secret" not in person.written[seen:]
    assert history.read_text().splitlines() == ["SHOW HOST", "HISTORY"]


@pytest.mark.parametrize("how", ["flag", "cqlshrc"])
def test_no_history(prompt, history, cqlshrc, how):
    if how == "cqlshrc":
        cqlshrc("[history]\ndisabled = true\n")
    history.parent.mkdir(exist_ok=True)
    history.write_text("SHOW VERSION\n")
    with prompt(*(["--disable-history"] if how == "flag" else [])) as person:
        person.type("SHOW HOST" + ENTER, "Connected to Test Cluster")
        person.type(UP, lambda: person.text.count("SHOW HOST") == 2)
        person.type(ENTER)
        assert person.leave() == 0
    assert history.read_text() == "SHOW VERSION\n"


def _count(expected, lines):
    """Count how often these lines follow each other."""
    return sum(lines[start : start + len(expected)] == expected for start in range(len(lines)))
