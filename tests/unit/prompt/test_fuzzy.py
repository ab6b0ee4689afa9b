"""Which names a few letters stand for."""

import time

import pytest

from cqlsh_ext.prompt.fuzzy import matches, rank


@pytest.mark.parametrize(
    ("typed", "names", "found"),
    [
        ("ord", ["record", "orders", "last_order"], ["orders", "last_order", "record"]),
        ("sysloc", ["system_local", "local", "systems"], ["system_local"]),
        ("SEL", ["select", "SELECT", "reseller"], ["SELECT", "select", "reseller"]),
        ("ab", ["a__b", "a_b", "xxab"], ["xxab", "a_b", "a__b"]),
        ("", ["b", "a"], ["b", "a"]),
        ("zz", ["z", "azb"], []),
        ("id", ["identity", "id"], ["id", "identity"]),
        ("ö", ["Köln", "Bonn"], ["Köln"]),
    ],
)
def test_the_likeliest_comes_first(typed, names, found):
    assert matches(typed, names, str) == found


def test_a_hostile_name_takes_no_time():
    start = time.process_time()
    assert rank("a" * 40 + "b", "a" * 100_000) is None
    assert time.process_time() - start < 1
