"""RATIO on a real server: which rows it reads, and figures that are counted independently."""

import gzip
import json
import random
import re
import signal
import time
import zlib
from itertools import pairwise

import lz4.block
import pytest
from cassandra.concurrent import execute_concurrent_with_args
from integration.memory import run_measured
from integration.programs import EXT

from cqlsh_ext.keyspaces.row_size import ROW_METADATA

DOCUMENT = '{{"id": {0}, "site": "Rotterdam", "readings": [{1}]}}'
STATUSES = ("decoded", "plain", "damaged", "over_limit", "unsupported")


def document(number):
    return DOCUMENT.format(number, ", ".join(str(each * number) for each in range(1 + number % 300))).encode()


def stored(number):
    """Return what is stored for a number: three formats, plain bytes, damaged ones, and nothing."""
    kinds = (
        lambda plain: gzip.compress(plain, mtime=0),
        zlib.compress,
        lz4.block.compress,
        lambda _: random.Random(number).randbytes(40),
        lambda plain: gzip.compress(plain, mtime=0)[:-4] + bytes(4),
        lambda _: None,
    )
    return kinds[number % len(kinds)](document(number))


@pytest.fixture(scope="module")
def known(keyspace, session):
    """Return the name of a table of 1,200 rows in 40 partitions, whose every value is known."""
    session.execute("CREATE TABLE known (p int, c int, data blob, note text, shared blob static, PRIMARY KEY (p, c))")
    insert = session.prepare("INSERT INTO known (p, c, data, note, shared) VALUES (?, ?, ?, ?, ?)")
    rows = [(n % 40, n, stored(n), f"note {n}", zlib.compress(document(n % 40))) for n in range(1200)]
    execute_concurrent_with_args(session, insert, rows)
    return f"{keyspace}.known"


@pytest.fixture
def ratio(ext):
    """Run one RATIO; return its lines and what was noted beside them."""

    def run(statement, *arguments, code=0):
        done = ext("-e", f"RATIO {statement}", *arguments)
        assert done.code == code, done.stderr
        return done.stdout.decode().splitlines(), done.stderr.decode()

    return run


@pytest.fixture
def told(ratio):
    """Run one RATIO ... AS JSON; return its object."""

    def run(statement, *arguments):
        lines, _ = ratio(f"{statement} AS JSON", *arguments)
        return json.loads("".join(lines))

    return run


def counts(column):
    return {status: column[status] for status in STATUSES if column[status]} | {"nulls": column["nulls"]}


def test_figures_of_all_rows_are_exact(told, known):
    found = told(f"{known} FULL")
    assert (found["extent"], found["rows_read"], found["rows"]) == ("full", 1200, 1200)
    data, shared = found["columns"]
    values = [stored(n) for n in range(1200)]
    assert counts(data) == {"decoded": 600, "plain": 200, "damaged": 200, "nulls": 200}
    opened = [n for n in range(1200) if n % 6 < 4]
    sizes = sorted(len(values[n]) for n in opened)
    plain = sorted(len(document(n)) if n % 6 < 3 else 40 for n in opened)
    assert data["stored_bytes"] == sum(sizes)
    assert data["plain_bytes"] == sum(plain)
    assert data["ratio"] == pytest.approx(sum(plain) / sum(sizes), abs=1e-6)
    for ordered, percentiles in ((sizes, data["stored_sizes"]), (plain, data["plain_sizes"])):
        ranks = [ordered[-(-len(ordered) * percent // 100) - 1] for percent in (50, 95, 99)]
        assert percentiles == dict(zip(("p50", "p95", "p99"), ranks, strict=True), max=ordered[-1], exact=True)
    edges = [-1, 1024, 4096, 20_480, 68_608, 1 << 40]
    assert data["before"] == [sum(low < size <= high for size in plain) for low, high in pairwise(edges)]
    assert data["grown"] == sum(len(document(n)) < len(values[n]) for n in opened if n % 6 < 3)
    assert {tuple(chain["chain"]): chain["values"] for chain in data["chains"]} == {
        ("gzip",): 200, ("zlib",): 200, ("lz4-le32",): 200, (): 200,
    }  # fmt: skip
    assert counts(shared) == {"decoded": 40, "nulls": 0}


def test_rows_are_measured_by_the_rules_of_keyspaces(told, known):
    rows = told(f"{known} FULL")["table_rows"]
    sizes, plain = [], []
    for n in range(1200):
        digits = [len(str(key).strip("0")) for key in (n % 40, n)]
        p, c = [-(-each // 2) + 1 for each in digits]
        rest = 2 * p + 3 + 1 + 2 * c + -(-c // 5) + 1 + len(f"note {n}") + 1
        value = stored(n)
        sizes.append(rest + (1 if value is None else len(value)) + 1)
        plain.append(sizes[-1] + (len(document(n)) - len(value) if n % 6 < 3 else 0))
    for told_rows, expected in ((rows["stored"], sizes), (rows["uncompressed"], plain)):
        assert told_rows["bytes"] == sum(expected)
        assert told_rows["storage_bytes"] == sum(expected) + ROW_METADATA * 1200
        assert told_rows["sizes"]["max"] == max(expected)
        assert told_rows["write_units"] == sum(-(-size // 1024) for size in expected)
        assert told_rows["read_units"] == sum(-(-size // 4096) for size in expected)


def test_a_sample_of_a_small_table_is_all_of_it_or_estimates_it(told, known):
    found = told(f"{known} SAMPLE 200")
    assert found["extent"] == "sample"
    assert 80 <= found["rows_read"] <= 400
    low, high = found["rows_interval"]
    assert low <= 1200 <= high


def test_columns_conditions_and_limits(told, known):
    assert told(f"{known} (data) LIMIT 7")["rows_read"] == 7
    assert [column["name"] for column in told(f'{known} ("note", data) LIMIT 7')["columns"]] == ["data", "note"]
    one = told(f"{known} (note) WHERE p = 3 FULL")
    assert one["rows_read"] == 30
    assert counts(one["columns"][0]) == {"plain": 30, "nulls": 0}
    assert told(f"{known} WHERE p = 3")["extent"] == "full"
    filtered = told(f"{known} WHERE note = ' FULL' ALLOW FILTERING FULL")
    assert filtered["rows_read"] == 0
    assert told(f"{known} WHERE c < 100 ALLOW FILTERING FULL")["rows_read"] == 100
    assert told(f"{known} WHERE c < 100 ALLOW FILTERING LIMIT 9")["rows_read"] == 9


def test_a_select(told, known):
    found = told(f"SELECT p, c, data FROM {known} LIMIT 50")
    assert (found["extent"], found["rows_read"], found["table_rows"]) == ("select", 50, None)
    assert [column["name"] for column in found["columns"]] == ["data"]
    assert told(f"SELECT * FROM {known} WHERE p = 5")["table_rows"]["stored"]["rows"] == 30


def test_tables_without_tokens_to_go_by(ratio):
    lines, notes = ratio("system_views.settings (value)")
    assert "rows, the first ones" in lines[1]
    assert notes.startswith("the first 1,000 rows, as the partitioner")
    assert "rows, all of them" in ratio("system_views.settings (value) FULL")[0][1]


def test_places_of_damaged_values_can_be_pasted(told, known, session):
    unopened = told(f"{known} FULL")["columns"][0]["unopened"]
    assert len(unopened) == 3
    for each in unopened:
        [row] = session.execute(f"SELECT c FROM {each['place']}")
        assert row.c % 6 == 4


def test_codecs_in_force_hold(told, keyspace, session):
    session.execute("CREATE TABLE texts (id int PRIMARY KEY, body text, data blob)")
    import base64

    body = base64.b64encode(gzip.compress(document(250))).decode()
    session.execute("INSERT INTO texts (id, body, data) VALUES (1, %s, %s)", (body, zlib.compress(document(9))))
    assert [column["name"] for column in told(f"{keyspace}.texts FULL")["columns"]] == ["data"]
    assert counts(told(f"{keyspace}.texts FULL", "-d", "off")["columns"][0]) == {"plain": 1, "nulls": 0}
    assert counts(told(f"{keyspace}.texts (body) FULL")["columns"][0]) == {"plain": 1, "nulls": 0}


def test_blobs_in_collections_and_types(told, keyspace, session):
    session.execute("CREATE TYPE part (name text, data blob)")
    session.execute("CREATE TABLE nested (id int PRIMARY KEY, m map<text, frozen<part>>, l list<blob>, n int)")
    blob = gzip.compress(document(7))
    session.execute(
        "INSERT INTO nested (id, m, l) VALUES (1, {'a': {name: 'x', data: %s}}, [%s, %s])", (blob, blob, blob)
    )
    found = told(f"{keyspace}.nested FULL")
    assert {column["name"]: column["values"] for column in found["columns"]} == {"l": 2, "m": 1}


def test_money(ratio, known):
    lines, _ = ratio(
        f"{known} FULL", "--price-gb", "0.25", "--price-write-units", "1.25", "--monthly-writes", "9000000"
    )
    assert [re.split(r"  +", line.strip())[0] for line in lines if "a month" in line] == [
        "writes a month",
        "storage a month",
    ]


def test_bands_can_be_set(told, known):
    found = told(f"{known} FULL", "--bands", "2,64")
    assert found["bands_kb"] == [2, 64]
    assert len(found["columns"][0]["before"]) == 3


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("", "RATIO takes a table"),
        ("known FULL LIMIT 3", "RATIO takes a table"),
        ("nowhere.known", "there is no table nowhere.known"),
        ("{known} (nothing)", "has no column 'nothing': it has p, c,"),
        ("{known} (p)", "the column p is of type int: only blobs and text can be measured"),
        ("{known} SAMPLE 0", "the number of rows is one from 1 to 10,000,000"),
        ("{known} WHERE p = 1 SAMPLE 5", "rows cannot be drawn at random, as WHERE names partitions"),
        ("{known} WHERE note = 'x'", "use ALLOW FILTERING"),
        ("{known} WHERE", "RATIO takes a table"),
        ("SELECT p FROM {known}", "the SELECT gives no column that holds blobs"),
        ("SELECT nothing FROM {known}", "InvalidRequest"),
    ],
)
def test_misuse_is_told_in_a_sentence(ratio, known, statement, sentence):
    lines, notes = ratio(statement.format(known=known), code=2)
    assert lines == []
    assert sentence in notes
    assert "Traceback" not in notes


def test_the_report_fits_and_has_no_colors_in_a_pipe(ratio, known):
    lines, notes = ratio(f"{known} FULL")
    assert notes == ""
    assert lines[:2] == [known, lines[1]]
    assert lines[1].startswith("  1,200 rows, all of them, in ")
    assert all(len(line) <= 80 for line in lines if "damaged:" not in line)
    assert "\x1b" not in "".join(lines)


def test_json_layouts_give_json(ratio, known):
    lines, _ = ratio(f"{known} LIMIT 3", "--format", "jsonl")
    assert json.loads("".join(lines))["rows_read"] == 3


def test_completion(programs, known):
    with programs.terminal(EXT, "--pager", "off") as terminal:
        terminal.until("cqlsh> ")
        terminal.type(f"RATIO {known} SAM\t", "SAMPLE ")
        terminal.type("5;\r", "estimated from", "all of them")
        terminal.until("cqlsh> ")
        terminal.type("HELP RATIO\r", "Each may end in AS JSON")


@pytest.fixture(scope="module")
def large(keyspace, session):
    """Return the name of a table that takes a while to read."""
    session.execute("CREATE TABLE large (id int PRIMARY KEY, data blob)")
    insert = session.prepare("INSERT INTO large (id, data) VALUES (?, ?)")
    blob = zlib.compress(random.Random(1).randbytes(1500) + document(299) * 4)
    execute_concurrent_with_args(session, insert, [(n, blob) for n in range(20_000)], concurrency=50)
    return f"{keyspace}.large"


def test_all_rows_take_little_memory(server, large, tmp_path):
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    done, peak = run_measured(
        tmp_path, *server, "-e", f"RATIO {large} FULL AS JSON", env=environment, capture_output=True
    )
    assert json.loads(done.stdout)["rows_read"] == 20_000
    assert peak < 100 * 1024


def test_ctrl_c_shows_the_figures_so_far(programs, large):
    with programs.terminal(EXT, "--pager", "off") as terminal:
        terminal.until("cqlsh> ")
        terminal.type(f"RATIO {large} FULL;\r", " rows [", "rows/s")
        pressed = time.monotonic()
        terminal.child.kill(signal.SIGINT)
        terminal.until("interrupted: these are the figures of the rows that were read")
        terminal.until("rows, those up to the interruption")
        assert time.monotonic() - pressed < 1
        terminal.until("cqlsh> ")
        terminal.type("SELECT release_version FROM system.local;\r", "release_version")


@pytest.mark.parametrize("request_text", ["SELECT id, data FROM {} LIMIT 15000", "{} LIMIT 15000"])
def test_a_bar_knows_the_limit(programs, large, request_text):
    with programs.terminal(EXT, "-e", f"RATIO {request_text.format(large)}") as terminal:
        assert terminal.end() == 0
    assert re.search(rb"\r *\d+%\|\S+ *\| \d+/15000 \[\d\d:\d\d<\d\d:\d\d, +[\d.]+ rows/s\]", terminal.written)
