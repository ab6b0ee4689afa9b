"""What is pasted at the prompt: text of many lines at once, and a script of a megabyte."""

import time

import pytest
from integration.keys import ENTER, PASTE, UP
from integration.screens import WIDTHS

SIZE, VALUE = 1 << 20, "what is pasted " * 30
STATEMENTS = SIZE // (len(VALUE) + 50)
ROUNDS = 3
MOST_TIMES = 2


@pytest.fixture
def script(programs, session, tables):
    """Return a file of a megabyte of statements, and the text of it."""
    session.execute("CREATE TABLE IF NOT EXISTS pasted (id int PRIMARY KEY, t text)")
    lines = [f"INSERT INTO {tables}.pasted (id, t)\n  VALUES ({number}, '{VALUE}');" for number in range(STATEMENTS)]
    file = programs.home / "script.cql"
    file.write_text("\n".join(lines))
    assert file.stat().st_size > SIZE
    return file


def count(session):
    """Return how many rows were pasted, and take them away."""
    rows = session.execute("SELECT count(*) FROM pasted").one()[0]
    session.execute("TRUNCATE pasted")
    return rows


def test_a_megabyte_takes_at_most_twice_the_time_of_a_file(prompt, ext, script, session, programs):
    with prompt() as person:
        ratios = []
        for number in range(ROUNDS):
            begun = time.monotonic()
            assert ext("-f", str(script)).stderr == b""
            from_file = time.monotonic() - begun
            assert count(session) == STATEMENTS
            begun = time.monotonic()
            person.child.send(PASTE.format(script.read_text()))
            person.child.send(ENTER + f"SELECT key AS done_{number} FROM system.local;" + ENTER)
            person.until(f"\n done_{number}\n")
            ratios.append((time.monotonic() - begun) / from_file)
            assert count(session) == STATEMENTS
        assert min(ratios) < MOST_TIMES, ratios
        person.type(UP + UP, f"SELECT key AS done_{ROUNDS - 2}")
    assert "INSERT" not in (programs.home / ".cassandra" / "cqlsh_history").read_text()


@pytest.mark.parametrize("columns", WIDTHS)
def test_pasted_lines_wait_for_enter(prompt, tables, columns):
    indent = " " * (len(tables) + 4)
    with prompt(columns=columns) as person:
        person.type(PASTE.format("SELECT id\nFROM documents\n\tWHERE id = 1;"))
        start = person.lines.index(f"cqlsh:{tables}> SELECT id")
        assert person.lines[start + 1] == f"{indent}... FROM documents"
        assert person.lines[start + 2].endswith("WHERE id = 1;")
        assert "(1 rows)" not in person.text
        person.type(ENTER, "(1 rows)")
