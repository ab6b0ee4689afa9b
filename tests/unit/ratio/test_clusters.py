"""Estimates from cluster samples: their intervals hold the truth as often as they say, on data that is known."""

import random
from statistics import NormalDist

import pytest

from cqlsh_ext.ratio.batch import Probe
from cqlsh_ext.ratio.clusters import Draw, estimate_ratio, estimate_total, quantile
from cqlsh_ext.ratio.plan import plan_sample

RUNS, LEAST = 100, 90


def rows_one(_source):
    return 1


def rows_up_to_1000(source):
    return source.randint(1, 1000)


def rows_mostly_few(source):
    return int(10 ** source.uniform(0, 3))


def rows_seldom_1000(source):
    return 1000 if source.random() < 0.05 else source.randint(1, 5)


POPULATIONS = [(rows_one, 20_000), (rows_up_to_1000, 300), (rows_mostly_few, 1000), (rows_seldom_1000, 1500)]


def make_partitions(rows_of, count):
    """Return partitions of (stored, plain) rows, by token; large partitions compress better."""
    source = random.Random(5)
    partitions = {}
    for _ in range(count):
        rows = rows_of(source)
        ratio = 1.2 + 3 * rows / 1000 + source.random()
        sizes = [source.lognormvariate(7, 0.6) for _ in range(rows)]
        partitions[source.random()] = [(size, size * ratio * source.uniform(0.8, 1.2)) for size in sizes]
    return partitions


def draw_sample(partitions, plan, source):
    """Draw ranges of tokens, and of each partition in them a bounded number of rows; return pairs, rows and draw."""
    by_range = {}
    for token, rows in partitions.items():
        by_range.setdefault(int(token * plan.ranges), []).append(rows)
    pairs, totals, complete = [], [], True
    for number in source.sample(range(plan.ranges), plan.wanted):
        stored = plain = count = 0.0
        for rows in by_range.get(number, ()):
            taken = source.sample(rows, min(len(rows), plan.cap))
            complete = complete and len(taken) == len(rows)
            weight = len(rows) / len(taken)
            stored += weight * sum(row[0] for row in taken)
            plain += weight * sum(row[1] for row in taken)
            count += len(rows)
        if count:
            pairs.append((stored, plain))
            totals.append(count)
    return pairs, totals, Draw(plan.wanted, plan.ranges, complete)


@pytest.mark.parametrize(("rows_of", "count"), POPULATIONS, ids=lambda value: getattr(value, "__name__", None))
def test_intervals_hold_the_truth(rows_of, count):
    partitions = make_partitions(rows_of, count)
    every = [row for rows in partitions.values() for row in rows]
    ratio = sum(row[1] for row in every) / sum(row[0] for row in every)
    plan = plan_sample(1000, Probe(count, sum(min(len(rows), 10) for rows in partitions.values()) / count, 0))
    held = held_total = 0
    for seed in range(RUNS):
        pairs, totals, draw = draw_sample(partitions, plan, random.Random(seed))
        estimated, total = estimate_ratio(pairs, draw), estimate_total(totals, draw)
        held += estimated.low <= ratio <= estimated.high
        held_total += total.low <= len(every) <= total.high
    assert held >= LEAST
    assert held_total >= LEAST


def test_all_there_is_leaves_no_doubt():
    pairs = [(1.0, 2.0), (3.0, 3.0)]
    assert estimate_ratio(pairs, Draw(3, 3, complete=True)) == (1.25, 1.25, 1.25)
    assert estimate_total([5, 7], Draw(3, 3, complete=True)) == (12, 12, 12)


def test_all_ranges_with_rows_left_out_leave_doubt():
    found = estimate_ratio([(1.0, 2.0), (3.0, 3.0), (1.0, 1.0)], Draw(3, 3, complete=False))
    assert found.low < found.value < found.high


def test_one_range_of_several_tells_nothing_of_the_spread():
    assert estimate_ratio([(1.0, 2.0)], Draw(1, 9, complete=True)).high == float("inf")


def test_nothing_has_no_ratio():
    assert estimate_ratio([], Draw(3, 9, complete=True)) is None
    assert estimate_total([], Draw(3, 9, complete=True)).value == 0


@pytest.mark.parametrize(("freedom", "value"), [(2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042)])
def test_quantiles_of_student(freedom, value):
    assert quantile(freedom) == pytest.approx(value, rel=0.01)


def test_with_many_clusters_the_quantile_is_that_of_the_normal_distribution():
    assert quantile(1e9) == pytest.approx(NormalDist().inv_cdf(0.975))
