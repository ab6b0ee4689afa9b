"""The prompt on a terminal: what is seen while a statement is typed, and when it runs."""

from contextlib import contextmanager

import pytest
from integration.compressed import TEXT
from integration.screens import WIDTHS, screen

CTRL_C, CTRL_D, TAB, ENTER, ALT_ENTER = "\x03", "\x04", "\t", "\r", "\x1b\r"


@pytest.fixture
def prompt(programs, tables):
    """Open the prompt in the module's keyspace."""

    @contextmanager
    def open_prompt(*arguments, **options):
        with screen(programs, "-k", tables, *arguments, **options) as opened:
            opened.until(f"cqlsh:{tables}>")
            opened.until("page 100")
            yield opened

    return open_prompt


def test_without_a_terminal_nothing_changes(programs):
    done = programs.ext("-e", "SELECT key FROM system.local", env={"PYTHONPROFILEIMPORTTIME": "1"})
    assert b"cqlsh_ext.shell" in done.stderr
    assert b"prompt_toolkit" not in done.stderr


@pytest.mark.parametrize("columns", WIDTHS)
def test_a_statement_of_several_lines(prompt, tables, columns):
    with prompt(columns=columns) as person:
        person.type("SELECT id, b" + ENTER)
        person.type("FROM documents" + ENTER)
        person.type("WHERE id = 1")
        indent = " " * (len(tables) + 4)
        assert person.lines[3:6] == [
            f"cqlsh:{tables}> SELECT id, b",
            f"{indent}... FROM documents",
            f"{indent}... WHERE id = 1",
        ]
        person.type("\x1b[A" + "\x1b[A" + ", what")
        assert person.lines[3] == f"cqlsh:{tables}> SELECT id, b, what"
        person.type("\x7f" * 6 + "\x1b[B" + "\x1b[B" + ";" + ENTER, "(1 rows)")
        rows = [line for line in person.lines if TEXT in line]
        assert rows == [f"  1 | ‹gzip› {TEXT}"] if columns > 80 else True
        person.type(CTRL_D)
        assert person.end() == 0
