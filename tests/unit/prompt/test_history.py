"""The history file, shared with stock cqlsh."""

import asyncio
import os
import stat
from functools import partial
from pathlib import Path

import pytest
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document

from cqlsh_ext.prompt.flattening import flatten
from cqlsh_ext.prompt.history import LONGEST, MOST_STATEMENTS, LineSuggester, StatementHistory
from cqlsh_ext.prompt.lines import Lines


@pytest.fixture
def open_history(tmp_path, language):
    def open_it(*, writable=True):
        return StatementHistory(tmp_path / "history", partial(flatten, lines=Lines(language.lex)), writable=writable)

    return open_it


@pytest.fixture
def file(tmp_path):
    return tmp_path / "history"


def loaded(history):
    async def load():
        return [each async for each in history.load()]

    return asyncio.run(load())[::-1]


def test_statements_stay(open_history, file):
    history = open_history()
    for statement in ("SELECT 1;", "SELECT a,\n  b\nFROM t;", "  ", "EXIT"):
        history.append_string(statement)
    assert history.get_strings() == ["SELECT 1;", "SELECT a,\n  b\nFROM t;", "EXIT"]
    assert file.read_text() == "SELECT 1;\nSELECT a, b FROM t;\nEXIT\n"
    assert loaded(open_history()) == ["SELECT 1;", "SELECT a, b FROM t;", "EXIT"]


def test_nobody_else_reads_it(open_history, file):
    open_history().append_string("SELECT 1;")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    open_history().append_string("SELECT 2;")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_passwords_and_scripts_are_kept_nowhere(open_history, file):
    history = open_history()
    history.append_string("CREATE ROLE r WITH PASSWORD = 'secret';")
    history.append_string("x" * (LONGEST + 1))
    assert history.get_strings() == []
    assert not file.exists()


def test_strings_of_several_lines_stay_in_the_session(open_history, file):
    history = open_history()
    history.append_string("INSERT INTO t (a) VALUES ('one\ntwo');")
    assert len(history.get_strings()) == 1
    assert not file.exists()


def test_history_may_be_off(open_history, file):
    file.write_text("SELECT 1;\n")
    history = open_history(writable=False)
    assert loaded(history) == ["SELECT 1;"]
    history.append_string("SELECT 2;")
    assert history.get_strings() == ["SELECT 1;", "SELECT 2;"]
    assert file.read_text() == "SELECT 1;\n"


def test_what_cannot_be_used_is_left_alone(open_history, file, tmp_path):
    file.mkdir()
    open_history().append_string("SELECT 1;")
    assert loaded(open_history()) == []
    device = StatementHistory(tmp_path / "null", str, writable=True)
    (tmp_path / "null").symlink_to(os.devnull)
    mode = Path(os.devnull).stat().st_mode
    device.append_string("SELECT 1;")
    assert Path(os.devnull).stat().st_mode == mode


def test_odd_files(open_history, file):
    file.write_bytes(b"\n\xff\xfe\nSELECT 1")
    assert loaded(open_history())[-1] == "SELECT 1"
    open_history().append_string("SELECT 2")
    assert file.read_bytes().endswith(b"SELECT 1\nSELECT 2\n")
    file.write_text("".join(f"SELECT {n};\n" for n in range(MOST_STATEMENTS + 10)))
    statements = loaded(open_history())
    assert (len(statements), statements[-1]) == (MOST_STATEMENTS, f"SELECT {MOST_STATEMENTS + 9};")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("SELECT a\nFROM t;", "SELECT a FROM t;"),
        ("  SELECT a,\n\n   b  \nFROM t;\n", "SELECT a, b FROM t;"),
        ("SELECT a -- why\nFROM t; -- end", "SELECT a /* why*/ FROM t; -- end"),
        ("SELECT a // b */ c\nFROM t;", "SELECT a FROM t;"),
        ("SELECT '--' /* x */ -- y\nFROM t;", "SELECT '--' /* x */ /* y*/ FROM t;"),
        ("SELECT /* a\n b */ c -- d\nFROM t;", "SELECT /* a b */ c /* d*/ FROM t;"),
        ("/* a\n b */ -- d\nSELECT 1;", "/* a b */ /* d*/ SELECT 1;"),
        ("SELECT 'a\nb';", None),
        ('SELECT "a\nb";', None),
        ("SELECT $$a\nb$$;", None),
    ],
)
def test_one_line_for_several(language, text, line):
    assert flatten(text, Lines(language.lex)) == line


def test_suggestions(open_history):
    history = open_history()
    for statement in ("SELECT a FROM t;", "SELECT b FROM t;", "SELECT c,\nd FROM t;"):
        history.append_string(statement)
    buffer = Buffer(history=history)

    def suggest(text, cursor=None):
        found = LineSuggester().get_suggestion(buffer, Document(text, cursor))
        return found and found.text

    assert suggest("SELECT b F") == "ROM t;"
    assert suggest("SELECT ") == "c,"
    assert suggest("SELECT c,\nd") == " FROM t;"
    assert suggest("SELECT b", 3) is None
    assert suggest("") is None
    assert suggest("UPDATE") is None
