"""RATIO's report on 80 columns: figures, bars, wide characters, nothing that acts on a terminal."""

import gzip
import json
from dataclasses import replace
from decimal import Decimal
from importlib.resources import files

import jsonschema
import pytest
import wcwidth

from cqlsh_ext.decoding import decode
from cqlsh_ext.keyspaces.row_size import Column, Role, Table
from cqlsh_ext.ratio.clusters import Draw
from cqlsh_ext.ratio.conclude import figures_of
from cqlsh_ext.ratio.figures import Extent, Reading
from cqlsh_ext.ratio.settings import Measuring
from cqlsh_ext.ratio.survey import Layout, Survey, Wanted
from cqlsh_ext.ratio.warnings import warnings
from cqlsh_ext.render.bars import bar
from cqlsh_ext.render.ratio import report
from cqlsh_ext.render.ratio_json import ratio_json

SCHEMA = json.loads(files("cqlsh_ext.render").joinpath("ratio.schema.json").read_text())
SMALL, LARGE = b'{"a": "b"}' * 50, b'{"a": "b"}' * 5000
TABLE = Table({"id": Column("int", Role.PARTITION), "data": Column("blob", Role.REGULAR)})


def found(values, extent=Extent.FULL, draw=None, name="data", told=None):
    table = Table({"id": TABLE.columns["id"], name: TABLE.columns["data"]})
    survey = Survey(Layout(("id", name), table, lambda row, _: f"ks.t WHERE id = {row[0]}"),
                    [Wanted(1, name, "blob", lambda _: (), decode)])  # fmt: skip
    for number, value in enumerate(values):
        survey.add([(number, value)])
        survey.counts.close_cluster(number)
    ratio = figures_of(survey, Reading("ks.t", extent, 2.0, draw), told or Measuring())
    return replace(ratio, warnings=[line for each in ratio.columns for line in warnings(each, {})])


def lines(*arguments, **options):
    return list(report(found(*arguments, **options), lambda _, text: text))


def test_the_figures_of_a_column():
    values = [gzip.compress(SMALL, mtime=0)] * 3 + [gzip.compress(LARGE, mtime=0), None, gzip.compress(SMALL)[:-1]]
    drawn = lines(values)
    stored, plain = sum(map(len, values[:4])), 3 * len(SMALL) + len(LARGE)
    assert drawn[:2] == ["ks.t", "  6 rows, all of them, in 2.0 s"]
    assert "  values      5, 1 null, 4 compressed, 0 plain, 1 damaged" in drawn
    assert "    damaged: ks.t WHERE id = 5" in drawn
    assert f"  stored      {stored:,} bytes" in drawn
    assert f"  plain       {plain:,} bytes" in drawn
    assert f"  ratio       {plain / stored:.2f}x ({100 * (1 - stored / plain):.1f} % saved)" in drawn
    assert f"  {'to 1 KB':<12}{3:>12} {'██████████▌':<14} {4:>12} {'█' * 14}" in drawn
    assert f"  {'20-67 KB':<12}{1:>12} {'███▌':<14} {0:>12}" in drawn
    assert max(wcwidth.wcswidth(line) for line in drawn) <= 80


def test_the_only_format_needs_no_part_of_its_own():
    drawn = lines([gzip.compress(SMALL)])
    assert "  format      gzip" in drawn
    assert sum(line.startswith("  stored") for line in drawn) == 1


def test_a_sample_comes_with_intervals():
    values = [gzip.compress(SMALL * (1 + number % 3)) for number in range(20)]
    drawn = lines(values, extent=Extent.SAMPLE, draw=Draw(20, 5000, complete=True))
    assert drawn[1].startswith("  about 5,000 rows (")
    assert any(line.endswith(" % saved)") and " to " in line for line in drawn)
    assert max(map(len, drawn)) <= 80


def test_a_sample_of_one_range_has_no_intervals():
    drawn = lines([gzip.compress(SMALL)], extent=Extent.SAMPLE, draw=Draw(1, 5, complete=True))
    assert drawn[1].startswith("  about 5 rows, estimated from a sample of 1, ")
    assert "              no interval: too little was drawn" in drawn


def test_no_rows():
    assert lines([]) == ["ks.t", "  no rows"]


def test_one_row():
    assert lines([None])[1] == "  1 row, all of them, in 2.0 s"


def test_money():
    told = Measuring(price_gb=Decimal("0.30"), price_write_units=Decimal(1000), monthly_writes=1_000_000)
    drawn = lines([gzip.compress(LARGE)], told=told)
    assert f"  {'writes a month':<20}{'1,000.00':>24}{'49,000.00':>24}" in drawn


@pytest.mark.parametrize("name", ["資料" * 20, "\x1b[31mred", "e\u0301" * 30, "\u202edata"])
def test_names_are_safe_and_stay_in_the_columns(name):
    drawn = lines([gzip.compress(b"small"), gzip.compress(LARGE)], name=name)
    assert any("larger compressed than plain" in line for line in "".join(drawn).split("\n"))
    assert all("\x1b" not in line and "\u202e" not in line for line in drawn)
    assert "\n" not in "".join(drawn)
    warned = drawn[drawn.index("warnings") :]
    assert all(wcwidth.wcswidth(line) <= 80 or " " not in line.strip() for line in warned)


def checked(text):
    told = json.loads(text)
    jsonschema.Draft202012Validator(SCHEMA).validate(told)
    return told


def test_json_has_the_same_figures():
    values = [gzip.compress(SMALL, mtime=0), None, gzip.compress(SMALL)[:-1]]
    told = checked(ratio_json(found(values)))
    [column] = told["columns"]
    assert told["extent"] == "full"
    assert (column["values"], column["nulls"], column["decoded"], column["damaged"]) == (2, 1, 1, 1)
    assert column["unopened"] == [{"status": "damaged", "place": "ks.t WHERE id = 2"}]
    assert (column["stored_bytes"], column["plain_bytes"]) == (len(values[0]), len(SMALL))
    assert column["ratio"] == pytest.approx(len(SMALL) / len(values[0]))
    assert column["ratio_interval"] is None
    assert [chain["chain"] for chain in column["chains"]] == [["gzip"], ["gzip"]]
    assert told["table_rows"]["stored"]["rows"] == 3


def test_json_of_a_sample_has_intervals():
    values = [gzip.compress(SMALL * (1 + number % 3)) for number in range(20)]
    told = checked(ratio_json(found(values, extent=Extent.SAMPLE, draw=Draw(20, 5000, complete=True))))
    low, high = told["columns"][0]["ratio_interval"]
    assert low < told["columns"][0]["ratio"] < high
    assert told["rows_interval"] == [5000, 5000]


def test_json_of_one_range_of_several_has_open_intervals():
    told = checked(ratio_json(found([gzip.compress(SMALL)], extent=Extent.SAMPLE, draw=Draw(1, 5, complete=True))))
    assert told["columns"][0]["ratio_interval"] == [0, None]


def test_json_with_money():
    told = Measuring(price_gb=Decimal("0.30"), price_read_units=Decimal(1), monthly_reads=1000)
    [line] = [ratio_json(found([gzip.compress(LARGE)], told=told))]
    assert set(checked(line)["table_rows"]["stored"]["monthly"]) == {"reads", "storage"}


def test_json_of_an_empty_table():
    told = checked(ratio_json(found([], extent=Extent.SAMPLE, draw=Draw(1, 5, complete=True))))
    assert told["rows_read"] == 0
    assert told["columns"][0]["ratio"] is None


@pytest.mark.parametrize(("value", "drawn"), [(0, ""), (1, "▏"), (50, "█████"), (55, "█████▌"), (100, "██████████")])
def test_bars(value, drawn):
    assert bar(value, 100, 10) == drawn
