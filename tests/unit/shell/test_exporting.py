"""Columns that COPY TO writes at once hold what stock cqlsh writes cell by cell."""

import pytest
from cassandra.cqltypes import EMPTY
from hypothesis import given, settings
from hypothesis import strategies as st
from unit.shell.test_quick import COLLECTIONS, SCALARS

from cqlsh_ext.shell.exporting import ColumnsExport
from cqlsh_ext.shell.stock import copyutil, formatting


def worker(kind, **changes):
    """Return a worker with the options that a user who sets none has, and these changes."""
    made = kind.__new__(kind)
    formats = formatting.DateTimeFormat(milliseconds_only=True)
    options = {
        "nullval": "", "float_precision": 5, "double_precision": 12, "encoding": "utf8", "date_time_format": formats,
        "decimal_sep": ".", "thousands_sep": "", "boolean_styles": ["True", "False"], "formatters": {},
    }  # fmt: skip
    vars(made).update(options | changes)
    return made


def check(name, values, **changes):
    ours, stock = worker(ColumnsExport, **changes), worker(copyutil.ExportProcess, **changes)
    cells = [stock.format_value(value, formatting.CqlType(name)) for value in values]
    assert [str(each) for each in ours.format_column(values, formatting.CqlType(name))] == [str(each) for each in cells]


@pytest.mark.parametrize("name", [*SCALARS, *COLLECTIONS])
@given(st.data())
@settings(max_examples=30, deadline=None)
def test_a_column_is_what_stock_makes_of_its_cells(name, data):
    check(name, data.draw(st.lists(st.none() | (SCALARS | COLLECTIONS)[name], min_size=1, max_size=5)))


@pytest.mark.parametrize(
    "changes",
    [
        {"decimal_sep": ","}, {"thousands_sep": "_"}, {"boolean_styles": ["yes", "no"]}, {"nullval": "no\\thing"},
        {"float_precision": 2, "double_precision": 3},
        {"date_time_format": formatting.DateTimeFormat("%d/%m/%Y %H", milliseconds_only=True)},
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["int", "double", "float", "boolean", "timestamp", "text", "list<double>"])
@given(st.data())
@settings(max_examples=30, deadline=None)
def test_options_hold(name, changes, data):
    values = data.draw(st.lists(st.none() | (SCALARS | COLLECTIONS)[name], min_size=1, max_size=5))
    check(name, values, **changes)


@pytest.mark.parametrize("name", SCALARS)
@given(st.data())
@settings(max_examples=30, deadline=None)
def test_empty_values_are_as_good_as_none(name, data):
    check(name, [EMPTY, data.draw(SCALARS[name]), None])
