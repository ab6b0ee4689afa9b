"""Tries everything on all cores within a time that all share fairly."""

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import TimeoutError as Late
from multiprocessing import get_context
from multiprocessing.pool import Pool
from time import monotonic
from typing import NamedTuple

from cqlsh_ext.advise.trial import REFERENCE, Material, Measured, Trial, measure

LAST_ROUND = 0.08
"""The part of the time that is spent in one go, as half of it would be too short."""
LEAST_GAIN = 0.1
"""The part of the cores that is there at least, however busy the machine is with other things."""
SECOND_NS = 1_000_000_000

Materials = Mapping[str, Material]
"""The values in each form, by the name of the recoding."""
_materials: dict[str, Material] = {}
"""Of this process, where it is one of the workers."""


class Turn(NamedTuple):
    """A trial's turn."""

    number: int
    trial: Trial
    done: int
    share: int
    """Nanoseconds of the processor that it may take."""


@dataclass
class Outcome:
    """What came of the trials that got a turn."""

    measured: dict[Trial, Measured]
    seconds: float
    cores: int
    interrupted: bool


def run_trials(materials: Materials, trials: Sequence[Trial], seconds: float) -> Outcome:
    """Give every trial its turn, and again with what time is left, until all values were tried or time is up."""
    cores = _cores()
    clock = Clock(seconds, cores)
    measured: dict[Trial, Measured] = {}
    interrupted = False
    with _start_pool(cores, materials) as pool:
        try:
            for trial, found in _rounds(pool, materials, trials, clock):
                measured.setdefault(trial, Measured()).extend(found)
        except Late:
            pass
        except KeyboardInterrupt:
            interrupted = True
    return Outcome(measured, clock.passed, cores, interrupted)


class Clock:
    """The time that is shared, and how much of the processor it has brought so far."""

    def __init__(self, seconds: float, cores: int) -> None:
        self._start, self._seconds, self._cores = monotonic(), seconds, cores
        self._spent = 0

    @property
    def left(self) -> float:
        """Seconds until time is up, 0 from then on."""
        return max(self._start + self._seconds - monotonic(), 0)

    @property
    def passed(self) -> float:
        """Seconds that have gone."""
        return monotonic() - self._start

    def note(self, spent: int) -> None:
        """Count nanoseconds of the processor."""
        self._spent += spent

    def share(self, among: int) -> int:
        """Return the nanoseconds of the processor that each of so many may take: half of what is left, or the end."""
        gained = self._spent / (self.passed * self._cores * SECOND_NS)
        part = self.left if self.left < self._seconds * LAST_ROUND else self.left / 2
        return round(part * self._cores / among * SECOND_NS * min(max(gained, LEAST_GAIN), 1))

    @property
    def is_over(self) -> bool:
        """Whether another round would not be worth it."""
        return self.left < self._seconds * LAST_ROUND / 4


def _rounds(
    pool: Pool, materials: Materials, trials: Sequence[Trial], clock: Clock
) -> Iterator[tuple[Trial, Measured]]:
    """Give what comes of the turns; raises Late where time is up before the last one's end."""
    done = dict.fromkeys(trials, 0)
    unfinished = [REFERENCE]
    while unfinished and not clock.is_over:
        share = clock.share(len(unfinished))
        turns = [Turn(at, trial, done[trial], share) for at, trial in enumerate(unfinished)]
        results = pool.imap_unordered(_take_turn, turns)
        for _ in turns:
            at, found = results.next(clock.left)
            done[turns[at].trial] += len(found.stored)
            clock.note(found.spent)
            yield turns[at].trial, found
        unfinished = [trial for trial in trials if done[trial] < expected(materials, trial)]


def expected(materials: Materials, trial: Trial) -> int:
    """Return how many values a trial is to see."""
    material = materials[trial.recoding]
    return len(material.values) - material.begin(trial)


def _cores() -> int:
    affinity: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _start_pool(cores: int, materials: Materials) -> Pool:
    """Start processes that Ctrl-C does not reach: it is for this one, which ends them."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return get_context("spawn").Pool(cores, _start_worker, (dict(materials),))
    finally:
        signal.signal(signal.SIGINT, before)


def _start_worker(materials: dict[str, Material]) -> None:
    _materials.update(materials)


def _take_turn(turn: Turn) -> tuple[int, Measured]:
    return turn.number, measure(turn.trial, _materials[turn.trial.recoding], turn.done, turn.share)
