"""On tables without compressed values cqlsh-ext and stock cqlsh leave the same bytes: statements and their results."""

import re
from pathlib import Path

import pytest

from cqlsh_ext.commands import COMMANDS

SCRIPTS = {file.stem: file.read_text() for file in sorted(Path(__file__).with_name("drop_in").iterdir())}
SCRIPTS["expanded"] = f"EXPAND ON; {SCRIPTS['values']} SELECT * FROM rows LIMIT 150; EXPAND OFF; SELECT * FROM empty;"
SCRIPTS |= {
    "a lexing error": "SELECT * FROM blobs LIMIT 1;\nSELECT ` FROM blobs;\nSELECT id FROM blobs LIMIT 1;",
    "an unterminated text": "SELECT id FROM blobs LIMIT 1;\nSELECT 'text FROM blobs;\nSELECT * FROM blobs;\n",
    "an unterminated comment": "SELECT id FROM blobs LIMIT 1; /* SELECT * FROM blobs;\n",
    "an unterminated name": 'SELECT id FROM blobs LIMIT 1;\nSELECT "id FROM blobs;\n',
    "an unfinished statement": "SELECT id FROM blobs LIMIT 1;\nSELECT *\nFROM blobs",
    "comments": "-- one\nSELECT id -- two;\nFROM blobs // three;\n/* four;\n */ LIMIT 1;\n--\n",
    "an exit in the middle": "SELECT id FROM blobs LIMIT 1; EXIT; SELECT * FROM blobs;\nSELECT * FROM blobs;",
    "nothing": "",
    "blank lines": "\n\n\n\n   \n;\n",
    "newlines and tabs inside": "SELECT\n\tid\n\n\n\n\nFROM blobs\nLIMIT 1\n;\n",
}


@pytest.fixture
def script(filled, programs):
    """Run CQL from a file in both programs."""

    def run(text, *arguments, env=None):
        file = programs.home / "script.cql"
        file.write_text(text)
        return programs.alike("-k", filled, "-f", "script.cql", *arguments, env=env)

    return run


@pytest.mark.parametrize("name", SCRIPTS)
def test_script(script, name):
    done = script(SCRIPTS[name])
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [("-C",), ("--no-color",), ("--encoding", "latin1"), ("--encoding", "ascii"), ("-C", "--encoding", "utf-16")],
    ids=" ".join,
)
def test_values_with_options(script, arguments):
    done = script(f"{SCRIPTS['values']} {SCRIPTS['expanded']} SELECT * FROM nothing;", *arguments)
    assert (b"\x1b[" in done.stdout) == ("-C" in arguments)
    assert done.code == 2


def test_help_in_a_browser(script):
    script("HELP SELECT; HELP TYPES;", env={"BROWSER": "echo"})


def test_help_lists_the_same_and_more(stock, ext):
    words = [set(run("-e", "HELP").stdout.split()) for run in (stock, ext)]
    assert words[0] < words[1]
    assert words[1] - words[0] == {command.word.encode() for command in COMMANDS}


def test_tracing_has_the_same_parts(filled, stock, ext, alike):
    statement = "TRACING ON; SELECT * FROM counters; TRACING; TRACING OFF"
    expected, actual = (run("-k", filled, "-e", statement) for run in (stock, ext))
    assert actual.stdout.partition(b"Tracing session: ")[0] == expected.stdout.partition(b"Tracing session: ")[0]
    assert (actual.code, actual.stderr) == (0, b"")
    for done in (expected, actual):
        traced = re.search(rb"\nTracing session: ([0-9a-f-]{36})\n\n activity +\| timestamp +\| source ", done.stdout)
        assert re.search(
            rb"\n +Request complete \| .* \| 127.0.0.1\n\nTRACING is ON\nTRACING set to OFF\n$", done.stdout
        )
        assert b"Request complete" in alike("-e", f"SHOW SESSION {traced[1].decode()}").stdout
