"""Sizes: percentiles and bands, exact as long as they can be, in bounded memory."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.ratio.sizes import MOST_DISTINCT, Sizes, round_up

BOUNDS = [1024, 4096, 20_480, 68_608]


def counted(sizes):
    found = Sizes()
    found.add_all(sizes)
    return found


@given(st.lists(st.integers(0, 5000), min_size=1))
def test_percentiles_are_those_of_the_sorted_sizes(sizes):
    ordered = sorted(sizes)
    nearest_rank = [ordered[max(-(-len(sizes) * percent // 100) - 1, 0)] for percent in (50, 95, 99)]
    found = counted(sizes)
    assert found.percentiles((0.50, 0.95, 0.99)) == nearest_rank
    assert found.largest == ordered[-1]
    assert found.exact


def test_weights_count_as_often():
    found = Sizes()
    found.add(10, 2.5)
    found.add(20, 7.5)
    assert found.percentiles((0.25, 0.26)) == [10, 20]
    assert found.by_band([15]) == [2.5, 7.5]


def test_a_bound_belongs_to_the_band_below():
    assert counted([0, 1024, 1025, 4096, 4097, 20_480, 68_608, 68_609]).by_band(BOUNDS) == [2, 2, 2, 1, 1]


def test_units_are_rounded_up_for_each():
    assert counted([1, 1024, 1025, 4096]).units(1024) == 1 + 1 + 2 + 4


def test_nothing_has_no_percentiles():
    assert Sizes().percentiles((0.5, 0.99)) == [0, 0]


@given(st.integers(0, 1 << 40))
def test_buckets_are_at_most_a_thousandth_wide(size):
    assert size <= round_up(size) <= size * 1.001
    assert round_up(round_up(size)) == round_up(size)


@pytest.fixture(scope="module")
def many():
    """Return more distinct sizes than are told apart."""
    source = random.Random(3)
    return [int(source.lognormvariate(9, 2)) for _ in range(300_000)]


def test_many_sizes_take_bounded_memory_and_stay_close(many):
    found = counted(many)
    assert not found.exact
    assert len(found.counts) <= MOST_DISTINCT
    ordered = sorted(many)
    for share, size in zip((0.5, 0.95, 0.99), found.percentiles((0.5, 0.95, 0.99)), strict=True):
        truth = ordered[-(-int(share * 100) * len(many) // 100) - 1]
        assert truth <= size <= truth * 1.001
    assert found.largest == ordered[-1]


def test_bands_and_units_stay_exact_in_buckets(many):
    found = counted(many)
    edges = [0, *BOUNDS, float("inf")]
    assert found.by_band(BOUNDS) == [
        sum(low < size <= high or size == low == 0 for size in many) for low, high in pairwise(edges)
    ]
    small = counted([size for size in many if size < 1 << 21])
    assert small.units(1024) == sum(-(-size // 1024) for size in many if size < 1 << 21)


def test_merged_is_as_if_counted_together(many):
    first, second = counted(many[:1000]), counted(many)
    first.merge(second)
    assert first.largest == second.largest == max(many)
    assert not first.exact
    assert first.by_band(BOUNDS) == counted(many[:1000] + many).by_band(BOUNDS)
