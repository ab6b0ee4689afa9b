"""ADVISE's report on 80 columns, its plot on a terminal and as SVG, and its JSON."""

import json
from xml.etree import ElementTree as ET

import pytest
import wcwidth

from cqlsh_ext.advise.advice import Wanted, advise
from cqlsh_ext.advise.codecs import Codec
from cqlsh_ext.advise.figures import Figures, Times
from cqlsh_ext.advise.recommend import Goal
from cqlsh_ext.advise.sample import Sample
from cqlsh_ext.advise.trial import Trial
from cqlsh_ext.render.advise import report
from cqlsh_ext.render.advise_json import advice_json
from cqlsh_ext.render.plot import plot
from cqlsh_ext.render.plot_svg import plot_svg

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = 'ks."</text><script>alert(1)</script>\x1b[2J\u202e" (data)'


def tree(drawn):
    return ET.fromstring(drawn)  # noqa: S314 - it is our own


def sample(values):
    found = Sample()
    for value in values:
        found.add(value, len(value), 10, ())
    return found


@pytest.fixture(scope="module")
def advice():
    values = [b'{"id": %d, "site": "Rotterdam", "kind": "pump", "alarms": []}' % number for number in range(300)]
    told = []
    found = advise(HOSTILE, sample(values), Wanted(Goal.BALANCE, 8, 1), told.append)
    assert told == ["trying 285 ways on 300 values, for 8 s at most"]
    return found


def figures(name, ratio, speed, **options):
    times = Times(0.1, 12.5)
    return Figures(Trial(Codec(name, 1), **options), 9, True, 100 / ratio, ratio, speed, speed, times, times, 1, 4)


def test_the_report_fits_and_nothing_in_it_acts_on_a_terminal(advice):
    lines = list(report(advice, lambda _, text: text))
    recommended = next(at for at, line in enumerate(lines) if line.startswith("recommendation: "))
    code = next(at for at, line in enumerate(lines) if line.startswith("  Python"))
    assert [line for line in lines[1:code] if wcwidth.wcswidth(line) > 80] == []
    assert all(line.isprintable() for line in lines)
    assert recommended < code
    assert "  today: plain 300: 1.00x (0.0 % saved)" in lines
    assert any(line.split()[:2] == ["zstd", "3"] or line.split()[1:3] == ["zstd", "3"] for line in lines)


def test_json_has_all(advice):
    found = json.loads(advice_json(advice))
    assert found["values"] == 300
    assert found["recommendation"] in {trial["name"] for trial in found["trials"]}
    assert {trial["codec"] for trial in found["trials"]} == {
        "zstd", "lz4", "lz4hc", "snappy", "gzip", "zlib", "brotli", "xz",
    }  # fmt: skip
    assert {trial["recoding"] for trial in found["trials"]} == {None, "cbor", "msgpack"}
    gain = found["dictionary"]
    assert gain["stored"] < gain["without"]
    best = [trial for trial in found["trials"] if trial["on_front"]]
    for trial in found["trials"]:
        speed, ratio = 1 / (1 / trial["compression_mb_s"] + 1 / trial["decompression_mb_s"]), trial["ratio"]
        beats = [
            each for each in best
            if each["ratio"] >= ratio
            and 1 / (1 / each["compression_mb_s"] + 1 / each["decompression_mb_s"]) >= speed * 0.999
        ]  # fmt: skip
        assert beats


def test_values_that_are_no_json_and_too_few_for_a_dictionary():
    found = advise("ks.t (c)", sample([b"<a>" * 50, b"<b>" * 50]), Wanted(Goal.SIZE, 8, None), lambda _: None)
    lines = list(report(found, lambda _, text: text))
    assert "  no dictionary was tried: the values are too few or too short to train one" in lines
    assert any(line.startswith("  not tried: JSON as CBOR and MessagePack") for line in lines)
    assert json.loads(advice_json(found))["dictionary"] is None


def test_the_plot_puts_what_is_better_further_up_or_right():
    lines = list(plot([figures("lz4", 2, 500), figures("xz", 6, 5), figures("zlib", 2.1, 40)]))
    assert lines[0].endswith("│X")
    assert lines[15].endswith("L")
    assert len(lines[15]) == 79
    assert any("I" in line.partition("│")[2] for line in lines[:16])
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("found", [[figures("lz4", 2, 500)], [figures("lz4", 1, 0.001), figures("xz", 900, 1e6)]])
def test_plots_of_one_and_of_extremes(found):
    assert max(map(len, plot(found))) <= 80
    assert tree(plot_svg("t", found)).tag == f"{SVG}svg"


def test_the_svg_holds_every_way_and_no_markup_of_others(advice):
    drawn = tree(plot_svg(advice.place, advice.figures))
    assert {each.tag.removeprefix(SVG) for each in drawn.iter()} == {
        "svg", "style", "text", "line", "polyline", "circle", "title",
    }  # fmt: skip
    circles = [each for each in drawn.iter(f"{SVG}circle") if each.find(f"{SVG}title") is not None]
    assert len(circles) == len(advice.figures)
    legend = [each.get("fill") for each in drawn.iter(f"{SVG}circle") if each.find(f"{SVG}title") is None]
    assert set(legend) == {circle.get("fill") for circle in circles}
    assert len(legend) == len(set(legend)) == 9
    for circle in circles:
        assert 60 <= float(circle.get("cx")) <= 740
        assert 50 <= float(circle.get("cy")) <= 430
    assert drawn.find(f"{SVG}text").text.startswith('ks."</text><script>')
    assert all(text.text.isprintable() for text in drawn.iter(f"{SVG}text"))
