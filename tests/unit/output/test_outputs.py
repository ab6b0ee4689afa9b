import csv
import gzip
import io
import json
import re
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit.output.results import column, write

from cqlsh_ext.settings import Layout

TEXTS = st.text(st.characters(exclude_categories=["Cs"])) | st.text(st.sampled_from('",\r\n\\|`*_<&$ \x00\x85é'))
ROWS = st.lists(st.tuples(st.none() | TEXTS, st.none() | st.integers(-(2**63), 2**63 - 1)))
COLUMNS = [column("a", "UTF8Type"), column("b", "LongType")]
MARKUP = re.compile(r"\\([!-/:-@\[-`{-~])")
"""CommonMark: a backslash before ASCII punctuation makes it a literal character."""


def compress(text):
    return gzip.compress(text.encode(), mtime=0)


@given(st.lists(ROWS, max_size=3))
def test_json_and_json_lines_read_back(pages):
    rows = [{"a": a, "b": b} for page in pages for a, b in page]
    lines = write(Layout.JSONL, COLUMNS, *pages)
    array = write(Layout.JSON, COLUMNS, *pages)
    assert lines.splitlines() == lines.split("\n")[:-1]
    for read in (json.loads(array), [json.loads(line) for line in lines.splitlines()]):
        assert [{"a": row["a"], "b": row["b"] and int(row["b"])} for row in read] == rows


@given(ROWS)
def test_csv_reads_back(rows):
    rows = [[(text or "").replace("\0", "\1"), number] for text, number in rows]  # csv of Python 3.10 takes no NUL
    text = write(Layout.CSV, COLUMNS, rows)
    header, *read = csv.reader(io.StringIO(text, newline=""))
    assert header == ["a", "b"]
    assert read == [[text, "" if number is None else str(number)] for text, number in rows]


@given(st.lists(st.none() | TEXTS))
def test_csv_of_one_column_has_a_line_for_each_row(values):
    text = write(Layout.CSV, COLUMNS[:1], [[value and value.replace("\0", "")] for value in values])
    assert len(list(csv.reader(io.StringIO(text, newline="")))) == len(values) + 1


def test_csv_tells_null_from_nothing():
    assert write(Layout.CSV, COLUMNS, [["", None], [None, 1]]) == 'a,b\n"",\n,1\n'


@given(ROWS)
def test_markdown_has_one_line_for_each_row_and_shows_what_is_stored(rows):
    lines = write(Layout.MARKDOWN, COLUMNS, rows).split("\n")
    assert lines[:2] == ["| a | b |", "| --- | ---: |"]
    assert len(lines) == len(rows) + 3
    for line, (text, _) in zip(lines[2:], rows, strict=False):
        cells = re.split(r" (?<!\\)\| ", line[2:-2])
        assert len(cells) == 2
        if text and text.isprintable() and "\\" not in text:
            assert MARKUP.sub(r"\1", cells[0]) == text


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("a|b", r"a\|b"),
        ("snake_case _a_", r"snake_case \_a\_"),
        ("<b>&amp; R&D & co", r"\<b>\&amp; R\&D & co"),
        ("[x](y) ![z](y)", r"\[x](y) !\[z](y)"),
        ("two\r\nlines\n", "two<br>lines<br>"),
        ("\x1b[31m \x9b \u2028", r"\x1b\[31m \x9b \u2028"),
        ("", ""),
        (None, "*null*"),
        ("null", "null"),
    ],
)
def test_markdown_cells(text, cell):
    assert write(Layout.MARKDOWN, [column("a", "UTF8Type")], [[text]]).split("\n")[2] == f"| {cell} |"


def test_no_control_character_reaches_a_terminal():
    rows = [[f"a{chr(code)}b", code] for code in (*range(32), *range(127, 160), 0x2028)]
    for layout in (Layout.JSON, Layout.JSONL, Layout.CSV, Layout.MARKDOWN):
        written = write(layout, COLUMNS, rows, terminal=True)
        assert {letter for letter in written if not letter.isprintable()} <= {"\n", "\t"}
    assert "\x1b" in write(Layout.CSV, COLUMNS, rows)


def test_empty_results():
    assert [write(layout, COLUMNS, []) for layout in (Layout.JSON, Layout.JSONL, Layout.CSV, Layout.MARKDOWN)] == [
        "[]\n",
        "",
        "a,b\n",
        "| a | b |\n| --- | ---: |\n",
    ]


def test_columns_of_one_name_are_one_field():
    assert write(Layout.JSONL, [COLUMNS[0]] * 2, [["x", "x"]]) == '{"a": "x"}\n'
    assert write(Layout.CSV, [COLUMNS[0]] * 2, [["x", "x"]]) == "a,a\nx,x\n"


BLOB = [column("b", "BytesType")]


@pytest.mark.parametrize(
    ("stored", "written"),
    [
        (compress('{"a": 1.10,\n "b": {}}'), '{"a": 1.10, "b": {}}'),
        (compress("[NaN]"), '"[NaN]"'),
        (compress('"text"'), '"\\"text\\""'),
        (gzip.compress(zlib.compress(b"text, as it is"), mtime=0), '"text, as it is"'),
        (gzip.compress(b"\x89PNG\r\n\x1a\n", mtime=0), '"0x89504e470d0a1a0a"'),
        (b'{"a": 1}', '"0x7b2261223a20317d"'),
        (compress("[1]")[:-1], f'"0x{compress("[1]")[:-1].hex()}"'),
        (b"", '"0x"'),
        (None, "null"),
    ],
)
def test_blobs_in_json(stored, written):
    assert write(Layout.JSONL, BLOB, [[stored]]) == f'{{"b": {written}}}\n'
    undecoded = write(Layout.JSONL, [column("b", "BytesType", codec="off")], [[stored]])
    assert json.loads(undecoded)["b"] == (None if stored is None else f"0x{stored.hex()}")


def test_blobs_in_csv_are_the_text_that_was_compressed():
    document = '{"a": 1,\n "b": "x"}'
    text = write(Layout.CSV, BLOB, [[compress(document)], [b"\xca\xfe"]])
    assert list(csv.reader(io.StringIO(text, newline=""))) == [["b"], [document], ["0xcafe"]]


def test_texts_are_opened_where_the_column_says_so():
    coded = "H4sIAAAAAAAC/4s2jAUAuDIvTAMAAAA="
    opened = [column("t", "UTF8Type", codec="base64", opens_text=True)]
    assert write(Layout.JSONL, opened, [[coded], ["plain"]]) == '{"t": [1]}\n{"t": "plain"}\n'
    assert write(Layout.CSV, opened, [[coded], ["plain"]]) == "t\n[1]\nplain\n"
    assert write(Layout.JSONL, [column("t", "UTF8Type")], [[coded]]) == f'{{"t": "{coded}"}}\n'
    assert write(Layout.JSONL, [opened[0]._replace(type=column("", "ListType(UTF8Type)").type)], [[[coded]]]) == (
        '{"t": [[1]]}\n'
    )


def test_codecs_beside_decoded_values():
    columns = [*BLOB, column("b_codec", "UTF8Type"), column("l", "ListType(BytesType)"), column("n", "Int32Type")]
    rows = [[compress("[1]"), "taken", [b"\xca", compress("x" * 20)], 1], [compress("[1]")[:-1], None, None, None]]
    first, second = map(json.loads, write(Layout.JSONL, columns, rows, with_codec=True).splitlines())
    gzipped = {"status": "decoded", "chain": ["gzip"], "reason": None}
    assert first == {
        "b": [1],
        "b_codec_": gzipped | {"kind": "json", "stored_size": 23, "plain_size": 3},
        "b_codec": "taken",
        "l": ["0xca", "x" * 20],
        "l_codec": [None, gzipped | {"kind": "text", "stored_size": len(compress("x" * 20)), "plain_size": 20}],
        "n": 1,
    }
    assert second["b_codec_"] == {
        "status": "damaged", "chain": ["gzip"], "kind": None, "stored_size": 22, "plain_size": None,
        "reason": "gzip: truncated at byte 22",
    }  # fmt: skip
    assert (second["l"], second["l_codec"]) == (None, [])


@pytest.mark.parametrize(
    ("kind", "value", "written"),
    [
        ("LongType", 2**53 - 1, "9007199254740991"),
        ("LongType", 2**53, '"9007199254740992"'),
        ("IntegerType", -(2**53), '"-9007199254740992"'),
        ("CounterColumnType", 5, "5"),
        ("DoubleType", float("nan"), '"NaN"'),
        ("DoubleType", -0.0, "-0.0"),
        ("BooleanType", False, "false"),
        ("TupleType(Int32Type,UTF8Type)", (1, None), "[1, null]"),
        ("FrozenType(ListType(FloatType))", [0.5], "[0.5]"),
        ("MapType(FrozenType(ListType(Int32Type)),BooleanType)", {(1, 2): True}, '{"[1, 2]": true}'),
        ("MapType(BytesType,BytesType)", {compress("x"): compress("x")}, f'{{"0x{compress("x").hex()}": "x"}}'),
        ("VectorType(FloatType, 2)", [1.5, -2.0], "[1.5, -2.0]"),
        ("SetType(UTF8Type)", {'"'}, '["\\""]'),
    ],
)
def test_values_in_json(kind, value, written):
    assert write(Layout.JSONL, [column("v", kind)], [[value]]) == f'{{"v": {written}}}\n'
