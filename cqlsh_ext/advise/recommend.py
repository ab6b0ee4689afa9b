"""The one way to store values that is recommended, and why."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from cqlsh_ext.advise.figures import Figures, front


class Goal(str, Enum):
    """What matters most."""

    SIZE = "size"
    SPEED = "speed"
    BALANCE = "balance"


SHARES = {Goal.SIZE: 0.99, Goal.BALANCE: 0.9, Goal.SPEED: 0.5}
"""The part of what the smallest saves that has to be saved; the fastest that does is recommended."""
WORTHWHILE = 0.05
"""The part of the plain bytes that has to be saved, and of a simple codec's that a dictionary or CBOR has to save."""


class Recommendation(NamedTuple):
    """What is recommended, None for leaving values plain, and the reason as a sentence."""

    choice: Figures | None
    reason: str


def recommend(figures: Sequence[Figures], goal: Goal, plain: int) -> Recommendation:
    """Choose for values of so many plain bytes in all: the fastest that saves nearly as much as can be saved."""
    smallest = min(figures, key=lambda each: each.stored)
    if smallest.stored > plain * (1 - WORTHWHILE):
        saved = _percent(max(plain - smallest.stored, 0), plain)
        return Recommendation(None, f"leave the values plain: the smallest, {smallest.trial.name}, saves {saved} only")
    choice = _choose(figures, goal, plain)
    simple = _choose([each for each in figures if each.trial.is_simple], goal, plain)
    if not choice.trial.is_simple and choice.stored > simple.stored * (1 - WORTHWHILE):
        choice = simple
    return Recommendation(choice, _reason(choice, smallest, simple, goal, plain))


def _choose(figures: Sequence[Figures], goal: Goal, plain: int) -> Figures:
    candidates = front(figures)
    most = plain - candidates[-1].stored
    return next(each for each in candidates if plain - each.stored >= SHARES[goal] * most)


def _reason(choice: Figures, smallest: Figures, simple: Figures, goal: Goal, plain: int) -> str:
    saved = _percent(plain - choice.stored, plain)
    if choice is smallest:
        told = f"for {goal.value}: it saves the most, {saved}"
    else:
        most = _percent(plain - smallest.stored, plain)
        told = (
            f"for {goal.value}: it saves {saved} and writes and reads {choice.speed:,.0f} MB/s; of all that save at"
            f" least {100 * SHARES[goal]:.0f} % of what the smallest does ({smallest.trial.name}: {most},"
            f" {smallest.speed:,.1f} MB/s) it is the fastest"
        )
    if choice is simple or choice.trial.is_simple:
        return told
    alone = _percent(plain - simple.stored, plain)
    return f"{told}; {simple.trial.name}, for which readers need nothing else, saves {alone}"


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f} %"
