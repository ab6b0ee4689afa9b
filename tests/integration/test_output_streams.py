"""Results leave page by page: the first rows at once, in flat memory, and alone on standard output."""

import gzip
import json
import os
import subprocess
import time
from pathlib import Path

import pytest
from cassandra.concurrent import execute_concurrent
from cassandra.query import BatchStatement, BatchType
from integration.memory import run_measured
from integration.programs import BIN, EXT, SECONDS

from cqlsh_ext.settings import Layout

ROWS = int(os.environ.get("CQLSH_EXT_TEST_ROWS", "100000"))
"""A long run takes 1,000,000."""
ROWS_A_PARTITION, ROWS_A_BATCH = 1000, 100
PEAK_KIB = 150 * 1000
FOR_PROGRAMS = [layout for layout in Layout if layout.is_for_programs]


@pytest.fixture(scope="module")
def many(keyspace, session):
    """Return the name of a table of many rows."""
    session.execute("CREATE TABLE many (p int, c int, t text, n double, b blob, l list<int>, PRIMARY KEY (p, c))")
    insert = session.prepare("INSERT INTO many (p, c, t, n, b, l) VALUES (?, ?, ?, ?, ?, ?)")
    execute_concurrent(session, ((batch, ()) for batch in batches(insert)), concurrency=20)
    return f"{keyspace}.many"


def batches(insert):
    for start in range(0, ROWS, ROWS_A_BATCH):
        batch = BatchStatement(BatchType.UNLOGGED)
        for number in range(start, start + ROWS_A_BATCH):
            key = divmod(number, ROWS_A_PARTITION)
            batch.add(insert, (*key, f"text {number}", number / 7, document(number), [number, 1]))
        yield batch


def document(number):
    return gzip.compress(json.dumps({"number": number, "tags": ["a", "b"]}).encode(), 1, mtime=0)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("layout", Layout)
def test_memory_stays_flat(server, many, layout, tmp_path):
    arguments = (*server, "--format", layout.value, "-e", f"SELECT * FROM {many}")
    with Path(os.devnull).open("wb") as nowhere:
        done, peak = run_measured(tmp_path, *arguments, stdout=nowhere, stderr=subprocess.PIPE)
    assert (f"({ROWS} rows)\n" in done.stderr.decode()) == layout.is_for_programs
    assert peak < PEAK_KIB


@pytest.mark.slow
@pytest.mark.parametrize("layout", Layout)
def test_the_first_row_comes_at_once_and_a_reader_may_leave(programs, many, layout):
    command = [BIN / EXT, "--format", layout.value, "-e", f"SELECT * FROM {many}"]
    started = time.monotonic()
    with subprocess.Popen(
        command, env=programs.environment(None), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as shell:
        head = b"".join(shell.stdout.readline() for _ in range(12))
        waited = time.monotonic() - started
        shell.stdout.close()
        told = shell.stderr.read()
        assert (shell.wait(SECONDS), told) == (1, b"")
    assert b"number" in head
    assert waited < 5


TALK = """
    USE {keyspace}; CONSISTENCY LOCAL_ONE; SERIAL CONSISTENCY LOCAL_SERIAL; PAGING 50; TRACING OFF; EXPAND OFF;
    DECOMPRESS gzip; DECOMPRESS auto; SHOW VERSION; SHOW HOST; HELP; HELP FORMAT; FORMAT;
    SELECT id, b FROM documents; INSERT INTO documents (id) VALUES (100) IF NOT EXISTS;
    INSERT INTO documents (id) VALUES (100) IF NOT EXISTS; DELETE FROM documents WHERE id = 100;
    SELECT nothing FROM documents; nonsense; SELECT b FROM broken; DESCRIBE TABLES; DESCRIBE documents;
    DESCRIBE KEYSPACES; DESCRIBE CLUSTER; INSPECT SELECT b FROM documents WHERE id = 1; SOURCE 'inner.cql';
    COPY documents TO 'copied.csv'; TRACING ON; SELECT id FROM documents WHERE id = 1; TRACING OFF;
    SELECT id FROM documents WHERE id = 2; CAPTURE 'captured'; SELECT id FROM documents WHERE id = 4
"""
NARRATED = (
    "Consistency level set to LOCAL_ONE.", "DECOMPRESS set to", "FORMAT is JSONL", "rows exported", "(9 rows)",
    "Documented shell commands", "Undefined column name", "Tracing session", "2 values: gzip, truncated",
)  # fmt: skip


def test_nothing_but_data_goes_to_standard_output(ext, tables, programs):
    (programs.home / "inner.cql").write_text("CONSISTENCY; DECOMPRESS; SELECT id FROM documents WHERE id = 3;")
    done = ext("--format", "jsonl", "-e", TALK.format(keyspace=tables))
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows[-1] == {"id": 2}
    assert {"id": 3} in rows
    assert any(row.get("place", "").endswith("column b") for row in rows)
    assert [row["[applied]"] for row in rows if "[applied]" in row] == [True, False]
    assert any("create_statement" in row for row in rows)
    assert json.loads((programs.home / "captured").read_text()) == {"id": 4}
    told = done.stderr.decode()
    for part in NARRATED:
        assert part in told, part


def test_rows_that_are_copied_to_standard_output_go_there(ext, tables):
    copy = "COPY documents (id) TO STDOUT WITH HEADER=true"
    expected = [b"id", *(str(number).encode() for number in range(1, 10))]
    for arguments in (("-e", copy), ("-e", f"CAPTURE 'captured'; {copy}"), ("--format", "table", "-e", copy)):
        done = ext("-k", tables, "--format", "jsonl", *arguments)
        assert sorted(done.stdout.splitlines(), key=lambda line: (line != b"id", line)) == expected
        assert done.code == 0


@pytest.mark.parametrize("layout", FOR_PROGRAMS)
def test_format_is_a_command_too(ext, tables, layout):
    select = "SELECT id, b FROM documents"
    flagged = ext("-k", tables, "--format", layout.value, "-e", select)
    typed = ext("-k", tables, "-e", f"FORMAT {layout.value}; {select}")
    assert typed.stdout == flagged.stdout
    assert typed.stderr == f"FORMAT set to {layout.value.upper()}\n(9 rows)\n".encode()


def test_formats_come_and_go(ext, tables):
    select = "SELECT id FROM documents WHERE id = 1"
    done = ext(
        "-k",
        tables,
        "-e",
        f"FORMAT jsonl with codec; FORMAT; FORMAT csv; {select}; FORMAT table; {select}; FORMAT vertical; {select};"
        f"EXPAND OFF; {select}; EXPAND ON; FORMAT; FORMAT jsonl without codec; {select}; FORMAT nothing",
    )
    table, vertical = "\n id\n----\n  1\n\n(1 rows)\n", "\n@ Row 1\n----+---\n id | 1\n\n\n(1 rows)\n"
    assert done.stdout.decode() == (
        f"id\n1\nFORMAT set to TABLE\n{table}FORMAT set to VERTICAL\n{vertical}EXPAND set to OFF\n{table}"
        'EXPAND set to ON\nFORMAT is VERTICAL\n{"id": 1}\n'
    )
    assert done.stderr.decode() == (
        "FORMAT set to JSONL WITH CODEC\nFORMAT is JSONL WITH CODEC\nFORMAT set to CSV\n(1 rows)\n"
        "FORMAT set to JSONL\n(1 rows)\n<stdin>:1:Improper FORMAT command.\n"
    )


def test_files_share_the_format_and_not_expand(ext, tables, programs):
    select = "SELECT id FROM documents WHERE id = 1;"
    (programs.home / "inner.cql").write_text(f"{select} FORMAT jsonl; {select}")
    done = ext("-k", tables, "-e", f"EXPAND ON; SOURCE 'inner.cql'; EXPAND OFF; {select}")
    assert done.stdout.decode().count('{"id": 1}\n') == 2
    assert "@ Row" not in done.stdout.decode()


@pytest.mark.parametrize(
    ("arguments", "variable"),
    [(("--format", "yaml"), None), ((), "yaml"), (("--format",), None), (("--format=",), "x")],
)
def test_wrong_formats(ext, arguments, variable):
    done = ext("-e", "SHOW HOST", *arguments, env={"CQLSH_EXT_FORMAT": variable})
    assert (done.code, done.stdout) == (2, b"")
    told = done.stderr.decode().splitlines()[-1]
    assert "is not one of table, vertical, json, jsonl, csv, markdown" in told or "expected one argument" in told


def test_format_in_cqlshrc(ext, cqlshrc, tables):
    cqlshrc("[cqlsh-ext]\nformat = jsonl\nwith_codec = on")
    done = ext("-k", tables, "-e", "SELECT b FROM documents WHERE id = 6")
    assert json.loads(done.stdout)["b_codec"]["chain"] == ["gzip", "zlib"]
    cqlshrc("[cqlsh-ext]\nwith_codec = perhaps")
    assert b"'perhaps' is not on or off" in ext("-e", "SHOW HOST").stderr


def test_output_is_utf_8_wherever_it_goes(ext, tables):
    done = ext(
        "-k", tables, "--format", "jsonl", "-e", "SELECT b FROM odd WHERE id = 8", env={"PYTHONIOENCODING": "ascii"}
    )
    assert json.loads(done.stdout.decode("utf-8")) == {"b": "日本語 😀"}
