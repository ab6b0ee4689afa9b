"""ADVISE's report on a table on 80 columns, and its JSON."""

import json
import random

import pytest
import wcwidth

from cqlsh_ext.advise.chunks import Contents, Sizes
from cqlsh_ext.advise.table_advice import advise_table
from cqlsh_ext.render.advise_table import table_json, table_report

LZ4 = {"class": "org.apache.cassandra.io.compress.LZ4Compressor", "chunk_length_in_kb": "64"}
TEXT = random.Random(3).randbytes(300_000)


def advice(compression=LZ4, row=200.0, data=float(1 << 40), *, has_counters=False, facts=None):
    contents = Contents(Sizes(row, row), Sizes(row, row * 2), Sizes(row, row), data, TEXT, has_counters)
    return advise_table("ks.t", "TABLE ks.t", compression, contents, facts or {})


def lines(*arguments, **options):
    return list(table_report(advice(*arguments, **options), lambda _, text: text))


def test_the_report_fits():
    drawn = lines(facts={"on disk": "1,234 MiB on this node"})
    assert max(map(wcwidth.wcswidth, drawn[:-1])) <= 80
    assert drawn[-1] == ("ALTER TABLE ks.t WITH compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': '4'};")
    today = next(line.split() for line in drawn if line.startswith("  64 KB today"))
    assert today[4:6] == ["65,735", "328.7"]
    assert today[-2:] == ["128", "MB"]
    assert "  on disk: 1,234 MiB on this node" in drawn


def test_counters_are_called_out():
    drawn = lines(has_counters=True)
    assert "  one read of a counter asks for 8 bytes, and takes by the length of chunks:" in drawn
    assert any(line.startswith("  counters: a read needs 8 bytes") for line in drawn)


@pytest.mark.parametrize(("compression", "row"), [({"class": "Odd\x1b[2JClass"}, 1e9), ({}, 1e-9), (LZ4, 1e12)])
def test_extremes_and_escapes(compression, row):
    drawn = lines(compression, row, 1e18)
    assert all(line.isprintable() for line in drawn)


def test_json_has_the_same():
    found = json.loads(table_json(advice()))
    assert (found["today"]["chunk_kb"], found["today"]["decompressed_bytes"]) == (64, 65_735)
    assert found["today"]["offset_bytes"] == (1 << 40) // (64 * 1024) * 8
    assert found["statement"] == lines()[-1]
