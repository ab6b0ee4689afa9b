"""COPY FROM loses no row in silence: each is written, or told of and kept as it was read."""

import random
import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from integration.wire import wire

COUNTED = re.compile(rb"(\d+) rows imported from \d+ files")
FAILED = re.compile(rb"Failed to process (\d+) rows")
KEY_LIMIT = 65_535
FIELD_LIMIT = 131_072


@pytest.fixture(scope="module")
def docs(keyspace, session):
    """Return the table's name."""
    session.execute("CREATE TABLE docs (id text PRIMARY KEY, body text)")
    session.execute("CREATE TABLE hits (id int PRIMARY KEY, n counter)")
    return f"{keyspace}.docs"


@pytest.fixture
def copied(ext, programs, docs, session):
    """Copy a file into the emptied table; return what was stored, what was refused, and how the program ended."""

    def run(text, options="", stdin=b""):
        session.execute("TRUNCATE docs")
        (programs.home / "in.csv").write_bytes(text.encode() if isinstance(text, str) else text)
        source = "STDIN" if stdin else "'in.csv'"
        done = ext("-e", f"COPY {docs} FROM {source} {options}", stdin=stdin)
        stored = {row.id: row.body for row in session.execute("SELECT id, body FROM docs")}
        refused = programs.home / f"import_{docs.replace('.', '_')}.err"
        failed = FAILED.search(done.stderr)
        assert int(COUNTED.search(done.stdout)[1]) == len(stored)
        assert done.code == (2 if done.stderr else 0)
        return stored, refused.read_text() if refused.exists() else "", int(failed[1]) if failed else 0, done

    return run


def test_large_documents_with_default_options(copied):
    source = random.Random(3)
    rows = {f"k{n}": f"{n} " * source.randrange(1, 30) for n in range(1500)}
    rows |= {f"d{n}": "x" * source.randrange(20_000, 67_000) for n in range(300)}
    lines = [f"{key},{body}\n" for key, body in rows.items()]
    source.shuffle(lines)
    stored, refused, failed, done = copied("".join(lines))
    assert (stored, refused, failed, done.stderr) == (rows, "", 0, b"")


@pytest.mark.parametrize("chunk", [1, 2, 5000])
def test_records_that_go_over_several_lines(copied, chunk):
    text = 'a,"one\ntwo"\nb,three\nc,"\n\n\\"four\\"\nfive, six"\n\nd,seven\ne,"eight\n'
    stored, refused, failed, done = copied(text, f"WITH CHUNKSIZE={chunk}")
    assert stored == {"a": "one\ntwo", "b": "three", "c": '\n\n"four"\nfive, six', "d": "seven", "e": "eight\n"}
    assert (failed, refused) == (1, "\n"), "an empty line is a row without columns, for stock too"
    assert b"Invalid row length 0 should be 2" in done.stderr


def test_records_on_standard_input(copied):
    stored, *_ = copied("", stdin=b'a,"one\ntwo"\nb,three\n.\n')
    assert stored == {"a": "one\ntwo", "b": "three"}


def test_a_row_that_the_server_refuses_takes_no_other_with_it(copied):
    key = "k" * (KEY_LIMIT + 1)
    others = {f"k{n}": f"it's {n}" for n in range(200)}
    lines = [f'"{name}",{body}\n' for name, body in others.items()]
    stored, refused, failed, done = copied(
        "".join([*lines[:100], f'"{key}","a ""b"\n', *lines[100:]]), "WITH ESCAPE='\"'"
    )
    assert stored == others
    assert failed == 1
    assert refused.splitlines() == [f'{key},"a ""b"']
    assert b"Failed to import 1 rows: InvalidRequest" in done.stderr


def test_rows_that_are_not_prepared_are_refused_one_by_one(docs, ext, programs, session):
    session.execute("CREATE TABLE raw (id int PRIMARY KEY, data blob)")
    (programs.home / "raw.csv").write_text("6,0xab\n7,zz\n8,0xabcd\n")
    table = docs.replace("docs", "raw")
    done = ext("-e", f"COPY {table} FROM 'raw.csv' WITH PREPAREDSTATEMENTS=false AND ERRFILE='refused'")
    assert b"2 rows imported" in done.stdout
    assert b"Failed to import 1 rows: SyntaxException" in done.stderr
    assert {row.id: row.data for row in session.execute("SELECT * FROM raw")} == {6: b"\xab", 8: b"\xab\xcd"}
    assert (programs.home / "refused").read_text() == "7,zz\n"


def test_a_record_that_cannot_be_read_takes_no_other_with_it(copied):
    long = f'b,"{"x" * FIELD_LIMIT}\ny"\n'
    stored, refused, failed, done = copied(f"a,1\n{long}c,2\n")
    assert stored == {"a": "1", "c": "2"}
    assert (failed, refused) == (1, long)
    assert b"field larger than field limit (131072): set field_size_limit in [csv] of cqlshrc" in done.stderr


def test_a_file_that_cannot_be_read_to_its_end(copied):
    stored, refused, _, done = copied(b"a,1\nb,2\n" + b"c,\xff\n" + b"d,4\n" * 5)
    assert refused == ""
    assert re.search(rb"ReadError - in.csv, behind line \d+: .*can't decode.*; the rest was not read", done.stderr)
    assert set(stored) <= {"a", "b"}


def test_rows_survive_a_connection_that_is_lost_for_a_while(programs, server, docs, session):
    session.execute("TRUNCATE docs")
    rows = {f"k{n}": f"text {n}" for n in range(3000)}
    (programs.home / "in.csv").write_text("".join(f"{key},{body}\n" for key, body in rows.items()))
    copy = f"COPY {docs} FROM 'in.csv' WITH INGESTRATE=1000 AND CHUNKSIZE=100"
    with wire(server) as laid, ThreadPoolExecutor() as pool:
        copying = pool.submit(programs.ext, "-e", copy, env={"CQLSH_PORT": str(laid.port)})
        while not session.execute("SELECT id FROM docs LIMIT 1").one():
            time.sleep(0.01)
        laid.cut()
        time.sleep(1)
        laid.mend()
        done = copying.result()
    assert b"3000 rows imported" in done.stdout
    assert {row.id: row.body for row in session.execute("SELECT id, body FROM docs")} == rows


def test_counters_that_are_refused_take_no_other_with_them(docs, ext, programs, session):
    (programs.home / "counts.csv").write_text("1,10\n2,20\n3,no\n4,40\n")
    table = docs.replace("docs", "hits")
    done = ext("-e", f"COPY {table} FROM 'counts.csv'")
    assert b"3 rows imported" in done.stdout
    assert done.stderr.count(b"\n") == 2
    assert {row.id: row.n for row in session.execute("SELECT * FROM hits")} == {1: 10, 2: 20, 4: 40}
    assert (programs.home / f"import_{table.replace('.', '_')}.err").read_text() == "3,no\n"
