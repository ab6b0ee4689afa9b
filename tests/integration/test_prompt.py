"""The prompt on a terminal: what is seen while a statement is typed, and when it runs."""

import re
from functools import partial

import pytest
from integration.compressed import TEXT
from integration.keys import (
    ALT_ENTER,
    BACKSPACE,
    CTRL_A,
    CTRL_C,
    CTRL_E,
    CTRL_K,
    CTRL_X,
    DOWN,
    ENTER,
    ESCAPE,
    LEFT,
    TAB,
    UP,
)
from integration.screens import WIDTHS

DEFAULT = {"default"}


def test_without_a_terminal_nothing_changes(programs):
    done = programs.ext("-e", "SELECT key FROM system.local", env={"PYTHONPROFILEIMPORTTIME": "1"})
    assert b"cqlsh_ext.shell" in done.stderr
    assert b"prompt_toolkit" not in done.stderr


@pytest.mark.parametrize("columns", WIDTHS)
def test_a_statement_of_several_lines(prompt, tables, columns):
    indent = " " * (len(tables) + 4)
    with prompt(columns=columns) as person:
        start = person.lines.index(f"cqlsh:{tables}>")
        person.type("SELECT id, b" + ENTER + "FROM documents" + ENTER + "WHERE id = 1")
        written = ["SELECT id, b", "FROM documents", "WHERE id = 1"]
        shown = [f"cqlsh:{tables}> {written[0]}", *(f"{indent}... {line}" for line in written[1:])]
        person.until(lambda: person.lines[start : start + 3] == shown)
        assert person.cursor == (len(shown[2]), start + 2)
        person.type(UP + UP + CTRL_E + ", what" + BACKSPACE * 6 + DOWN + DOWN + CTRL_E + ";")
        person.until(lambda: person.lines[start : start + 3] == [*shown[:2], shown[2] + ";"])
        person.type(ENTER, "(1 rows)")
        assert any(line.startswith(f"  1 | ‹gzip› {TEXT}"[: columns - 2]) for line in person.lines)
        assert person.leave() == 0


@pytest.mark.parametrize("columns", WIDTHS)
def test_what_runs_on_enter(prompt, tables, columns):
    with prompt(columns=columns) as person:
        person.type("EXPAND" + ENTER, "EXPAND is OFF")
        person.type("HELP EXPAND" + ENTER, "Disables expanded (vertical) output.")
        person.type("USE system;" + ENTER, "cqlsh:system>")
        person.type("SELECT key FROM local; SELECT key FROM local" + ENTER, "...")
        assert "(1 rows)" not in person.text
        person.type(";" + ENTER, lambda: person.text.count("(1 rows)") == 2)
        person.type(
            "SELECT key" + ALT_ENTER + "FROM local;" + LEFT * 4 + ENTER, lambda: person.text.count("(1 rows)") == 3
        )
        person.type(f"SELECT * FROM {tables}.documents WHERE id = 1" + r"\G" + ENTER, "@ Row 1")
        person.type("SELECT `;" + ENTER, "Invalid syntax at char")
        person.type("BEGIN BATCH" + ENTER + f"DELETE FROM {tables}.documents WHERE id = -1;" + ENTER, "... DELETE")
        person.type("APPLY BATCH;" + ENTER)
        person.type("SHOW HOST" + ENTER, "Connected to Test Cluster")


@pytest.mark.parametrize("columns", WIDTHS)
def test_colors(prompt, columns):
    with prompt(columns=columns) as person:
        person.type("SELECT 'a string', 4711, \"Name\" FROM t -- why" + ALT_ENTER + "'open" + ALT_ENTER + "still")
        person.until("still")
        assert person.color_of("SELECT") == ("blue", True)
        assert person.color_of("'a string'") == ("green", False)
        assert person.color_of("4711") == ("magenta", False)
        assert person.color_of('"Name"') == ("cyan", False)
        assert person.color_of("-- why")[0] == "brightblack"
        assert person.color_of("still") == ("green", False)
        assert person.color_of(" t ") == ("default", False)
        person.type("' ;", ";")
        assert person.color_of(";") == ("default", True)
    with prompt("--no-color", columns=columns) as person:
        person.type("SELECT 'a'", "'a'")
        assert person.colors == DEFAULT
    with prompt(env={"NO_COLOR": "1"}, columns=columns) as person:
        person.type("SELECT * FROM documen", partial(_is_shown, re.compile("documents +table"), person))
        assert person.colors == DEFAULT
        assert person.color_of("SELECT") == ("default", True)
        person.type(TAB + " WHERE id = 1;" + ENTER, "(1 rows)")
        assert person.colors == DEFAULT


OFFERED = {
    "SEL": "SELECT  keyword",
    "INSP": "INSPECT  keyword",
    "USE systr": "system_traces  keyspace",
    "SELECT * FROM docts": "documents  table",
    "SELECT * FROM documents WHERE ": "id      int, partition key",
    "SELECT uui": "uuid(  function",
    "SELECT b| FROM documents": "b  blob",
    "DECOMPRESS lz4-j": "lz4-java  codec",
    "SOURCE 'sc": "'script.cql'  file",
    "INSERT INTO documents (id) VALUES (": "<value for id (int)>",
}


@pytest.mark.parametrize("columns", WIDTHS)
def test_completion_as_you_type(prompt, programs, columns):
    (programs.home / "script.cql").touch()
    with prompt(columns=columns) as person:
        for typed, offered in OFFERED.items():
            before, _, after = typed.partition("|")
            words = re.compile(re.escape(offered).replace(r"\ \ ", " +"))
            person.type(after + CTRL_A + before, partial(_is_shown, words, person))
            person.type(CTRL_C)
            assert not _is_shown(words, person)


@pytest.mark.parametrize("columns", WIDTHS)
def test_taking_a_candidate(prompt, tables, columns):
    with prompt(columns=columns) as person:
        person.type("sele" + TAB, "> SELECT")
        person.type(" * from docu" + TAB, "from documents")
        person.type(" WHERE id = 1" + ENTER + ";" + ENTER, "(1 rows)")
        person.type("SELECT b FROM ", partial(_is_shown, re.compile("documents +table"), person))
        person.type(DOWN + DOWN)
        chosen = next(line for line in person.lines[::-1] if line.startswith(f"cqlsh:{tables}> SELECT b FROM "))
        assert len(chosen) > len(f"cqlsh:{tables}> SELECT b FROM ")
        person.type(ENTER, lambda: "keyspace" not in person.text)
        assert "..." not in person.lines[-2]


def test_vi_keys(prompt, programs):
    (programs.home / ".inputrc").write_text("set editing-mode vi\n")
    for arguments in ((), ("--keys", "vi")):
        with prompt(*arguments) as person:
            person.type("SELECT kex FROM system.local;")
            person.type(ESCAPE)
            person.type("0wllry", "SELECT key")
            person.type(ENTER, "(1 rows)")
        (programs.home / ".inputrc").unlink(missing_ok=True)
    (programs.home / ".inputrc").write_text("set editing-mode vi\n")
    with prompt("--keys", "emacs") as person:
        person.type("SELECT x" + ESCAPE + "b" + CTRL_K + "key FROM system.local;" + ENTER, "(1 rows)")


@pytest.mark.parametrize("columns", WIDTHS)
def test_an_editor(prompt, programs, columns):
    editor = programs.home / "editor"
    editor.write_text(
        '#!/bin/sh\ncase "$1" in *.cql) cp "$1" seen; echo "SELECT key\nFROM system.local;" > "$1";; esac\n'
    )
    editor.chmod(0o700)
    with prompt(env={"EDITOR": str(editor)}, columns=columns) as person:
        person.type("SELECT something" + CTRL_X + CTRL_E, "FROM system.local;")
        assert (programs.home / "seen").read_text().strip() == "SELECT something"
        assert "(1 rows)" not in person.text
        person.type(ENTER, "(1 rows)")


@pytest.mark.parametrize("columns", WIDTHS)
def test_wide_characters(prompt, tables, columns):
    with prompt(columns=columns) as person:
        person.type("SELECT '数据库', 'naïve', '🙂' AS t")
        person.until("AS t")
        x, _ = person.cursor
        assert x == len(f"cqlsh:{tables}> SELECT '数据库', 'naïve', '🙂' AS t") + len("数据库🙂")
        person.type(BACKSPACE * 6, lambda: person.cursor[0] == x - 6)
        person.type(BACKSPACE, lambda: person.cursor[0] == x - 8)
        assert "🙂" not in person.text
        assert "SELECT '数据库', 'naïve', '" in person.text


@pytest.mark.parametrize("columns", WIDTHS)
def test_resizing(prompt, columns):
    statement = "SELECT " + ", ".join(f"column_{number}" for number in range(30))
    with prompt(columns=columns) as person:
        person.type(statement, "column_29")
        person.resize(60, 20)
        person.until(lambda: "codec" in person.toolbar)
        person.until(lambda: statement.replace(" ", "") in re.sub(r"\s", "", person.text))
        assert len(person.toolbar) <= 60
        person.resize(200, 40)
        person.type(" FROM nowhere;" + ENTER, "nowhere does not exist")


@pytest.mark.parametrize("terminal", ["dumb", "", None])
def test_dumb_terminals_get_plain_lines(prompt, terminal, tables):
    with prompt(env={"TERM": terminal}, ready=f"cqlsh:{tables}>") as person:
        person.type("SELECT key" + ENTER + "FROM system.local;" + ENTER, "(1 rows)")
        assert "│" not in person.text
        assert b"\x1b[6n" not in person.written
        assert person.leave() == 0


@pytest.mark.parametrize("how", ["flag", "variable", "cqlshrc"])
def test_the_prompt_of_cqlsh(prompt, cqlshrc, how, tables):
    arguments = ("--prompt", "readline") if how == "flag" else ()
    variables = {"CQLSH_EXT_PROMPT": "readline"} if how == "variable" else {}
    if how == "cqlshrc":
        cqlshrc("[cqlsh-ext]\nprompt = readline\n")
    with prompt(*arguments, env=variables, ready=f"cqlsh:{tables}>") as person:
        person.type("SELECT * FROM docu" + TAB, "documents")
        person.type(" WHERE id = 1" + ENTER, "...")
        person.type(";" + ENTER, "(1 rows)")
        assert "│" not in person.text
        assert "All commands will be saved to history file" in person.text


def test_no_key_is_lost_while_the_prompt_is_loaded(prompt, tables):
    with prompt(ready=f"cqlsh:{tables}>") as person:
        person.type("nothing" + CTRL_C + "SELECT key FROM system.local;" + ENTER, "(1 rows)")
        assert [line for line in person.lines if "nothing" in line] == [f"cqlsh:{tables}> nothing"]
        assert [line for line in person.lines if "SELECT" in line] == [f"cqlsh:{tables}> SELECT key FROM system.local;"]
        assert person.leave() == 0


def test_a_prompt_of_ones_own(prompt, tables):
    with prompt(env={"CQLSH_PROMPT": "on the\ntest machine"}) as person:
        start = person.lines.index("on the")
        assert person.lines[start : start + 3] == ["on the", "test machine", f"cqlsh:{tables}>"]
        person.type("SELECT key FROM system.local;" + ENTER, "(1 rows)")


def test_rows_of_copy_are_read_as_stock_reads_them(prompt):
    with prompt() as person:
        person.type("COPY documents (id, b) FROM STDIN;" + ENTER, "end input]")
        person.type("900,0x1234" + ENTER + "." + ENTER, "1 rows imported")
        person.type("SELECT b FROM documents WHERE id = 900;" + ENTER, "0x1234")
        person.type("DELETE FROM documents WHERE id = 900 IF EXISTS;" + ENTER, "[applied]")


def _is_shown(words, person):
    return bool(words.search(person.text))
