"""What a sample is drawn from: the ring, its ranges, and how many of them."""

import random
from itertools import pairwise

import pytest

from cqlsh_ext.ratio.batch import Probe
from cqlsh_ext.ratio.plan import plan_sample
from cqlsh_ext.ratio.ring import RINGS, ring_of

MURMUR3, RANDOM = RINGS.values()


@pytest.mark.parametrize("ring", [MURMUR3, RANDOM])
@pytest.mark.parametrize("parts", [1, 3, 64, 1009])
def test_ranges_cover_the_ring_without_overlap(ring, parts):
    ranges = [ring.part(number, parts) for number in range(parts)]
    assert ranges[0].after == ring.after
    assert ranges[-1].upto == ring.upto
    assert all(one.upto == other.after for one, other in pairwise(ranges))
    widths = {each.upto - each.after for each in ranges}
    assert max(widths) - min(widths) <= 1


def test_partitioners_without_such_tokens_have_no_ring():
    assert ring_of("org.apache.cassandra.dht.ByteOrderedPartitioner") is None
    assert ring_of("com.amazonaws.cassandra.DefaultPartitioner") is None


def test_partitions_are_estimated_from_those_behind_a_token():
    source = random.Random(1)
    tokens = sorted(source.randrange(-(1 << 63), 1 << 63) for _ in range(5000))
    estimates = []
    for _ in range(200):
        start = source.randrange(-(1 << 63), 1 << 63)
        behind = [token for token in tokens if token > start] + [token for token in tokens if token <= start]
        estimates.append(MURMUR3.estimate_partitions(start, behind[:100]))
    assert sum(estimates) / len(estimates) == pytest.approx(5000, rel=0.05)


@pytest.mark.parametrize("rows", [1, 10, 100, 1000, 100_000])
@pytest.mark.parametrize("each", [1, 3, 50])
@pytest.mark.parametrize("partitions", [0, 1, 20, 5000, 10_000_000])
def test_a_plan_fits_the_table(rows, each, partitions):
    plan = plan_sample(rows, Probe(partitions, each, 100))
    assert 1 <= plan.cap <= max(rows / 100, rows / max(partitions, 1) + 1)
    assert 1 <= plan.wanted <= plan.ranges <= max(partitions, 1)
    expected = plan.wanted * partitions / plan.ranges * min(each, plan.cap)
    assert expected <= 2 * rows + 8 * min(each, plan.cap)
    if partitions * min(each, plan.cap) > rows:
        assert expected >= 0.8 * rows


def test_more_or_fewer_ranges_are_read_once_it_is_known_what_they_hold():
    plan = plan_sample(1000, Probe(100_000, 1, 100))
    drawn = plan.draw(random.Random(1))
    assert len(set(drawn)) == len(drawn) == 2 * plan.wanted
    assert plan.settle(plan.pilot, plan.pilot * 10) == 100
    assert plan.settle(plan.pilot, 0) == 2 * plan.wanted
    assert plan.settle(plan.pilot, plan.pilot * 1000) == plan.pilot
