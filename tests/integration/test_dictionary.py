"""Dictionaries on a real server: from files, folders and tables, by commands and by settings."""

import csv
import json
import zlib

import lz4.block
import pytest
import zstandard
from cassandra.concurrent import execute_concurrent_with_args
from corpus.corpus import members
from integration.programs import EXT

PY_ID, JAVA_ID = 294_172_297, 869_144_148
PY, JAVA, RAW = (members()[name] for name in ("dict_py.zdict", "dict_java.zdict", "dict_raw.zdict"))
TEXT = '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:GetObject"}]}'
ADLER = f"0x{zlib.adler32(RAW):08x}"
CTRL_D, TAB = "\x04", "\t"


def zstd(dictionary):
    return zstandard.ZstdCompressor(dict_data=zstandard.ZstdCompressionDict(dictionary)).compress(TEXT.encode())


def zlib_with(dictionary):
    compressor = zlib.compressobj(zdict=dictionary)
    return compressor.compress(TEXT.encode()) + compressor.flush()


LZ4 = lz4.block.compress(RAW[:300], dict=RAW)
DOCUMENTS = {1: zstd(PY), 2: zstd(JAVA), 3: zlib_with(RAW)}


@pytest.fixture(scope="module")
def policies(keyspace, session):
    """Return the name of the module's keyspace, with values that take dictionaries, and tables of these."""
    session.execute("CREATE TABLE documents (id int PRIMARY KEY, b blob)")
    for number, value in DOCUMENTS.items():
        session.execute("INSERT INTO documents (id, b) VALUES (%s, %s)", (number, value))
    session.execute("CREATE TABLE unnamed (id int PRIMARY KEY, z blob, l blob)")
    session.execute("INSERT INTO unnamed (id, z, l) VALUES (1, %s, %s)", (zstd(RAW), LZ4))
    session.execute("CREATE TABLE dictionaries (id int PRIMARY KEY, made timestamp, data blob)")
    session.execute('CREATE TABLE "Two" ("Id" bigint PRIMARY KEY, "Data" blob, signature blob, name text)')
    for number, data in ((1, PY), (2, JAVA)):
        session.execute("INSERT INTO dictionaries (id, data) VALUES (%s, %s)", (number, data))
        session.execute('INSERT INTO "Two" ("Id", "Data", signature) VALUES (%s, %s, %s)', (number, data, b"\1\2"))
    session.execute("INSERT INTO dictionaries (id, made) VALUES (3, 0)")
    session.execute("CREATE TABLE many (id int PRIMARY KEY, data blob)")
    insert = session.prepare("INSERT INTO many (id, data) VALUES (?, ?)")
    execute_concurrent_with_args(session, insert, [(number, b"%04d" % number) for number in range(1001)])
    return keyspace


@pytest.fixture
def files(programs):
    """Write dictionaries into the home."""
    (programs.home / "zstd").mkdir()
    for name, data in {
        "zstd/java.zdict": JAVA,
        "zstd/py.zdict": PY,
        "zstd/about": b"about",
        "raw": RAW,
        "empty": b"",
        "damaged": PY[:8] + bytes(100),
    }.items():
        (programs.home / name).write_bytes(data)
    return programs.home


@pytest.fixture
def run(ext, policies, files):  # noqa: ARG001 - they have to be there
    """Run statements where the files are; return what was written, and to stderr."""

    def run(statements, *arguments, code=0, env=None):
        done = ext("-k", policies, "-e", statements, *arguments, env=env)
        assert done.code == code, done.stderr
        return done.stdout.decode(), done.stderr.decode()

    return run


SELECT = "SELECT id, b FROM documents"


def test_without(run):
    written, _ = run(f"{SELECT}; DICTIONARIES")
    assert TEXT not in written
    assert f"1 value: zstd, needs a dictionary (id {PY_ID:,})\n" in written
    assert f"1 value: zstd, needs a dictionary (id {JAVA_ID:,})\n" in written
    assert written.endswith("\nNo dictionaries are at hand: DICTIONARY LOAD reads some.\n")


def test_files(run):
    written, told = run(f"DICTIONARY LOAD 'zstd'; DICTIONARY LOAD 'raw'; {SELECT}")
    assert f"Loaded 2 dictionaries ({JAVA_ID:,}; {PY_ID:,}) from zstd\n" in written
    assert f"Loaded the raw content dictionary {ADLER} (4,000 bytes) from raw\n" in written
    assert told == "No Zstandard frame and no LZ4 names it: to open these with it, say FOR which column it is.\n"
    assert written.count(TEXT) == 3
    assert "value" not in written
    written, told = run(f"dictionary load '~/zstd/py.zdict' {SELECT};".replace("' ", "';\n"))
    assert (written.count(TEXT), told) == (1, "")


def test_a_column(run, policies):
    select = "SELECT z FROM unnamed; SELECT l FROM unnamed"
    written, _ = run(f"{select}; DICTIONARY LOAD 'raw'; {select}")
    assert written.count("1 value: zstd, ") == 2
    assert f"0x{LZ4.hex()}" in written
    written, told = run(
        f"DICTIONARY LOAD 'raw' FOR unnamed.z; {select}; DICTIONARY LOAD 'raw' FOR {policies}.unnamed.l; {select}"
    )
    assert f"from raw for {policies}.unnamed.z\n" in written
    assert (written.count(TEXT), written.count(f"0x{LZ4.hex()}"), told) == (2, 1, "")
    assert written.count(RAW[:100].decode()) == 1


def test_a_table(run, policies):
    for source in ("dictionaries", f"{policies}.dictionaries (data)", '"Two" ("Data")', '"Two" ("Data", "Id")'):
        written, told = run(f"DICTIONARY LOAD FROM {source}; {SELECT}; DICTIONARIES")
        assert "Loaded 2 dictionaries (" in written
        assert written.count(TEXT) == 2
        assert told == ""
        assert ("LZ4 1" in written) is ("Id" in source)


def test_listing(run, policies):
    written, _ = run(
        "DICTIONARY LOAD 'zstd/py.zdict'; DICTIONARY LOAD 'raw' ID 7 FOR unnamed.z; DICTIONARY LOAD FROM dictionaries;"
        "DICTIONARIES"
    )
    lines = [line for line in written.splitlines() if not line.startswith("Loaded")]
    assert [line.split() for line in lines] == [
        ["id", "kind", "bytes", "source", "columns"],
        [f"{ADLER},", "LZ4", "7", "raw", "content", "4,000", "raw", f"{policies}.unnamed.z"],
        [f"{PY_ID:,}", "zstd", "4,096", f"{policies}.dictionaries"],
        [f"{JAVA_ID:,}", "zstd", "8,192", f"{policies}.dictionaries"],
    ]
    assert lines[0].index("source") == lines[1].index(" raw  ") + 1 == lines[2].index(policies)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("'missing'", "missing cannot be read: No such file or directory"),
        ("'empty'", "empty is no dictionary: it is empty"),
        ("'damaged'", "damaged is no Zstandard dictionary, or a damaged one: its tables cannot be read"),
        ("'/dev/zero'", "/dev/zero is larger than a dictionary may be: more than 16,777,216 bytes"),
        ("'/proc'", "/proc holds no Zstandard dictionary: none of its files begins with 37 a4 30 ec"),
        ("'zstd' FOR documents.b", "zstd cannot be read: Is a directory"),
        ("'raw' FOR documents.nothing", "the table {keyspace}.documents has no column 'nothing': it has id, b"),
        ("'raw' FOR nothing.b", "there is no table {keyspace}.nothing"),
        ("'raw' ID 0", "0 is no dictionary id: one is from 1 to 4,294,967,295"),
        ("'raw' ID 99999999999", "a dictionary id has no more than 32 bits"),
        ("FROM nothing", "there is no table {keyspace}.nothing"),
        ("FROM unnamed", "{keyspace}.unnamed has several blob columns, l, z: name one, as in (l)"),
        ("FROM system.local", "system.local has no blob column"),
        ("FROM dictionaries (made)", "the column made is of type timestamp, where this takes blob"),
        ("FROM dictionaries (nothing)", "the table {keyspace}.dictionaries has no column 'nothing'"),
        ("FROM dictionaries (data, made)", "the column made is of type timestamp, where this takes tinyint or"),
        ("FROM many", "{keyspace}.many has more than 1,000 rows, or than 67,108,864 bytes in data"),
        ("", "Improper DICTIONARY command."),
        ("FROM dictionaries ()", "Improper DICTIONARY command."),
    ],
)
def test_mistakes(run, policies, statement, told):
    written, errors = run(f"DICTIONARY LOAD {statement}; DICTIONARIES", code=2)
    assert errors.split(":", 2)[2].startswith(told.format(keyspace=policies))
    assert errors.count("\n") == 1
    assert written == "No dictionaries are at hand: DICTIONARY LOAD reads some.\n"


def test_sourced_files_share_them(run, files):
    (files / "load.cql").write_text("DICTIONARY LOAD 'zstd/java.zdict'\n")
    (files / "select.cql").write_text(f"{SELECT};\n")
    written, _ = run("DICTIONARY LOAD 'zstd/py.zdict'; SOURCE 'load.cql'; SOURCE 'select.cql'; DICTIONARIES")
    assert written.count(TEXT) == 2
    assert f"{JAVA_ID:,}" in written


def test_settings(run, cqlshrc):
    assert run(SELECT, "--zstd-dict", "zstd/py.zdict")[0].count(TEXT) == 1
    assert run(SELECT, "--zstd-dict=zstd")[0].count(TEXT) == 2
    assert run(SELECT, env={"CQLSH_EXT_ZSTD_DICT": "~/zstd"})[0].count(TEXT) == 2
    cqlshrc("[cqlsh-ext]\nzstd_dict = ~/zstd/java.zdict")
    assert f"needs a dictionary (id {PY_ID:,})" in run(SELECT)[0]
    assert f"needs a dictionary (id {JAVA_ID:,})" in run(SELECT, "--zstd-dict", "zstd/py.zdict")[0]


def test_a_column_in_cqlshrc(run, cqlshrc, policies):
    cqlshrc(f"[cqlsh-ext]\ndictionary.{policies}.unnamed.z = ~/raw")
    assert run("SELECT z FROM unnamed")[0].count(TEXT) == 1


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("raw", "--zstd-dict: raw is no Zstandard dictionary: it does not begin with 37 a4 30 ec"),
        ("missing", "--zstd-dict: missing cannot be read: No such file or directory"),
    ],
)
def test_wrong_settings(run, value, told):
    assert run("SHOW HOST", "--zstd-dict", value, code=2) == ("", f"cqlsh-ext: {told}\n")


def test_copy(run, files):
    copy = "COPY documents TO 'export.csv' WITH DECOMPRESS = true; COPY unnamed (z) TO 'z.csv' WITH DECOMPRESS = true"
    run(f"DICTIONARY LOAD 'raw' FOR unnamed.z; {copy}", "--zstd-dict", "zstd")
    with (files / "export.csv").open(newline="") as stream:
        rows = dict(csv.reader(stream, escapechar="\\", doublequote=False))
    assert rows == {"1": TEXT, "2": TEXT, "3": TEXT}
    with (files / "z.csv").open(newline="") as stream:
        assert list(csv.reader(stream, escapechar="\\", doublequote=False)) == [[TEXT]]


def test_inspect(run):
    statements = "INSPECT SELECT * FROM documents WHERE id = 1 LIMIT 1; INSPECT SELECT z FROM unnamed LIMIT 1"
    without, _ = run(statements)
    assert f"dictionary id      {PY_ID:,}\n" in without
    assert "dictionary         not at hand\n" in without
    loaded, _ = run(f"DICTIONARY LOAD FROM dictionaries; DICTIONARY LOAD 'raw' FOR unnamed.z; {statements}")
    assert ".dictionaries (4,096 bytes)\n" in loaded
    assert "dictionary         raw (4,000 bytes)\n" in loaded
    assert "not at hand" not in loaded


def test_inspect_without_a_server(ext, files):
    (files / "value").write_bytes(DOCUMENTS[1])
    done = ext("--inspect", "value", "--json")
    [layer] = json.loads(done.stdout)["layers"]
    assert (done.code, layer["header"]["dictionary"]) == (1, "not at hand")
    done = ext("--inspect", "value", "--json", "--zstd-dict", "zstd")
    [layer] = json.loads(done.stdout)["layers"]
    assert (done.code, layer["header"]["dictionary"]) == (0, "zstd/py.zdict (4,096 bytes)")
    assert layer["plain_size"] == len(TEXT)


@pytest.mark.usefixtures("files")
def test_completion_and_help(programs, policies):
    completed = {
        "DICTI": "DICTIONAR",
        "DICTIONARY ": "DICTIONARY LOAD ",
        "DICTIONARY LOAD F": "DICTIONARY LOAD FROM ",
        "DICTIONARY LOAD 'r": "DICTIONARY LOAD 'raw'",
        "DICTIONARY LOAD 'zstd/p": "DICTIONARY LOAD 'zstd/py.zdict",
        "DICTIONARY LOAD 'raw' F": "DICTIONARY LOAD 'raw' FOR ",
        "DICTIONARY LOAD 'raw' FOR unn": "DICTIONARY LOAD 'raw' FOR unnamed.",
        "DICTIONARY LOAD 'raw' FOR unnamed.z": "DICTIONARY LOAD 'raw' FOR unnamed.z ",
        "DICTIONARY LOAD FROM dictionaries (d": "DICTIONARY LOAD FROM dictionaries (data ",
        "DICTIONARY LOAD FROM dictionaries (data, i": "DICTIONARY LOAD FROM dictionaries (data, id) ",
        "HELP DICTIONARY": "HELP DICTIONARY ",
    }
    prompt = f"cqlsh:{policies}> "
    with programs.terminal(EXT, "-k", policies) as terminal:
        terminal.until(prompt)
        for typed in completed:
            terminal.type(f"{typed}{TAB}#\x01-- \r", prompt)
        terminal.type("HELP DICTIONARIES\r", "Lists the dictionaries at hand")
        terminal.type(CTRL_D, "\n")
        terminal.end()
    start = f"{prompt}-- "
    lines = [line for line in terminal.shown()[0] if line.startswith(start)]
    assert (
        dict(zip(completed, (line.removeprefix(start).partition("#")[0] for line in lines), strict=True)) == completed
    )
