"""ADVISE on a real server: what it reads, what it writes, and what it refuses."""

import gzip
import json
import time

import cramjam
import pytest
from cassandra.concurrent import execute_concurrent_with_args

from cqlsh_ext.decoding import decode
from cqlsh_ext.dictionaries import Dictionaries, Dictionary

SECONDS_TO_BUILD = 60
SECONDS = ("--advise-seconds", "6", "--sample-seed", "1")


def document(number):
    return json.dumps({"id": number, "site": f"site {number % 9}", "device": "pump", "alarms": [number] * 9}).encode()


@pytest.fixture(scope="module")
def known(keyspace, session):
    """Return the name of a table of 400 documents in snappy, three damaged values, and a few texts."""
    session.execute("CREATE TABLE known (id int PRIMARY KEY, data blob, note text, few blob)")
    session.execute("CREATE TABLE hits (id int PRIMARY KEY, n counter) WITH compression = "
                    "{'class': 'ZstdCompressor', 'chunk_length_in_kb': 64, 'compression_level': 1}")  # fmt: skip
    session.execute("CREATE TABLE nothing (id int PRIMARY KEY, data blob)")
    insert = session.prepare("INSERT INTO known (id, data, note) VALUES (?, ?, ?)")
    rows = [(n, bytes(cramjam.snappy.compress_raw(document(n))), f"note {n} " * 20) for n in range(400)]
    damaged = [(n, gzip.compress(document(n))[:-4] + bytes(4), None) for n in range(400, 403)]
    execute_concurrent_with_args(session, insert, [*rows, *damaged])
    execute_concurrent_with_args(
        session, session.prepare("UPDATE hits SET n = n + 1 WHERE id = ?"), [(n,) for n in range(200)]
    )
    return f"{keyspace}.known"


@pytest.fixture
def advise(ext):
    """Run one ADVISE; return what it wrote and noted."""

    def run(statement, *arguments, code=0):
        done = ext("-e", f"ADVISE {statement}", *SECONDS, *arguments)
        assert done.code == code, done.stderr
        return done.stdout.decode(), done.stderr.decode()

    return run


def test_a_column_is_decoded_and_everything_is_tried(advise, known):
    out, _ = advise(f"{known} (data) FOR size AS JSON")
    found = json.loads(out)
    assert (found["values"], found["unopened"], found["formats"]) == (400, 3, {"snappy-raw": 400})
    assert found["plain_bytes"] == sum(len(document(n)) for n in range(400))
    assert found["stored_bytes"] == sum(len(cramjam.snappy.compress_raw(document(n))) for n in range(400))
    by_name = {trial["name"]: trial for trial in found["trials"]}
    assert {"zstd 1", "zstd 3 dict", "lz4", "cbor > snappy", "msgpack > zstd 3 dict"} <= set(by_name)
    zstd = by_name["zstd 1"]
    assert zstd["complete"]
    assert zstd["ratio"] == pytest.approx(found["plain_bytes"] / zstd["stored_bytes"], abs=1e-3)
    assert found["goal"] == "size"
    assert found["recommendation"] in by_name
    assert found["code"]["python"][-1].startswith("stored = ")


def test_the_report_plot_and_dictionary(advise, ext, known, tmp_path):
    plot, saved = tmp_path / "plot.svg", tmp_path / "it's.dict"
    literal = str(saved).replace("'", "''")
    out, err = advise(f"{known} (data) SAMPLE 300 TO '{plot}' SAVE DICTIONARY '{literal}'")
    assert out.splitlines()[0] == f"{known} (data)"
    assert "recommendation: " in out
    assert f"the plot is in {plot}" in err
    assert plot.read_bytes().startswith(b"<svg ")
    dictionary = saved.read_bytes()
    assert f"a dictionary of {len(dictionary):,} bytes is in {saved}" in err
    loaded = ext("-e", f"DICTIONARY LOAD '{literal}'; DICTIONARIES")
    assert loaded.code == 0, loaded.stderr
    names = {"plain": document(1), "dictionary": dictionary}
    exec("\n".join(_dictionary_code()), names)  # noqa: S102 - it is our own
    assert decode(names["stored"], dictionaries=Dictionaries([Dictionary(dictionary, "d")])).plain == document(1)


def _dictionary_code():
    from cqlsh_ext.advise.code import code_of
    from cqlsh_ext.advise.codecs import Codec
    from cqlsh_ext.advise.trial import Trial

    return code_of(Trial(Codec("zstd", 3), with_dictionary=True)).python


@pytest.mark.parametrize("clause", ["TO", "SAVE DICTIONARY"])
def test_no_file_is_written_over(advise, known, tmp_path, clause):
    path = tmp_path / "mine"
    path.write_text("precious")
    out, err = advise(f"{known} (data) {clause} '{path}'", code=2)
    assert (out, path.read_text()) == ("", "precious")
    assert err.strip().endswith(f"{path} is there already: name another file")


def test_text_is_tried_as_it_is(advise, known):
    out, _ = advise(f"{known} (note) FOR speed", "--format", "json")
    found = json.loads(out)
    assert (found["values"], found["formats"], found["recoded"]) == (400, {"": 400}, False)
    assert found["goal"] == "speed"


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("{known} (few)", "has too few values to try codecs on: 0 in the sample"),
        ("{known} (id)", "the column id is of type int: only blobs and text can be measured"),
        ("{known} (missing)", "has no column 'missing': it has id, data, few, note"),
        ("missing.table", "there is no table missing.table"),
        ("{known} FOR size", "FOR, TO and SAVE DICTIONARY are about a column: write it in brackets behind the table"),
        ("{known} (data) FOR beauty", "ADVISE takes a table and a column in brackets, then SAMPLE n"),
        ("{known} (data) SAMPLE 0", "the number of rows is one from 1 to 10,000,000"),
        ("{known} (data) TO ''", "'' is no name of a file"),
        ("{keyspace}.nothing", "has no rows to look at"),
        ("", "ADVISE takes a table"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(advise, known, keyspace, statement, complaint):
    out, err = advise(statement.format(known=known, keyspace=keyspace), code=2)
    assert (out, complaint in err, "Traceback" in err) == ("", True, False), err


def test_a_table_of_counters(advise, known, keyspace):
    found = json.loads(advise(f"{keyspace}.hits AS JSON")[0])
    assert known
    assert found["counters"]
    assert (found["asked_bytes"], found["today"]["chunk_kb"]) == (8, 64)
    assert found["today"]["decompressed_bytes"] == 64 * 1024 + 7
    assert [each["chunk_kb"] for each in found["lengths"]] == [4, 8, 16, 32, 64]
    assert found["statement"] == (
        f"ALTER TABLE {keyspace}.hits WITH compression = {{'class': 'ZstdCompressor', 'chunk_length_in_kb': '4',"
        " 'compression_level': '1'};"
    )


def test_the_statement_can_be_pasted(advise, session, known, keyspace):
    out, _ = advise(f"{keyspace}.hits")
    assert known
    statement = out.splitlines()[-1]
    session.execute(statement)
    query = "SELECT compression FROM system_schema.tables WHERE keyspace_name = %s AND table_name = 'hits'"
    options = session.execute(query, [keyspace]).one().compression
    assert (options["chunk_length_in_kb"], options["compression_level"]) == ("4", "1")
    assert advise(f"{keyspace}.hits AS JSON")[0].count('"statement": null') == 1


def test_the_statement_for_a_view_can_be_pasted_too(advise, session, known, keyspace):
    session.execute(
        f"CREATE MATERIALIZED VIEW by_note AS SELECT * FROM {known} WHERE note IS NOT NULL AND id IS NOT NULL"
        " PRIMARY KEY (note, id) WITH compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 64}"
    )
    end = time.monotonic() + SECONDS_TO_BUILD
    while not session.execute("SELECT id FROM by_note LIMIT 1").one():
        assert time.monotonic() < end
        time.sleep(0.1)
    statement = advise(f"{keyspace}.by_note")[0].splitlines()[-1]
    assert statement.startswith(f"ALTER MATERIALIZED VIEW {keyspace}.by_note WITH compression = ")
    session.execute(statement)
