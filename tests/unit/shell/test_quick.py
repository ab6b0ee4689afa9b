"""Columns that are written at once hold what stock cqlsh writes cell by cell; what differs is left to it."""

import math
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from types import SimpleNamespace
from uuid import uuid1

import pytest
from cassandra.cqltypes import EMPTY
from cassandra.util import Date, OrderedMapSerializedKey, SortedSet, Time
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.shell.quick import Style, format_quickly
from cqlsh_ext.shell.stock import formatting

EPOCH = datetime.fromisoformat("1970-01-01")
TEXT = st.text(st.characters(exclude_categories=["Cs"])) | st.text("a\\\n\t\r'é漢\u200b\x07 ")
FLOAT = st.floats() | st.sampled_from([0.0, -0.0, 1e-5, 9.99999e-5, 0.0001, 99999.5, 123456.789, 1e15, math.nan])
SCALARS = {
    "int": st.integers(),
    "text": TEXT,
    "ascii": st.text(st.characters(max_codepoint=127)),
    "double": FLOAT,
    "float": FLOAT,
    "uuid": st.uuids(),
    "timeuuid": st.builds(uuid1),
    "boolean": st.booleans(),
    "timestamp": st.datetimes(),
    "date": st.dates().map(Date),
    "time": st.times().map(Time),
    "decimal": st.decimals(),
    "inet": st.ip_addresses().map(str),
    "blob": st.binary(),
}


def maps(items):
    return st.dictionaries(*items, max_size=4).map(_map)


def _map(pairs):
    found = OrderedMapSerializedKey(SimpleNamespace(serialize=lambda key, _: repr(key)), 4)
    for key, value in pairs.items():
        found._insert(key, value)
    return found


COLLECTIONS = {
    "list<int>": st.lists(SCALARS["int"], max_size=4),
    "list<text>": st.lists(SCALARS["text"], max_size=4),
    "list<timestamp>": st.lists(SCALARS["timestamp"], max_size=4),
    "list<inet>": st.lists(SCALARS["inet"], max_size=4),
    "list<double>": st.lists(FLOAT, max_size=4),
    "frozen<list<uuid>>": st.lists(SCALARS["uuid"], max_size=4),
    "set<text>": st.lists(SCALARS["text"], max_size=4).map(SortedSet),
    "set<int>": st.lists(SCALARS["int"], max_size=4).map(SortedSet),
    "map<text, int>": maps([TEXT, st.integers()]),
    "map<int, text>": maps([st.integers(), TEXT]),
    "map<date, boolean>": maps([SCALARS["date"], st.booleans()]),
    "list<frozen<list<int>>>": st.lists(st.lists(st.integers(), max_size=3), max_size=3),
}
COLORS = {"colored": formatting.default_colormap, "plain": formatting.empty_colormap}


def stock(value, cql_type, colors, precision):
    """Return what stock makes of one cell."""
    formats = formatting.DateTimeFormat()
    if value is None:
        return formatting.colorme("null", colors, "error")
    return formatting.format_value(
        value,
        cqltype=cql_type,
        encoding="utf-8",
        colormap=colors,
        date_time_format=formats,
        float_precision=precision,
        nullval="null",
        decimal_sep=None,
        thousands_sep=None,
        boolean_styles=None,
    )


def style(colors, precision=5):
    return Style(colors, precision, formatting.DEFAULT_TIMESTAMP_FORMAT, None)


def check(values, cql_type, colors, precision=5):
    """Hold a column against stock's cells; return whether it was written at once."""
    quick = format_quickly(values, cql_type, style(colors, precision))
    if quick is None:
        return False
    expected = [stock(value, cql_type, colors, precision) for value in values]
    shown = [each.coloredval if colors is COLORS["colored"] else each.strval for each in expected]
    assert list(quick.texts) == shown
    assert list(quick.widths) == [each.displaywidth for each in expected]
    return True


@pytest.mark.parametrize("colors", COLORS.values(), ids=COLORS)
@pytest.mark.parametrize("name", [*SCALARS, *COLLECTIONS])
@given(st.data())
def test_a_column_is_what_stock_makes_of_its_cells(name, colors, data):
    values = data.draw(st.lists(st.none() | (SCALARS | COLLECTIONS)[name], min_size=1, max_size=5))
    check(values, formatting.CqlType(name), colors, data.draw(st.integers(1, 17)))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("int", [1, -2, 10**30]),
        ("counter", [1]),
        ("varchar", ["", "a\nb\t\\", "漢字"]),
        ("double", [1.5, math.nan, -math.inf]),
        ("uuid", [uuid1()]),
        ("boolean", [True, False]),
        ("timestamp", [EPOCH + timedelta(milliseconds=1)]),
        ("date", [Date(date(2024, 2, 29))]),
        ("time", [Time(time(1, 2, 3))]),
        ("decimal", [Decimal("1.50")]),
        ("inet", ["::1"]),
        ("blob", [b"\0\xff"]),
        ("map<text, int>", [_map({"b": 1, "a'": 2}), _map({})]),
        ("set<text>", [SortedSet(["x"])]),
        ("list<int>", [[1, 2], []]),
    ],
)
def test_what_is_usual_is_written_at_once(name, values):
    cql_type = formatting.CqlType(name)
    assert check(values, cql_type, COLORS["plain"])
    assert check([*values, None], cql_type, COLORS["plain"])


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("int", [EMPTY]),
        ("int", ["text"]),
        ("int", [1, EMPTY]),
        ("int", [10**5000]),
        ("boolean", [1]),
        ("text", ["\x1b[2J"]),
        ("text", ["\u202e"]),
        ("timestamp", [EPOCH.replace(year=999)]),
        ("timestamp", [253402300800000]),
        ("list<text>", [["é"]]),
        ("list<int>", [[EMPTY]]),
        ("list<int>", [[None]]),
        ("tuple<int, text>", [(1, "a")]),
        ("duration", ["1d"]),
        ("int", [None]),
    ],
)
def test_what_is_unusual_is_left_to_stock(name, values):
    assert format_quickly(values, formatting.CqlType(name), style(COLORS["plain"])) is None


def test_a_timestamp_in_another_format_or_zone_is_left_to_stock():
    values, cql_type = [EPOCH], formatting.CqlType("timestamp")
    plain = style(COLORS["plain"])
    assert format_quickly(values, cql_type, plain._replace(timestamp_format="%Y")) is None
    assert format_quickly(values, cql_type, plain._replace(timezone="Europe/Paris")) is None
    assert format_quickly(values, cql_type, plain) is not None
