"""What each trial gives, reckoned for all values of the sample."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil
from random import Random
from typing import NamedTuple

from cqlsh_ext.advise.codecs import Codec
from cqlsh_ext.advise.recoding import Recoded
from cqlsh_ext.advise.sample import Sample
from cqlsh_ext.advise.trial import REFERENCE, Measured, Trial
from cqlsh_ext.ratio.rows import WRITE_UNIT

OVERHEAD_BYTES = 1024
NS_PER_MS = 1_000_000


class Times(NamedTuple):
    """Milliseconds of the processor that a value takes."""

    median: float
    p99: float


@dataclass(frozen=True)
class Figures:
    """What one trial gives; speeds are plain megabytes in a second of one core."""

    trial: Trial
    values: int
    """Those it was tried on."""
    complete: bool
    """Whether it got to all that it was to see."""
    stored: float
    """Bytes that all values of the sample would take."""
    ratio: float
    write_speed: float
    read_speed: float
    write_times: Times
    read_times: Times
    write_units: float
    """Units of Amazon Keyspaces that writing all values takes, with the rest of their rows."""
    overhead: int
    """Bytes by which a KB grows that cannot be compressed."""

    @property
    def speed(self) -> float:
        """Plain megabytes in a second of one core that writes and reads them once."""
        return 1 / (1 / self.write_speed + 1 / self.read_speed)


def figures_of(sample: Sample, recoded: Mapping[str, Recoded], measured: Mapping[Trial, Measured]) -> list[Figures]:
    """Return the figures of every trial that got a turn.

    A trial that saw some of the values only, as time was short or as a dictionary was trained on the others, is
    reckoned up to all of them by the ratio estimator, the sizes that zstd 1 gives being the known ones.
    """
    known = _known(sample, measured)
    return [_figures(trial, found, sample, recoded.get(trial.recoding), known) for trial, found in measured.items()]


def _known(sample: Sample, measured: Mapping[Trial, Measured]) -> Sequence[int]:
    reference = measured.get(REFERENCE)
    complete = reference is not None and len(reference.stored) == len(sample.values)
    return reference.stored if reference and complete else [len(value) for value in sample.values]


def _figures(trial: Trial, found: Measured, sample: Sample, recoded: Recoded | None, known: Sequence[int]) -> Figures:
    begin = len(sample.values) // 2 if trial.with_dictionary else 0
    seen = slice(begin, begin + len(found.stored))
    plain = [len(value) for value in sample.values[seen]]
    writing = _sums(found.compress, recoded.written[seen] if recoded else ())
    reading = _sums(found.decompress, recoded.read[seen] if recoded else ())
    scale = sum(known) / sum(known[seen])
    stored = sum(found.stored) * scale
    units = sum(write_units(size, rest) for size, rest in zip(found.stored, sample.rests[seen], strict=True))
    return Figures(
        trial,
        len(plain),
        begin + len(plain) == len(sample.values),
        stored,
        sample.plain / stored,
        _speed(plain, writing),
        _speed(plain, reading),
        _times(writing),
        _times(reading),
        units * len(sample.values) / len(plain),
        overhead(trial.codec),
    )


def write_units(size: int, rest: int) -> int:
    """Return the units that a row takes of which one value has this size, and the rest that one."""
    return ceil((size + rest) / WRITE_UNIT)


@cache
def overhead(codec: Codec) -> int:
    """Return the bytes by which a KB grows that cannot be compressed."""
    noise = Random(OVERHEAD_BYTES).randbytes(OVERHEAD_BYTES)  # noqa: S311 - the same for all, and nothing is secret
    return len(codec.coder().compress(noise)) - OVERHEAD_BYTES


def _sums(times: Sequence[int], more: Sequence[int]) -> list[int]:
    return [first + second for first, second in zip(times, more, strict=True)] if more else list(times)


def _speed(plain: Sequence[int], nanoseconds: Sequence[int]) -> float:
    return sum(plain) * 1_000 / max(sum(nanoseconds), 1)


def _times(nanoseconds: Sequence[int]) -> Times:
    ordered = sorted(nanoseconds)
    ranks = (ceil(share * len(ordered)) - 1 for share in (0.5, 0.99))
    return Times(*(ordered[rank] / NS_PER_MS for rank in ranks))


def front(figures: Sequence[Figures]) -> list[Figures]:
    """Return those that no other beats in both ratio and speed, the fastest first."""
    found: list[Figures] = []
    for each in sorted(figures, key=lambda each: (-each.speed, -each.ratio)):
        if not found or each.ratio > found[-1].ratio:
            found.append(each)
    return found
