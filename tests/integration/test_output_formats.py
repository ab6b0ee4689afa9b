"""Every output format over every type of CQL and every awkward value: compared as bytes, and read back."""

import csv
import io
import json
import operator
import os
import re
import struct
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from uuid import UUID

import pytest
from cassandra.util import Duration, OrderedMapSerializedKey

GOLDEN = Path(__file__).with_name("golden")
ALL = "SELECT * FROM every_type; SELECT * FROM compressed; SELECT * FROM counts; SELECT * FROM huge"
WRITE = "CQLSH_EXT_WRITE_GOLDEN"
"""Where this variable is set, golden files are written anew, and the tests fail for that."""


@pytest.fixture(scope="module")
def every_type(keyspace, server, tmp_path_factory):
    from integration.programs import Programs

    done = Programs(server, tmp_path_factory.mktemp("home")).stock("-k", keyspace, "-f", GOLDEN / "every_type.cql")
    assert (done.code, done.stderr) == (0, b"")
    return keyspace


@pytest.fixture
def run(ext, every_type):
    """Run statements; return what went to standard output."""

    def run(statements, *arguments):
        done = ext("-k", every_type, "-e", statements, *arguments, env={"TZ": "UTC"})
        assert done.code == 0
        return done.stdout

    return run


@pytest.fixture
def objects(run):
    """Run one SELECT; return its rows as the objects of `--format jsonl`."""
    return lambda statement, *options: [
        json.loads(line) for line in run(statement, "--format", "jsonl", *options).splitlines()
    ]


@pytest.fixture
def stored(session, every_type):
    """Return the rows of a table as the driver gives them, blobs as they are."""
    session.set_keyspace(every_type)
    return lambda statement: list(session.execute(statement))


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("table", ()),
        ("vertical", ("--format", "vertical")),
        ("json", ("--format", "json")),
        ("jsonl", ("--format", "jsonl")),
        ("jsonl_with_codec", ("--format", "jsonl", "--with-codec")),
        ("csv", ("--format", "csv")),
        ("markdown", ("--format", "markdown")),
    ],
)
def test_golden(run, name, arguments):
    written = run(ALL, *arguments)
    file = GOLDEN / f"{name}.txt"
    if WRITE in os.environ:
        file.write_bytes(written)
        pytest.fail(f"{file.name} is written: read what changed in it")
    assert written == file.read_bytes()


def test_vertical_is_what_expand_draws(run):
    expanded = run(f"EXPAND ON; {ALL}")
    assert expanded.partition(b"\n")[2] == run(ALL, "--format", "vertical")


def test_json_and_json_lines_say_the_same(run):
    arrays = run(ALL, "--format", "json").decode()
    decoder = json.JSONDecoder()
    rows = []
    while arrays:
        array, end = decoder.raw_decode(arrays)
        rows += array
        arrays = arrays[end:].lstrip("\n")
    assert rows == [json.loads(line) for line in run(ALL, "--format", "jsonl").splitlines()]
    assert run("SELECT * FROM compressed WHERE p = 2", "--format", "json") == b"[]\n"


def alike(read, stored):
    """Tell whether a value of JSON is what the driver gives for the stored one."""
    return ALIKE.get(type(stored), alike_inside)(read, stored)


def alike_inside(read, stored):
    inside = stored.values() if isinstance(stored, OrderedMapSerializedKey) else stored
    inside_read = read.values() if isinstance(read, dict) else read
    return all(alike(each_read, each) for each_read, each in zip(inside_read, inside, strict=True))


def as_float(value):
    """Round to 32 bits."""
    return struct.unpack(">f", struct.pack(">f", value))[0]


UNITS = re.compile(r"(\d+)(mo|ms|us|ns|[ydhms])")
IN_MONTHS = {"y": 12, "mo": 1}
IN_NANOSECONDS = {"h": 3_600_000_000_000, "m": 60_000_000_000, "s": 1_000_000_000, "ms": 1_000_000, "us": 1000, "ns": 1}


def read_duration(text):
    """Return months, days and nanoseconds of a duration as CQL writes it."""
    sign = -1 if text.startswith("-") else 1
    parts = [(sign * int(number), unit) for number, unit in UNITS.findall(text)]
    assert "".join(f"{abs(number)}{unit}" for number, unit in parts) == text.removeprefix("-")
    return tuple(
        sum(number * units[unit] for number, unit in parts if unit in units)
        for units in (IN_MONTHS, {"d": 1}, IN_NANOSECONDS)
    )


ALIKE = {
    **dict.fromkeys((type(None), bool, str), operator.eq),
    int: lambda read, stored: int(str(read), 0) == stored,
    float: lambda read, stored: repr(float(read)) == repr(stored) or as_float(float(read)) == stored,
    Decimal: lambda read, stored: Decimal(read).as_tuple() == stored.as_tuple(),
    bytes: lambda read, stored: bytes.fromhex(read.removeprefix("0x")) == stored,
    UUID: lambda read, stored: UUID(read) == stored,
    Duration: lambda read, stored: read_duration(read) == (stored.months, stored.days, stored.nanoseconds),
    datetime: lambda read, stored: datetime.fromisoformat(read.removesuffix("Z")) == stored,
}
SIMPLE = "a, b, bl, bo, de, dbl, du, f, i, n, s, t, tn, tu, u, v, vi"
CONTAINERS = 'l, st, m, mi, mb, lb, tp, nested, ud, fu, vf, vt, vb, vl, ld, lv, lt, "Odd, ""name""|<b>", static_text'
SELECTS = (
    f"SELECT id, {SIMPLE} FROM every_type",
    f"SELECT id, {CONTAINERS} FROM every_type",
    "SELECT * FROM counts",
    "SELECT * FROM huge",
)


@pytest.mark.parametrize("select", SELECTS)
def test_json_gives_the_values_back(objects, stored, select):
    rows = objects(select, "-d", "off")
    for row, values in zip(rows, stored(select), strict=True):
        for (name, read), value in zip(row.items(), values, strict=True):
            assert alike(read, value) or (read == "" and value is None), (row["id"], name)


@pytest.fixture
def csv_rows(run):
    """Run one SELECT; return header and rows of `--format csv`."""

    def read(select):
        text = run(select, "--format", "csv", "-d", "off").decode()
        header, *rows = csv.reader(io.StringIO(text, newline=""))
        return header, rows

    return read


WITHOUT_NUL = "p = 1 AND id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16)"
"""A NUL in a text, as in row 11, Python 3.10 does not read."""


@pytest.mark.parametrize("select", [f"SELECT id, {SIMPLE} FROM every_type WHERE {WITHOUT_NUL}", *SELECTS[2:]])
def test_csv_gives_the_values_back(csv_rows, stored, select):
    header, rows = csv_rows(select)
    for row, values in zip(rows, stored(select), strict=True):
        for name, read, value in zip(header, row, values, strict=True):
            given_back = {"true": True, "false": False}.get(read, read) if isinstance(value, bool) else read
            assert (read == "") if value is None else alike(given_back, value), (row[0], name)


def test_csv_holds_what_json_holds(csv_rows, objects):
    select = f"SELECT * FROM every_type WHERE {WITHOUT_NUL}"
    header, rows = csv_rows(select)
    for row, expected in zip(rows, objects(select, "-d", "off"), strict=True):
        assert header == list(expected)
        for (name, value), read in zip(expected.items(), row, strict=True):
            if isinstance(value, dict | list):
                assert json.loads(read) == value, name
            else:
                assert read == ("" if value is None else value if isinstance(value, str) else json.dumps(value)), name


def test_csv_tells_null_from_empty(run):
    select = "SELECT t FROM every_type WHERE p = 1 AND id IN (2, 7, 10)"
    assert run(select, "--format", "csv") == b't\n""\n""\n   spaces   \n'
    assert run(select.replace("t FROM", "t, id FROM"), "--format", "csv") == b't,id\n"",2\n,7\n   spaces   ,10\n'


def test_json_goes_back_into_cassandra(objects, session, every_type):
    """What Cassandra's own INSERT JSON takes: all but empty values, and years beyond four digits."""
    session.execute("DROP TABLE IF EXISTS copied")
    columns = ", ".join(f"{row.column_name} {row.type}" for row in session.execute(
        "SELECT column_name, type FROM system_schema.columns WHERE keyspace_name = %s AND table_name = 'every_type'",
        [every_type],
    ) if row.column_name.isidentifier() and row.column_name != "static_text")  # fmt: skip
    session.execute(f"CREATE TABLE copied ({columns}, PRIMARY KEY (p, id))")
    rows = objects("SELECT * FROM every_type", "-d", "off")
    for row in rows[:11]:
        kept = {name: value for name, value in row.items() if name.isidentifier() and name != "static_text"}
        session.execute("INSERT INTO copied JSON %s", [json.dumps(kept)])
        row.clear()
        row.update(kept)
    assert objects("SELECT * FROM copied", "-d", "off") == rows[:11]


@pytest.mark.parametrize(
    ("column", "as_blob", "pack"),
    [("ts", "timestampAsBlob", ">q"), ("d", "dateAsBlob", ">I"), ("ti", "timeAsBlob", ">q")],
)
def test_moments_are_exact(objects, column, as_blob, pack):
    from cqlsh_ext.output.moments import date_text, time_text, timestamp_text

    write = {"ts": timestamp_text, "d": lambda days: date_text(days - 2**31), "ti": time_text}[column]
    rows = objects(f"SELECT {column}, {as_blob}({column}) AS stored FROM every_type", "-d", "off")
    found = [row for row in rows if row[column]]
    assert len(found) >= 3
    for row in found:
        (value,) = struct.unpack(pack, bytes.fromhex(row["stored"][2:]))
        assert row[column] == write(value)
