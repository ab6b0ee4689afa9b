"""Figures of trials: reckoned up where a part was seen, the best ones, and the one that is recommended."""

import random

import pytest

from cqlsh_ext.advise.codecs import CODECS, Codec
from cqlsh_ext.advise.figures import Figures, Times, figures_of, front, overhead, write_units
from cqlsh_ext.advise.recoding import Recoded
from cqlsh_ext.advise.recommend import Goal, recommend
from cqlsh_ext.advise.sample import Sample
from cqlsh_ext.advise.trial import REFERENCE, Measured, Trial

LZ4, ZSTD, DICTIONARY = (
    Trial(Codec("lz4", None)),
    Trial(Codec("zstd", 3)),
    Trial(Codec("zstd", 3), with_dictionary=True),
)


def sample(sizes):
    found = Sample()
    for size in sizes:
        found.add(bytes(size), size // 2, 100, ["zstd"])
    return found


def figures(name, ratio, speed, plain=1000, **options):
    each = Trial(Codec(name, 1), **options)
    return Figures(each, 9, True, plain / ratio, ratio, speed * 2, speed * 2, Times(0, 0), Times(0, 0), 1, 0)


def test_figures_of_all_values_are_exact():
    values = sample([1000, 2000, 3000])
    (found,) = figures_of(values, {}, {LZ4: Measured([500, 500, 500], [1000, 3000, 8000], [500, 500, 1000])})
    assert (found.stored, found.ratio, found.complete) == (1500, 4, True)
    assert (found.write_speed, found.read_speed) == (500, 3000)
    assert found.speed == pytest.approx(6000 / 14)
    assert found.write_times == (0.003, 0.008)
    assert found.write_units == 3
    assert write_units(924, 100) == 1
    assert write_units(925, 100) == 2


def test_a_part_is_reckoned_up_by_what_zstd_makes_of_all():
    values = sample([1000] * 100)
    known = [100 if at < 50 else 300 for at in range(100)]
    part = [each * 2 for each in known[:10]]
    found = {each.trial: each for each in figures_of(
        values, {}, {REFERENCE: Measured(known, [1] * 100, [1] * 100), LZ4: Measured(part, [1] * 10, [1] * 10),
                     DICTIONARY: Measured([30] * 50, [1] * 50, [1] * 50)},
    )}  # fmt: skip
    assert found[LZ4].stored == pytest.approx(2 * sum(known))
    assert not found[LZ4].complete
    assert found[DICTIONARY].stored == pytest.approx(1500 * sum(known) / sum(known[50:]))
    assert found[DICTIONARY].complete


def test_the_estimate_of_a_part_is_near_the_truth():
    rng = random.Random(5)
    sizes = [rng.randrange(200, 5000) for _ in range(2000)]
    known = [round(size * rng.uniform(0.2, 0.9)) for size in sizes]
    truth = [round(size * rng.uniform(0.85, 0.9)) for size in known]
    measured = {REFERENCE: Measured(known, known, known), ZSTD: Measured(truth[:40], truth[:40], truth[:40])}
    _, found = figures_of(sample(sizes), {}, measured)
    assert found.stored == pytest.approx(sum(truth), rel=0.01)


def test_recoding_takes_time_too():
    values = sample([1000, 1000])
    trial = Trial(Codec("zstd", 3), "cbor")
    measured = {trial: Measured([10, 10], [1000, 1000], [1000, 1000])}
    (found,) = figures_of(values, {"cbor": Recoded([b"", b""], [3000, 3000], [1000, 1000])}, measured)
    assert (found.write_speed, found.read_speed) == (250, 500)


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec.name)
def test_the_overhead_is_that_of_the_container(codec):
    expected = {"gzip": 23, "zlib": 11, "zstd": 10, "snappy": 5, "lz4": 9, "lz4hc": 9, "xz": 60, "brotli": 4}
    assert 0 < overhead(codec) <= expected[codec.family] + 5


def test_the_best_are_those_that_no_other_beats_in_both():
    found = [figures("lz4", 2, 500), figures("zlib", 3, 50), figures("gzip", 2.9, 40), figures("zstd", 3, 300)]
    assert [each.trial.codec.family for each in front(found)] == ["lz4", "zstd"]


@pytest.mark.parametrize(("goal", "family"), [(Goal.SIZE, "xz"), (Goal.BALANCE, "zstd"), (Goal.SPEED, "lz4")])
def test_each_goal_has_its_own(goal, family):
    found = [figures("lz4", 2, 500), figures("zstd", 4, 300), figures("xz", 5, 1)]
    choice, reason = recommend(found, goal, 1000)
    assert choice.trial.codec.family == family
    assert reason.startswith(f"for {goal.value}: it saves")


def test_what_saves_next_to_nothing_is_not_recommended():
    choice, reason = recommend([figures("xz", 1.02, 1), figures("lz4", 0.99, 500)], Goal.SIZE, 1000)
    assert choice is None
    assert reason == "leave the values plain: the smallest, xz 1, saves 2.0 % only"


@pytest.mark.parametrize(("ratio", "name"), [(4.1, "zstd 1"), (8, "zstd 1 dict")])
def test_a_dictionary_has_to_be_worth_its_keep(ratio, name):
    found = [figures("zstd", 4, 300), figures("zstd", ratio, 350, with_dictionary=True)]
    assert recommend(found, Goal.SIZE, 1000).choice.trial.name == name
