"""COPY writes what is stored, and what is inside of it only on demand."""

import csv
import io

import pytest
from integration.compressed import BROKEN, DOCUMENTS, GZIP, INSIDE, ODD, TEXT

DECOMPRESSED = "WITH DECOMPRESS = true"


@pytest.fixture
def exported(ext, tables, programs):
    """Let cqlsh-ext copy a table to a file; return the rows by their first field, and stderr."""

    def run(table, options="", *arguments):
        done = ext("-k", tables, "-e", f"COPY {table} TO 'export.csv' {options}", *arguments)
        assert done.code == 0
        text = (programs.home / "export.csv").read_bytes().decode()
        rows = csv.reader(io.StringIO(text, newline=""), escapechar="\\", doublequote=False)
        return {row[0]: row[1:] for row in rows}, done.stderr.decode()

    return run


@pytest.mark.parametrize("table", ["documents", "odd", "broken", "nested", '"Texts"'])
@pytest.mark.parametrize("arguments", [(), ("-d", "gzip", "--tags", "on", "-C")], ids=" ".join)
def test_copy_to_writes_stored_bytes(stock, ext, tables, programs, table, arguments):
    written = []
    for program, more in ((stock, ()), (ext, arguments)):
        program(
            "-k", tables, "-e", f"COPY {table} TO 'export.csv'; COPY {table} TO 'false.csv' WITH HEADER = true", *more
        )
        written += [sorted((programs.home / name).read_bytes().splitlines()) for name in ("export.csv", "false.csv")]
    assert written[2:] == written[:2]


def test_decompress_false_is_stock(exported, ext, tables):
    plain, _ = exported("documents")
    assert plain["1"] == [f"0x{GZIP.hex()}"]
    assert exported("documents", "WITH decompress = FALSE AND HEADER = false")[0] == plain
    done = ext("-k", tables, "-e", "COPY documents (id, b) TO STDOUT")
    assert f"1,0x{GZIP.hex()}\n" in done.stdout.decode().replace("\r", "")


def test_decompress_true_writes_text(exported, ext, tables):
    rows, told = exported("documents", f"{DECOMPRESSED} AND HEADER = true")
    assert rows.pop("id") == ["b"]
    assert rows["1"] == rows["5"] == rows["6"] == [TEXT]
    assert rows["7"] == [""]
    assert rows["8"] == [f"0x{DOCUMENTS[8].hex()}"]
    assert told == ""
    rows, _ = exported("nested", DECOMPRESSED)
    assert "['it''s inside', 0xca]" in rows["1"]
    rows, _ = exported("documents", DECOMPRESSED, "-d", "zlib", "--tags", "on")
    assert (rows["1"], rows["2"]) == ([f"0x{GZIP.hex()}"], [TEXT])
    done = ext("-k", tables, "-e", f"COPY documents (id, b) TO STDOUT {DECOMPRESSED}")
    assert '"{\\"order\\": 17,' in done.stdout.decode()


def test_decompress_true_writes_the_whole_text(exported):
    rows, _ = exported("odd", DECOMPRESSED)
    assert rows["1"] == ["plain text\\twith a tab\\nand lines\\r\\nand \\\\ and \\x08"]
    rows, _ = exported("long", DECOMPRESSED)
    assert rows["1"] == ["all work and no play " * 3000]


def test_decompress_true_opens_the_columns_that_have_codecs(ext, tables, programs):
    statement = (
        f'DECOMPRESS base64 FOR "Texts"."Coded"; COPY "Texts" ("Coded", plain, b) TO \'export.csv\' {DECOMPRESSED}'
    )
    assert ext("-k", tables, "-e", statement).code == 0
    row = next(csv.reader(io.StringIO((programs.home / "export.csv").read_text()), escapechar="\\"))
    assert row[0] == row[2] == TEXT
    assert row[1].startswith("H4sI")


def test_broken_values_are_written_as_stored(exported):
    rows, told = exported("broken", DECOMPRESSED)
    assert rows["1"] == [f"0x{BROKEN[1].hex()}"]
    assert rows["4"] == [TEXT]
    assert sorted(told.splitlines()) == [
        "1 value: gzip, checksum mismatch, written as stored",
        "1 value: gzip, over the limit (more than 16,777,216 bytes of output), written as stored",
        "2 values: gzip, truncated, written as stored",
    ]


def test_wrong_options(ext, tables, programs):
    done = ext(
        "-k",
        tables,
        "-e",
        "COPY documents TO 'x.csv' WITH DECOMPRESS = maybe; COPY documents FROM 'x.csv' WITH DECOMPRESS = true",
    )
    assert done.code == 2
    assert b"Invalid value 'maybe' for the COPY option DECOMPRESS: use true or false" in done.stderr
    assert b"Unrecognized COPY FROM options: decompress" in done.stderr
    assert not (programs.home / "x.csv").exists()


def test_options_of_cqlshrc(exported, cqlshrc, tables):
    cqlshrc(f"[copy-to:{tables}.documents]\ndecompress = true\n")
    assert exported("documents")[0]["1"] == [TEXT]
    assert exported("documents", "WITH DECOMPRESS = false")[0]["1"] == [f"0x{GZIP.hex()}"]


def test_what_is_copied_back_is_what_was_stored(ext, session, tables):
    session.execute("CREATE TABLE restored (id int PRIMARY KEY, b blob)")
    session.execute("CREATE TABLE restored_nested (id int PRIMARY KEY, l list<blob>, s set<blob>, m map<text, blob>)")
    for name, values in (("documents", DOCUMENTS), ("odd", ODD), ("broken", BROKEN)):
        done = ext("-k", tables, "-e", f"COPY {name} TO 'x.csv'; COPY restored FROM 'x.csv'")
        assert (done.code, done.stderr) == (0, b"")
        restored = dict(iter(session.execute("SELECT id, b FROM restored")))
        assert restored == values
        session.execute("TRUNCATE restored")
    columns = "(id, l, s, m)"
    done = ext("-k", tables, "-e", f"COPY nested {columns} TO 'x.csv'; COPY restored_nested {columns} FROM 'x.csv'")
    assert (done.code, done.stderr) == (0, b"")
    row = session.execute("SELECT l, s, m FROM restored_nested").one()
    assert (row.l, set(row.s), dict(row.m)) == ([INSIDE, b"\xca"], {INSIDE}, {"k": INSIDE})
