"""EXTRACT writes what is inside blobs to files, safe whatever the keys are."""

import gzip
import json
import os
import subprocess
import zlib
from hashlib import sha256

import pytest
from cassandra.concurrent import execute_concurrent_with_args
from integration.compressed import DOCUMENTS, GZIP, INSIDE, JSON, ODD, ZLIB
from integration.programs import BIN, EXT

HOSTILE = (
    "plain", ".", "..", "../../outside", "/etc/passwd", "a/b", "a\\b", "nul\0byte", "line\nfeed\x1b[31m", "-rf", "~",
    "*", "manifest", "Case", "case", "CASE", "caf\u00e9", "cafe\u0301", "k" * 10_000, "k" * 9_999 + "K", "con",
    "a,b", "%2e",
)  # fmt: skip


@pytest.fixture
def extract(ext, tables, programs):
    """Run EXTRACT into the folder `out` of the home; return the files by name, and what was told."""

    def run(statement):
        done = ext("-k", tables, "-e", f"EXTRACT {statement}")
        assert done.stdout == b""
        out = programs.home / "out"
        files = {file.name: file.read_bytes() for file in out.iterdir()} if out.exists() else {}
        return files, done.stderr.decode()

    return run


def entries(files):
    return {entry["file"]: entry for entry in map(json.loads, files["manifest.jsonl"].splitlines())}


def test_what_is_inside(extract):
    files, told = extract("SELECT id, b FROM documents TO 'out'")
    assert told == "8 files and manifest.jsonl in out\n"
    manifest = entries(files)
    del files["manifest.jsonl"]
    assert files == {f"{number}.b.json": JSON for number in (1, 2, 3, 4, 5, 6, 8)} | {"9.b.bin": b""}
    assert manifest.keys() == files.keys()
    assert manifest["6.b.json"] == {
        "file": "6.b.json", "place": f"{manifest['1.b.json']['place'][:-1]}6", "column": "b", "as_stored": False,
        "size": len(JSON), "sha256": sha256(JSON).hexdigest(), "status": "decoded", "chain": ["gzip", "zlib"],
        "kind": "json", "stored_size": len(DOCUMENTS[6]), "plain_size": len(JSON), "reason": None,
    }  # fmt: skip
    assert manifest["8.b.json"]["status"] == "plain"


def test_raw_is_what_is_stored(extract):
    files, _ = extract("SELECT id, b FROM documents WHERE id IN (1, 2, 4, 5, 6, 8) TO 'out' RAW;")
    del files["manifest.jsonl"]
    extensions = {1: "gz", 2: "zz", 4: "lz4", 5: "zst", 6: "gz", 8: "json"}
    assert files == {f"{number}.b.{ending}": DOCUMENTS[number] for number, ending in extensions.items()}


def test_extensions_are_those_of_the_content(extract):
    files, _ = extract("SELECT id, b FROM odd TO 'out'")
    assert {"1.b.txt", "3.b.ser", "4.b.msgpack", "6.b.png", "8.b.txt"} <= files.keys()
    assert files["6.b.png"] == gzip.decompress(ODD[6])


def test_damaged_values_are_written_as_stored_and_told(extract):
    files, told = extract("SELECT id, b FROM broken TO 'out'")
    assert files["4.b.json"] == JSON
    assert files["1.b.gz"] == GZIP[:-6]
    manifest = entries(files)
    assert (manifest["1.b.gz"]["status"], manifest["1.b.gz"]["as_stored"]) == ("damaged", True)
    assert "truncated" in manifest["1.b.gz"]["reason"]
    assert "2 values: gzip, truncated, written as stored\n" in told


def test_nested_blobs(extract):
    files, told = extract("SELECT * FROM nested TO 'out'")
    assert told.startswith("9 files and ")
    manifest = entries(files)
    inside = {name for name, entry in manifest.items() if entry["status"] == "decoded"}
    assert {files[name] for name in inside} == {gzip.decompress(INSIDE)}
    assert manifest["1.l.1.bin"]["column"] == "l[1]"
    assert manifest["1.f.0.txt"]["column"] == "f[0].a"


def test_texts_of_columns_with_a_codec(ext, tables, programs):
    select = 'EXTRACT SELECT id, "Coded" FROM "Texts"'
    told = ext("-k", tables, "-e", f"{select} TO 'none'; DECOMPRESS base64 FOR \"Texts\".\"Coded\"; {select} TO 'out'")
    assert told.stderr.decode() == "no blob in the result\n1 file and manifest.jsonl in out\n"
    (file,) = (programs.home / "out").glob("1.Coded~*.json")
    assert file.read_bytes() == JSON
    assert not (programs.home / "none").exists()


def test_hostile_keys_stay_in_the_folder(ext, session, keyspace, programs):
    session.execute("CREATE TABLE hostile (k text PRIMARY KEY, b blob)")
    for key in HOSTILE:
        session.execute(
            "INSERT INTO hostile (k, b) VALUES (%s, %s)", (key, zlib.compress(key.encode() + b" is the key"))
        )
    before = {path for path in programs.home.rglob("*") if ".cassandra" not in path.parts}
    done = ext("-k", keyspace, "-e", "EXTRACT SELECT * FROM hostile TO 'out'")
    assert done.stderr.decode() == f"{len(HOSTILE)} files and manifest.jsonl in out\n"
    out = programs.home / "out"
    names = [file.name for file in out.iterdir() if file.name != "manifest.jsonl"]
    new = {path for path in programs.home.rglob("*") if ".cassandra" not in path.parts} - before
    assert new == {out, *(out / name for name in names), out / "manifest.jsonl"}
    assert len({name.casefold() for name in names}) == len(HOSTILE)
    assert {(out / name).read_bytes().decode() for name in names} == {f"{key} is the key" for key in HOSTILE}
    manifest = [json.loads(line) for line in (out / "manifest.jsonl").read_text("utf-8").splitlines()]
    assert {entry["file"] for entry in manifest} == set(names)


def test_nothing_is_written_over_without_force(extract, programs):
    select = "SELECT id, b FROM documents WHERE id = 1"
    out = programs.home / "out"
    out.mkdir()
    (out / "1.b.json").write_text("mine")
    files, told = extract(f"{select} TO 'out'")
    assert files == {"1.b.json": b"mine"}
    assert told == "<stdin>:1:out/1.b.json is there already: name another folder, or write FORCE to write over it\n"
    files, _ = extract(f"{select} TO 'out' FORCE")
    assert files["1.b.json"] == JSON
    assert "manifest.jsonl is there already" in extract("SELECT id, b FROM documents WHERE id = 2 TO 'out'")[1]
    files, _ = extract("SELECT id, b FROM documents WHERE id = 2 TO 'out' raw force")
    assert files["2.b.zz"] == ZLIB


def test_rows_without_their_key_are_numbered(extract):
    files, _ = extract("SELECT b FROM documents WHERE id IN (1, 8) TO 'out'")
    assert files.keys() == {"row1.b.json", "row2.b.json", "manifest.jsonl"}
    assert entries(files)["row1.b.json"]["place"].endswith(".documents, row 1")


def test_keys_of_thousands_of_digits(ext, session, keyspace, programs):
    session.execute("CREATE TABLE numbers (k varint PRIMARY KEY, b blob)")
    for digits in ("7" * 5000, "7" * 4999 + "8"):
        session.execute(f"INSERT INTO numbers (k, b) VALUES ({digits}, 0x{digits[-2:]})")
    done = ext("-k", keyspace, "-e", "EXTRACT SELECT * FROM numbers TO 'out'")
    assert done.stderr.decode() == "2 files and manifest.jsonl in out\n"
    assert {file.read_bytes() for file in (programs.home / "out").glob("0x*~*")} == {b"\x77", b"\x78"}


def test_a_full_disk_leaves_nothing_half_written(server, session, keyspace, programs):
    session.execute("CREATE TABLE sizes (id int PRIMARY KEY, b blob)")
    for number, size in enumerate((10, 100_000)):
        session.execute("INSERT INTO sizes (id, b) VALUES (%s, %s)", (number, os.urandom(size)))
    extract = f"EXTRACT SELECT * FROM {keyspace}.sizes WHERE id IN (0, 1) TO 'out'"
    done = subprocess.run(
        ["bash", "-c", 'ulimit -f 20 && exec "$@"', "bash", BIN / EXT, *server, "-e", extract],
        env=programs.environment(None), cwd=programs.home, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    told = done.stderr.decode()
    assert "<stdin>:1:out/1.b.bin cannot be written: File too large\n" in told
    assert "1 file and manifest.jsonl in out\n" in told
    assert {file.name for file in (programs.home / "out").iterdir()} == {"0.b.bin", "manifest.jsonl"}


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("SELECT id FROM documents", "EXTRACT takes a SELECT, TO 'folder', and then RAW or FORCE"),
        ("documents TO 'out'", "EXTRACT takes a SELECT"),
        ("SELECT b FROM documents TO out", "EXTRACT takes a SELECT"),
        ("SELECT b FROM documents TO 'out' GENTLY", "EXTRACT takes a SELECT"),
        ("SELECT nothing FROM documents TO 'out'", "Undefined column name"),
        ("SELECT b FROM documents TO '/dev/null/out'", "/dev/null/out/row1.b.json cannot be written: Not a directory"),
        ("SELECT id FROM documents WHERE id = 1 TO 'out'", "no blob in the result"),
    ],
)
def test_misuse(extract, statement, told):
    files, said = extract(statement)
    assert files == {}
    assert told in said
    assert said.count("\n") == 1


def test_a_bar_shows_how_far_it_is(programs, session, keyspace):
    session.execute("CREATE TABLE many (p int, c int, b blob, PRIMARY KEY (p, c))")
    insert = session.prepare("INSERT INTO many (p, c, b) VALUES (1, ?, ?)")
    execute_concurrent_with_args(session, insert, [(number, b"x") for number in range(10_000)])
    with programs.terminal(EXT, "-k", keyspace, "-e", "EXTRACT SELECT * FROM many LIMIT 20000 TO 'out'") as terminal:
        assert terminal.end() == 0
    written = terminal.written.decode()
    assert "/20000 [" in written
    assert " rows/s]" in written
    assert written.rstrip().endswith("10,000 files and manifest.jsonl in out")
    lines, _ = terminal.shown()
    assert [line for line in lines if line] == ["10,000 files and manifest.jsonl in out"]
