"""INSPECT on a real server: every form of the command, and what its report says of values in tables."""

import json
import re

import pytest
from integration.compressed import GZIP, JSON, SNAPPY, TEXT
from integration.programs import EXT

from cqlsh_ext import decode


@pytest.fixture
def inspect(ext, tables):
    """Run one INSPECT; return its lines and what was noted beside them."""

    def run(statement, *arguments, code=0):
        done = ext("-k", tables, "-e", f"INSPECT {statement}", *arguments)
        assert done.code == code
        return done.stdout.decode().splitlines(), done.stderr.decode()

    return run


@pytest.fixture
def objects(inspect):
    """Run one INSPECT ... AS JSON; return its objects."""

    def run(statement, *arguments):
        lines, _ = inspect(f"{statement} AS JSON", *arguments)
        return [json.loads(line) for line in lines]

    return run


def test_a_select(inspect, tables):
    lines, notes = inspect("SELECT * FROM documents WHERE id = 6")
    assert notes == "the first 10 rows, for want of a LIMIT\n"
    assert lines[0] == f"{tables}.documents WHERE id = 6, column b"
    assert [line for line in lines if re.match(r"  \d\. ", line)] == [
        "  1. gzip, checksum verified",
        "  2. zlib, checksum verified",
    ]
    assert "     integrity          CRC-32 and length of every member: verified" in lines
    assert f"  content: json, utf-8, {len(JSON)} bytes" in lines


def test_the_place_can_be_pasted(inspect, cells):
    lines, _ = inspect("SELECT id, b FROM documents WHERE id = 3 LIMIT 1")
    place = lines[0].partition(", column ")[0]
    assert cells(f"SELECT id, b FROM {place}")["3"] == TEXT


def test_the_first_rows_unless_there_is_a_limit(objects, inspect, session):
    session.execute("CREATE TABLE many (id int PRIMARY KEY, b blob, note text)")
    for number in range(25):
        session.execute("INSERT INTO many (id, b, note) VALUES (%s, %s, ' LIMIT 3 ')", (number, GZIP))
    assert len(objects("SELECT * FROM many")) == 10
    assert len(objects("SELECT * FROM many WHERE note = ' LIMIT 3 ' ALLOW FILTERING")) == 10
    assert len(objects("SELECT * FROM many LIMIT 21")) == 21
    assert len(objects("SELECT * FROM many PER PARTITION LIMIT 1")) == 10
    assert inspect("SELECT * FROM many LIMIT 1")[1] == ""


def test_keys_of_every_kind(objects, session, tables, cells):
    session.execute("CREATE TABLE keys (d decimal, t text, f boolean, ts timestamp, b blob, PRIMARY KEY (d, t, f, ts))")
    session.execute("INSERT INTO keys (d, t, f, ts, b) VALUES (1.50, 'it''s', true, '2026-01-02 03:04:05.006Z', 0x00)")
    [found] = objects("SELECT * FROM keys")
    assert cells(f"SELECT f, b FROM {found['place'].partition(', column ')[0]}")["True"] == "0x00"
    session.execute("INSERT INTO keys (d, t, f, ts, b) VALUES (2, 'two\nlines', true, 0, 0x00)")
    assert objects("SELECT * FROM keys WHERE d = 2")[0]["place"] == f"{tables}.keys, row 1, column b"


@pytest.mark.parametrize(
    ("statement", "rows"),
    [
        ("SELECT * FROM many2 /* limit 3 */", 10),
        ("SELECT * FROM many2 PER  PARTITION  LIMIT 1", 10),
        ("SELECT * FROM many2 -- no LIMIT 3 here\n", 10),
        ("SELECT * FROM many2\nLIMIT 12 -- rows", 12),
    ],
)
def test_comments_limit_nothing(objects, session, statement, rows):
    session.execute("CREATE TABLE IF NOT EXISTS many2 (id int PRIMARY KEY, b blob)")
    for number in range(15):
        session.execute("INSERT INTO many2 (id, b) VALUES (%s, %s)", (number, GZIP))
    assert len(objects(f"{statement}\n")) == rows


@pytest.mark.parametrize(
    "statement",
    [f"0x{GZIP.hex()}", f"0x{GZIP.hex().upper()}", "FILE 'value'", "FILE '~/value'", "file 'value'"],
)
def test_literals_and_files(objects, programs, statement):
    (programs.home / "value").write_bytes(GZIP)
    [found] = objects(statement)
    assert (found["status"], found["stored_size"], found["plain_size"]) == ("decoded", len(GZIP), len(JSON))


def test_json_says_what_the_library_says(objects, tables):
    for found, stored in zip(objects("SELECT id, b FROM documents WHERE id IN (1, 3)"), (GZIP, SNAPPY), strict=True):
        decoded = decode(stored)
        assert found["place"].startswith(f"{tables}.documents WHERE id = ")
        assert found["layers"][0]["header"] == decoded.layers[0].header
        assert found["layers"][0]["format"] == decoded.layers[0].format


def test_verbose(inspect):
    lines, _ = inspect(f"0x{GZIP.hex()} VERBOSE")
    assert any(line.startswith("     00000000  1f 8b") and "magic" in line for line in lines)
    assert lines[-3:-1] == ["  detection", "     gzip: it is"]
    [plain] = [json.loads(line) for line in inspect("0x00010203 AS JSON VERBOSE")[0]]
    assert plain["story"][0]["format"] == "gzip"
    assert [json.loads(line) for line in inspect("0x00010203 VERBOSE AS JSON")[0]] == [plain]


def test_nested_blobs_have_a_path(objects, session):
    session.execute("CREATE TABLE inside (id text PRIMARY KEY, m map<text, blob>, l list<frozen<pair>>, t text)")
    session.execute("INSERT INTO inside (id, m, l) VALUES ('it''s', {'k': %s}, [{a: %s, b: 'x'}])", (GZIP, SNAPPY))
    places = [found["place"] for found in objects("SELECT * FROM inside")]
    assert [place.partition(" WHERE ")[2] for place in places] == [
        "id = 'it''s', column l[0].a",
        "id = 'it''s', column m['k']",
    ]


def test_a_result_without_its_key_counts_rows(objects, tables):
    assert [found["place"] for found in objects("SELECT b FROM broken LIMIT 2")] == [
        f"{tables}.broken, row 1, column b",
        f"{tables}.broken, row 2, column b",
    ]


def test_a_key_that_is_too_long_to_write_counts_rows(objects, session, tables):
    session.execute("CREATE TABLE long_keys (id varint PRIMARY KEY, b blob)")
    session.execute(f"INSERT INTO long_keys (id, b) VALUES ({'7' * 5000}, 0xcafe)")
    assert [found["place"] for found in objects("SELECT * FROM long_keys")] == [f"{tables}.long_keys, row 1, column b"]


def test_a_damaged_value_says_where(inspect):
    lines, _ = inspect("SELECT * FROM broken WHERE id = 2")
    assert lines[1] == f"  {len(GZIP)} bytes stored, damaged: gzip: checksum mismatch at byte {len(GZIP) - 8}"
    assert f"     integrity          checksum mismatch at byte {len(GZIP) - 8}" in lines


def test_the_codec_of_the_session_and_of_a_column(ext, tables):
    done = ext("-k", tables, "-e", "DECOMPRESS OFF; INSPECT SELECT * FROM documents WHERE id = 1 AS JSON")
    assert json.loads(done.stdout.splitlines()[-1])["status"] == "plain"
    statement = "DECOMPRESS gzip FOR documents.b; INSPECT SELECT * FROM documents WHERE id = 5 AS JSON"
    assert json.loads(ext("-k", tables, "-e", statement).stdout.splitlines()[-1])["status"] == "plain"


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("", "INSPECT takes a SELECT, a blob such as 0x1f8b08, or FILE 'path', and then AS JSON or VERBOSE"),
        ("TRUNCATE documents", "INSPECT takes a SELECT"),
        ("0x00 AS XML", "INSPECT takes a SELECT"),
        ("0x123", "a blob takes two digits a byte: this one has an odd number"),
        ("FILE 'missing'", "'missing' cannot be read: No such file or directory"),
        ("SELECT nothing FROM documents", "Undefined column name"),
        ("SELECT * FROM", "Syntax error"),
    ],
)
def test_misuse_is_told_and_runs_nothing(inspect, cells, statement, told):
    lines, notes = inspect(statement, code=2)
    assert lines == []
    assert told in notes
    assert "Traceback" not in notes
    assert cells("SELECT id, b FROM documents WHERE id = 1")["1"] == TEXT


def test_a_result_without_blobs(inspect):
    assert inspect("SELECT id FROM documents LIMIT 1") == ([], "no blob in the result\n")


def test_on_a_terminal(programs, tables):
    (programs.home / "value.gz").write_bytes(GZIP)
    with programs.terminal(EXT, "-k", tables) as terminal:
        terminal.until("> ")
        assert b"JSON" in terminal.type("INSPECT 0x00 AS \t", "JSON")
        terminal.type("\x15INSPECT FILE 'val\t", "value.gz'")
        assert b"\x1b[0;1;33mvalue.gz" in terminal.type(";\r", "content")
        assert b"INSPECT [cqlsh-ext only]" in terminal.type("HELP INSPECT\r", "was refused.")
