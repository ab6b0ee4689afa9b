"""Trials on all cores: every one gets a turn, and time is kept."""

import random
import time

import pytest

from cqlsh_ext.advise.dictionary import train
from cqlsh_ext.advise.recoding import RECODINGS, recode
from cqlsh_ext.advise.rounds import expected, run_trials
from cqlsh_ext.advise.trial import REFERENCE, Material, trials

VALUES = [b'{"id": %d, "site": "Rotterdam", "kind": "pump", "alarms": []}' % number for number in range(200)]
STARTING = 10
"""Seconds that processes may take to start and to end on a busy machine."""


def materials(values):
    forms = {"": values, **{each.name: recode(each, values).values for each in RECODINGS}}
    return {name: Material(each, train(each[: len(each) // 2])) for name, each in forms.items()}


def test_with_time_enough_every_way_gets_to_every_value():
    tried = materials(VALUES[:40] * 8)
    wanted = [each for each in trials(list(tried), list(tried)) if each.codec.family != "xz"]
    outcome = run_trials(tried, wanted, 250)
    assert outcome.measured.keys() == set(wanted)
    for trial, found in outcome.measured.items():
        assert len(found.stored) == len(found.compress) == len(found.decompress) == expected(tried, trial)
        assert min(found.compress + found.decompress) > 0
    coder = REFERENCE.codec.coder()
    assert outcome.measured[REFERENCE].stored == [len(coder.compress(value)) for value in tried[""].values]


@pytest.mark.parametrize("seconds", [1, 4])
def test_time_is_kept_whatever_the_values_are(seconds):
    large = [random.Random(number).randbytes(6_000_000) for number in range(4)]
    start = time.monotonic()
    outcome = run_trials({"": Material(large, None)}, trials([""], []), seconds)
    assert time.monotonic() - start < seconds + STARTING
    assert outcome.seconds < seconds + 1
    assert len(outcome.measured) < len(trials([""], []))


def test_short_time_is_shared_by_all():
    tried = materials(VALUES * 20)
    wanted = trials(list(tried), list(tried))
    outcome = run_trials(tried, wanted, 12)
    assert outcome.measured.keys() == set(wanted)
    assert any(len(found.stored) < expected(tried, trial) for trial, found in outcome.measured.items())
