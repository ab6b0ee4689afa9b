"""How often each size in bytes occurs: percentiles and bands in bounded memory."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

MOST_DISTINCT = 1 << 15
"""Distinct sizes that are told apart before they are counted in buckets."""
SIGNIFICANT_BITS = 11
"""Buckets are as wide as a size of so many significant bits is exact: a thousandth of the size."""


class Sizes:
    """Counts sizes, exactly until there are too many different ones.

    From then on sizes are counted in log-linear buckets (those of HdrHistogram, Gil Tene), each named by its largest
    size: a percentile is then up to a thousandth too large, while bands, and units of 1 KB, remain exact as long as
    their bounds have no more than 11 significant bits.
    """

    def __init__(self) -> None:
        self.counts: dict[int, float] = {}
        self.exact = True
        self.largest = 0

    def add(self, size: int, weight: float = 1) -> None:
        """Count one size, `weight` times."""
        self.add_all((size,), weight)

    def add_all(self, sizes: Sequence[int], weight: float = 1) -> None:
        """Count sizes, each `weight` times."""
        if not sizes:
            return
        self.largest = max(self.largest, *sizes)
        counts = self.counts
        for key in sizes if self.exact else map(round_up, sizes):
            counts[key] = counts.get(key, 0) + weight
        if self.exact and len(self.counts) > MOST_DISTINCT:
            self._fold()

    def merge(self, other: "Sizes") -> None:
        """Count what another has counted as well."""
        largest = max(self.largest, other.largest)
        for size, weight in other.counts.items():
            self.add(size, weight)
        if self.exact and not other.exact:
            self._fold()
        self.largest = largest

    def percentiles(self, shares: Sequence[float]) -> list[int]:
        """Return for each share, rising, the smallest size that at least this share of all does not exceed."""
        ordered = sorted(self.counts)
        sums = list(accumulate(self.counts[size] for size in ordered))
        found = []
        at = 0
        for share in shares:
            while sums and at < len(sums) - 1 and sums[at] < share * sums[-1] * (1 - 1e-12):
                at += 1
            found.append(min(ordered[at], self.largest) if ordered else 0)
        return found

    def by_band(self, bounds: Sequence[int]) -> list[float]:
        """Return how many sizes are at most each bound and above the one before it, and how many are above all."""
        bands = [0.0] * (len(bounds) + 1)
        for size, weight in self.counts.items():
            bands[sum(size > bound for bound in bounds)] += weight
        return bands

    def units(self, unit: int) -> float:
        """Return how many units of so many bytes all take, each size rounded up."""
        return sum(-(-size // unit) * weight for size, weight in self.counts.items())

    def __iter__(self) -> Iterator[tuple[int, float]]:
        """Give the sizes and how often each occurs."""
        return iter(self.counts.items())

    def _fold(self) -> None:
        counts, self.counts, self.exact = self.counts, {}, False
        for size, weight in counts.items():
            self.add(size, weight)


def round_up(size: int) -> int:
    """Return the largest size of the bucket that a size is counted in."""
    shift = max(size.bit_length() - SIGNIFICANT_BITS, 0)
    return -(-size >> shift) << shift
