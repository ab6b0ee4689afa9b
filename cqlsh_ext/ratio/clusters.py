"""Estimates from a cluster sample: what is drawn are ranges of tokens, with all the partitions in them.

Every range is as wide as the others, and ranges are drawn without replacement, so each partition is as likely to be in
the sample as any other. Ranges hold different numbers of rows, which is why ratios and not means are estimated:
the ratio estimator of cluster sampling (W. G. Cochran, Sampling Techniques, 3rd edition, 1977, sections 6.3 and 9A.1).
Where a partition gives only some of its rows, these stand for all of them (two stages, section 11.8), and the
variance between ranges contains that within partitions (the ultimate clusters of M. H. Hansen, W. N. Hurwitz and
W. G. Madow, Sample Survey Methods and Theory, 1953).
"""

from collections.abc import Sequence
from math import inf, sqrt
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95
Pair = tuple[float, float]
"""The totals of a cluster that a ratio is made of: below and above the line."""


class Estimate(NamedTuple):
    """An estimated figure with the 95 % confidence interval around it."""

    value: float
    low: float
    high: float


class Draw(NamedTuple):
    """How many clusters were drawn out of how many, and whether each was read to the end."""

    drawn: int
    population: int
    complete: bool

    @property
    def scale(self) -> float:
        """How many clusters each drawn one stands for."""
        return self.population / self.drawn

    @property
    def is_all(self) -> bool:
        """Whether all there is was read."""
        return self.complete and self.drawn == self.population

    @property
    def correction(self) -> float:
        """The part of the variance that is left: none where all there is was drawn, and read to the end."""
        return 1 - self.drawn / self.population if self.complete else 1.0


def estimate_ratio(pairs: Sequence[Pair], draw: Draw) -> Estimate | None:
    """Estimate the ratio of two totals; None where there is nothing to divide by.

    `pairs` are the totals of those clusters that are not empty. The variance is that of Taylor's linearisation.
    """
    below, above = (sum(part) for part in zip(*pairs, strict=True)) if pairs else (0.0, 0.0)
    if not below:
        return None
    value = above / below
    residuals = [up - value * down for down, up in pairs]
    return _interval(value, residuals, draw, 1 / below)


def estimate_total(totals: Sequence[float], draw: Draw) -> Estimate:
    """Estimate the total of all clusters from those of the drawn ones that are not empty."""
    mean = sum(totals) / draw.drawn
    residuals = [total - mean for total in totals] + [-mean] * (draw.drawn - len(totals))
    return _interval(sum(totals) * draw.scale, residuals, draw, draw.scale)


def _interval(value: float, residuals: Sequence[float], draw: Draw, scale: float) -> Estimate:
    """Return the interval around a value whose linearised residuals, not the zeros among them, are these."""
    squares = [residual**2 for residual in residuals]
    if draw.drawn < 2:
        half = inf if draw.correction else 0.0
    else:
        variance = draw.correction * draw.drawn / (draw.drawn - 1) * sum(squares)
        half = quantile(_freedom(squares, draw.drawn)) * sqrt(variance) * scale
    return Estimate(value, max(value - half, 0.0), value + half)


def _freedom(squares: Sequence[float], drawn: int) -> float:
    """Return the effective degrees of freedom of a variance to which few clusters contribute most.

    F. E. Satterthwaite, An Approximate Distribution of Estimates of Variance Components, 1946.
    """
    fourth = sum(square**2 for square in squares)
    effective = sum(squares) ** 2 / fourth if fourth else drawn
    return max(min(effective, drawn - 1.0), 1.0)


def quantile(freedom: float) -> float:
    """Return the two-sided 95 % quantile of Student's t.

    By the expansion 26.7.5 of M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 1964.
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / freedom**power for power, term in enumerate(terms))
