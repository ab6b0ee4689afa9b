"""All that ADVISE tells about the values of a column, from a sample of them."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import NamedTuple

from cqlsh_ext.advise.dictionary import Gain, gain_of, train
from cqlsh_ext.advise.figures import Figures, figures_of
from cqlsh_ext.advise.recoding import RECODINGS, Recoded, recode
from cqlsh_ext.advise.recommend import Goal, Recommendation, recommend
from cqlsh_ext.advise.rounds import Outcome, run_trials
from cqlsh_ext.advise.sample import Sample
from cqlsh_ext.advise.trial import Material, trials
from cqlsh_ext.errors import UsageError

LEAST_SHARE = 0.5
"""The part of the time that is left for trying, however long re-coding and training took."""


class Wanted(NamedTuple):
    """What is asked for: a goal, within so many seconds; `seed` fixes the order of the values."""

    goal: Goal
    seconds: int
    seed: int | None


class Trained(NamedTuple):
    """A dictionary, the recoding of the values that it is for (empty for none), and what it gains."""

    dictionary: bytes
    form: str
    gain: Gain


@dataclass(frozen=True)
class Advice:
    """All that ADVISE tells about a column."""

    place: str
    sample: Sample
    goal: Goal
    ways: int
    """How many were to be tried."""
    figures: list[Figures]
    recommendation: Recommendation
    trained: Trained | None
    """For the recommended form, or for plain values; None where too little was there to train one."""
    outcome: Outcome
    is_json: bool
    """Whether all values are JSON that could be re-coded."""

    @property
    def short(self) -> int:
        """How many ways did not get to all values."""
        return self.ways - sum(each.complete for each in self.figures)


def advise(place: str, sample: Sample, wanted: Wanted, tell: Callable[[str], None]) -> Advice:
    """Try everything on the values of a sample, which is not empty; tells first what that is. Raises UsageError."""
    start = monotonic()
    sample.shuffle(Random(wanted.seed))  # noqa: S311 - nothing about a sample is secret
    forms, materials = _prepare(sample)
    ways = trials(list(materials), [name for name, each in materials.items() if each.dictionary])
    tell(f"trying {len(ways)} ways on {len(sample.values):,} values, for {wanted.seconds} s at most")
    outcome = run_trials(materials, ways, max(wanted.seconds - (monotonic() - start), wanted.seconds * LEAST_SHARE))
    figures = figures_of(sample, forms, outcome.measured)
    if not figures:
        raise UsageError("stopped before anything could be tried: --advise-seconds gives more time")
    recommendation = recommend(figures, wanted.goal, sample.plain)
    form = recommendation.choice.trial.recoding if recommendation.choice else ""
    trained = _told(form, materials[form])
    return Advice(place, sample, wanted.goal, len(ways), figures, recommendation, trained, outcome, is_json=bool(forms))


def _told(form: str, material: Material) -> Trained | None:
    """Return the dictionary of a form, with its gain on the values that it was not trained on."""
    if material.dictionary is None:
        return None
    return Trained(material.dictionary, form, gain_of(material.dictionary, material.values[material.half :]))


def _prepare(sample: Sample) -> tuple[dict[str, Recoded], dict[str, Material]]:
    """Return the values re-coded, and what is to be tried, each by the name of the recoding."""
    found = {each.name: recode(each, sample.values) for each in RECODINGS}
    forms = {name: each for name, each in found.items() if each}
    values = {"": sample.values, **{name: each.values for name, each in forms.items()}}
    return forms, {name: Material(each, train(each[: len(each) // 2])) for name, each in values.items()}
