"""The measurement of "Compress and conquer with Amazon Keyspaces", made again with one command."""

import bisect
import json
import re

import cramjam
import pytest
from cassandra.concurrent import execute_concurrent_with_args
from integration.article import BANDS, KB, documents

TOTAL = 11_876
BOUNDS = [high * KB for _, high, _ in BANDS]


@pytest.fixture(scope="module")
def plain():
    return documents()


@pytest.fixture(scope="module")
def stored(plain):
    return [bytes(cramjam.snappy.compress_raw(document)) for document in plain]


@pytest.fixture(scope="module")
def table(keyspace, session, stored):
    session.execute("CREATE TABLE documents (id int PRIMARY KEY, data blob)")
    insert = session.prepare("INSERT INTO documents (id, data) VALUES (?, ?)")
    execute_concurrent_with_args(session, insert, enumerate(stored))
    return f"{keyspace}.documents"


def by_band(values):
    counts = [0] * (len(BOUNDS) + 1)
    for value in values:
        counts[bisect.bisect_left(BOUNDS, len(value))] += 1
    return counts


def test_the_documents_are_those_of_the_article(plain):
    assert len(plain) == TOTAL
    assert by_band(plain) == [937, 10_168, 527, 244, 0]
    assert all(isinstance(json.loads(document), dict) for document in plain)


def test_all_of_them(ext, table, plain, stored):
    done = ext("-e", f"RATIO {table} FULL AS JSON")
    [column] = json.loads(done.stdout)["columns"]
    before, after = sum(map(len, plain)), sum(map(len, stored))
    assert (column["decoded"], column["plain_bytes"], column["stored_bytes"]) == (TOTAL, before, after)
    assert column["before"] == by_band(plain)
    assert column["after"] == by_band(stored)
    assert column["ratio"] == pytest.approx(before / after, abs=1e-6)
    assert column["saving"] == pytest.approx(1 - after / before, abs=1e-6)
    assert [chain["chain"] for chain in column["chains"]] == [["snappy-raw"]]


def test_the_table_as_a_person_sees_it(ext, table, plain, stored):
    lines = ext("-e", f"RATIO {table} FULL").stdout.decode().splitlines()
    before, after = sum(map(len, plain)), sum(map(len, stored))
    assert f"  ratio       {before / after:.2f}x ({100 * (1 - after / before):.1f} % saved)" in lines
    names = ("to 1 KB", "1-4 KB", "4-20 KB", "20-67 KB", "over 67 KB")
    drawn = {}
    for line in lines:
        if line.strip().startswith(names):
            name, *counts = re.split(r"  +", line.strip())
            drawn[name] = [int(count.split()[0].replace(",", "")) for count in counts if count[0].isdigit()]
    assert drawn == {name: list(pair) for name, *pair in zip(names, by_band(plain), by_band(stored), strict=True)}


def test_a_sample_comes_close(ext, table, plain, stored):
    found = json.loads(ext("-e", f"RATIO {table} AS JSON", "--sample-seed", "1").stdout)
    low, high = found["columns"][0]["ratio_interval"]
    assert low <= sum(map(len, plain)) / sum(map(len, stored)) <= high
    assert high - low < 0.4
