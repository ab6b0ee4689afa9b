"""SOURCE, CAPTURE and COPY read and write the same bytes under cqlsh-ext and under stock cqlsh."""

import re
from pathlib import Path

import pytest

TIMING = re.compile(rb"Processed: [^\n]*\n|in [^\r\n]* seconds")
"""What depends on the time that COPY takes: the number of its lines of progress, too."""
NUMBERED = re.compile(r"\.[0-9_]+$")
"""The end of the name of a part, or of a copy that stock keeps of an older file."""
OPTIONS = (
    "HEADER = true AND DELIMITER = ';' AND NULL = 'nothing' AND QUOTE = '''' AND BOOLSTYLE = 'yes,no'"
    " AND FLOATPRECISION = 2 AND DATETIMEFORMAT = '%d/%m/%Y' AND THOUSANDSSEP = '_' AND PAGESIZE = 2"
)
COLLECTIONS = "collections (id, l, s, m, lb, sb, mb, fl, u, fu, lu, li, lt, ld, ldu, mu, lbo, ls, lde)"
VECTORS = "vectors (id, v, i, t, b, m)"
TABLES = ("scalars", "texts", "blobs", COLLECTIONS, VECTORS, "counters", "statics", '"QuotedNames"', "empty")
"""Without the columns that stock cannot copy."""


@pytest.fixture
def alike_with_files(filled, programs):
    """Run both on the same files, see that they leave the same, and return it; COPY writes rows in any order."""

    def run(script, files=None, arguments=(), stdin=b""):
        outcomes = []
        for program in (programs.stock, programs.ext):
            for name, content in ({"script.cql": script} | (files or {})).items():
                (programs.home / name).write_bytes(content.encode())
            done = program("-k", filled, "-f", "script.cql", *arguments, stdin=stdin)
            written = {file.name: file.read_bytes() for file in programs.home.iterdir() if file.is_file()}
            for name in written:
                (programs.home / name).unlink()
            stdout = b"\n".join(sorted(TIMING.sub(b"", done.stdout).splitlines()))
            lines = {}
            for name in sorted(written):
                lines.setdefault(NUMBERED.sub("", name), []).extend(written[name].splitlines())
            for each in lines.values():
                each.sort()
            outcomes.append((done._replace(stdout=stdout), lines))
        assert outcomes[1][0].stdout.splitlines() == outcomes[0][0].stdout.splitlines()
        assert outcomes[1] == outcomes[0]
        return outcomes[1]

    return run


def test_source(alike_with_files):
    done, _ = alike_with_files(
        "EXPAND ON; PAGING 3; CONSISTENCY ALL; SOURCE 'one.cql'; EXPAND; SOURCE '~/two.cql'; SELECT * FROM counters;",
        {
            "one.cql": "SELECT id FROM blobs LIMIT 4; EXPAND; PAGING; CONSISTENCY;\nSELECT nothing FROM blobs;\n"
            "SOURCE 'two.cql'; USE system; SELECT key FROM local",
            "two.cql": "\ufeffSELECT what FROM blobs WHERE id = 4; no; SOURCE 'three.cql'; EXIT; SELECT * FROM blobs;",
        },
    )
    assert done.code == 0, "stock forgets the errors of a sourced file"


def test_capture(alike_with_files):
    script = (Path(__file__).with_name("drop_in") / "values.cql").read_text()
    done, files = alike_with_files(
        f"""
        CAPTURE; CAPTURE 'captured.txt'; CAPTURE; CAPTURE 'other.txt'; {script} SELECT * FROM rows;
        EXPAND ON; SELECT * FROM blobs; EXPAND OFF; SELECT nothing FROM blobs; DESCRIBE TABLE blobs; HELP QUIT;
        SHOW HOST; INSERT INTO accounts (id) VALUES (77) IF NOT EXISTS; DELETE FROM accounts WHERE id = 77;
        SOURCE 'sourced.cql'; CAPTURE; SELECT id FROM blobs LIMIT 1; CAPTURE '~/captured.txt';
        SELECT what FROM blobs WHERE id = 4; TRACING;
        """,
        {"sourced.cql": "SELECT id FROM blobs WHERE id = 3;"},
    )
    assert done.code == 2
    assert len(files["captured.txt"]) > 350


def test_capture_off_ends_it(ext, filled, programs):
    """It does not in cqlsh 6.2."""
    select = "SELECT id FROM blobs WHERE id = 3"
    done = ext("-k", filled, "-e", f"CAPTURE 'captured'; {select}; CAPTURE off; CAPTURE; {select}; CAPTURE OFF")
    table = "\n id\n----\n  3\n\n(1 rows)\n"
    assert (programs.home / "captured").read_text() == table
    assert done.stdout.decode() == (
        f"Now capturing query output to 'captured'.\nCurrently not capturing query output.\n{table}"
    )
    assert done.stderr == b"<stdin>:1:Not currently capturing output.\n"


def test_capture_in_color(alike_with_files):
    _, files = alike_with_files("CAPTURE 'captured.txt'; SELECT * FROM blobs; SELECT * FROM texts;", arguments=["-C"])
    assert not any(b"\x1b" in line for line in files["captured.txt"])


def test_copy_to(alike_with_files):
    copies = "".join(f"COPY {table} TO '{number}.csv';" for number, table in enumerate(TABLES))
    _, files = alike_with_files(f"{copies} COPY scalars TO 'options.csv' WITH {OPTIONS};")
    assert len(files["2.csv"]) == 31
    assert b"3,0x123e4567e89b12d3a456426614174000,uuid" in files["2.csv"]


def test_copy_to_elsewhere(alike_with_files, filled):
    alike_with_files(
        """
        COPY blobs (id, b) TO STDOUT; COPY texts (t) TO STDOUT WITH HEADER = true;
        COPY rows TO 'parts.csv' WITH MAXOUTPUTSIZE = 200; COPY counters TO '/nowhere/x.csv';
        COPY blobs TO 'configured.csv' WITH CONFIGFILE = 'config'; COPY system.local (key) TO STDOUT;
        """,
        {"config": f"[copy]\nheader = true\n[copy-to:{filled}.blobs]\nnull = nothing\nquote = |\n"},
    )


def test_copy_from(alike_with_files, session):
    session.execute("CREATE TABLE copied (id int PRIMARY KEY, b blob, l list<blob>, t text)")
    done, files = alike_with_files(
        """
        COPY copied FROM 'some.csv'; SELECT * FROM copied; TRUNCATE copied;
        COPY copied (id, b) FROM '*.part' WITH DELIMITER = ';' AND NUMPROCESSES = 1 AND HEADER = true;
        SELECT * FROM copied; TRUNCATE copied;
        COPY copied FROM 'nothing.csv'; COPY copied (id, nothing) FROM 'some.csv';
        COPY copied (id, b) FROM 'wrong.csv' WITH ERRFILE = 'wrong.err';
        COPY copied FROM 'some.csv' WITH PREPAREDSTATEMENTS = false;
        SELECT * FROM copied; TRUNCATE copied;
        """,
        {
            "some.csv": "1,0xcafe,\"[0xca, 0xfe]\",text\n2,,,\n3,0x,[],'quoted'\n",
            "1.part": "id;b\n4;0xff\n",
            "2.part": "id;b\n5;0x1f8b\n",
            "wrong.csv": "6,0xab\nsix,0xab\n7,abc\n8,0xabc\n",
        },
    )
    assert done.code == 2
    assert b"six,0xab" in files["wrong.err"]


def test_copy_from_stdin(filled, session, stock, ext):
    session.execute("CREATE TABLE typed (id int PRIMARY KEY, b blob)")
    statement = "COPY typed FROM STDIN; SELECT * FROM typed; TRUNCATE typed"
    outcomes = [
        program("-k", filled, *arguments, stdin=stdin)
        for program in (stock, ext)
        for arguments, stdin in (
            (["-e", statement], b"1,0xcafe\n2,\n3,0x1f8b\n"),
            ([], f"{statement[:21]};\n1,0xcafe\n2,\n\\.\n{statement[22:]};\n".encode()),
        )
    ]
    outcomes = [done._replace(stdout=TIMING.sub(b"", done.stdout)) for done in outcomes]
    assert outcomes[2:] == outcomes[:2]
    assert b"  3 | 0x1f8b\n" in outcomes[2].stdout


def test_copied_there_and_back(filled, session, programs):
    tables = {
        "blobs": "(id int PRIMARY KEY, what text, b blob)",
        "lists": "(id int PRIMARY KEY, lb list<blob>, mb map<blob, blob>)",
    }
    for name, columns in tables.items():
        session.execute(f"CREATE TABLE {name}_back {columns}")
    for there, back in ((programs.stock, programs.ext), (programs.ext, programs.stock)):
        there("-k", filled, "-e", "COPY blobs (id, what, b) TO 'b.csv'; COPY collections (id, lb, mb) TO 'l.csv'")
        done = back(
            "-k", filled, "-e", "COPY blobs_back (id, what, b) FROM 'b.csv'; COPY lists_back (id, lb, mb) FROM 'l.csv'"
        )
        assert (done.code, done.stderr) == (0, b"")
        for table, column in (("blobs", "b"), ("collections", "lb"), ("collections", "mb")):
            copied = "blobs_back" if table == "blobs" else "lists_back"
            rows, copies = (
                {row[0]: row[1] or None for row in session.execute(f"SELECT id, {column} FROM {name}")}
                for name in (table, copied)
            )
            assert copies == rows
        for name in tables:
            session.execute(f"TRUNCATE {name}_back")
