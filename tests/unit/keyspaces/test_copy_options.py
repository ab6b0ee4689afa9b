"""What COPY is told on Amazon Keyspaces."""

import pytest

from cqlsh_ext.keyspaces.copy_options import copy_options, read_write_units
from cqlsh_ext.keyspaces.row_advice import GENERAL, explain_values


def numbers(direction, given, processes, units):
    return {name: int(value) for name, value in copy_options(direction, given, processes, units).items()}


@pytest.mark.parametrize("processes", [1, 2, 7, 16])
@pytest.mark.parametrize("units", [None, 1, 100, 40_000])
def test_the_rules_of_the_documentation_hold(processes, units):
    options = numbers("from", {}, processes, units)
    rate, rows, chunk = options["ingestrate"], options["maxbatchsize"], options["chunksize"]
    assert 1 <= rate <= 2500 * processes
    assert rate <= max(0.9 * units, 1) if units else rate == 1500
    assert rows <= 30
    assert 1 <= chunk <= max(rate / processes / rows, 1)
    assert options["maxattempts"] > 5


def test_what_the_user_has_set_stays_and_counts():
    given = {"ingestrate": "6000", "maxbatchsize": "10", "numprocesses": "2", "maxattempts": "3"}
    assert copy_options("from", given, 16, 100) == {"chunksize": "300"}
    assert copy_options("to", {"pagetimeout": "5"}, 1, None) == {"maxattempts": "100"}
    assert "ingestrate" not in copy_options("to", {}, 1, 100)


@pytest.mark.parametrize("nonsense", ["", "0", "-5", "many", "1e9"])
def test_nonsense_is_left_to_copy(nonsense):
    options = copy_options("from", {"ingestrate": nonsense, "numprocesses": nonsense}, 1, None)
    assert set(options) == {"maxattempts", "maxbatchsize", "chunksize"}
    assert int(options["chunksize"]) >= 1


@pytest.mark.parametrize(
    ("properties", "units"),
    [
        ({"capacity_mode": {"throughput_mode": "PROVISIONED", "write_capacity_units": "20"}}, 20),
        ({"capacity_mode": {"throughput_mode": "PAY_PER_REQUEST"}}, None),
        ({"capacity_mode": {"write_capacity_units": "many"}}, None),
        ({"capacity_mode": {"write_capacity_units": "0"}}, None),
        ({"capacity_mode": "PROVISIONED"}, None),
        ({}, None),
    ],
)
def test_provisioned_capacity(properties, units):
    assert read_write_units(properties) == units


def test_values_of_a_row_that_is_too_large():
    row = {"id": 7, "body": "x" * 1_100_000, "data": bytearray(10)}
    assert explain_values(row).startswith(
        "body takes 1,100,000 bytes of the 1 MB that the row may: compress body before"
    )
    assert explain_values({"id": 7}) == GENERAL
