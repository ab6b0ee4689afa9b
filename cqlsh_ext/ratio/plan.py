"""How a sample is drawn: how wide its ranges of tokens are, and how many of them are read."""

from math import ceil
from random import Random
from typing import NamedTuple

from cqlsh_ext.ratio.batch import Probe

LARGEST_SHARE = 100
"""No partition gives more than one row in so many of the sample, unless there are fewer partitions."""
CLUSTERS = 100
"""Ranges that a sample is to consist of at least, as far as there are partitions for them."""
MOST_PARTITIONS = 8
"""Partitions that a range is to hold at most: what is read with one statement."""
FEWEST = 8
"""Ranges that even the smallest sample consists of: some of them are empty."""
PILOT = 4
"""One range in so many is read before it is settled how many are read."""


class Plan(NamedTuple):
    """How a sample is drawn."""

    rows: int
    cap: int
    """Rows that one partition gives at most."""
    ranges: int
    """Into how many ranges of the same width the ring is cut."""
    wanted: int
    """How many of them are expected to hold the rows of the sample."""

    def draw(self, random: Random) -> list[int]:
        """Draw the numbers of ranges, twice as many as are expected to be read, where there are so many."""
        return random.sample(range(self.ranges), min(2 * self.wanted, self.ranges))

    @property
    def pilot(self) -> int:
        """How many of the drawn ranges are read before the number of all is settled."""
        return ceil(self.wanted / PILOT)

    def settle(self, read: int, rows: int) -> int:
        """Return how many ranges to read in all, by the rows in those that were read."""
        if not rows:
            return min(2 * self.wanted, self.ranges)
        return max(min(ceil(self.rows * read / rows), 2 * self.wanted, self.ranges), read)


def plan_sample(rows: int, probe: Probe) -> Plan:
    """Return the plan of a sample of about so many rows."""
    cap = max(rows // LARGEST_SHARE, ceil(rows / max(probe.partitions, 1)))
    partitions = max(rows / max(min(probe.rows_each, cap), 1), 1)
    in_range = min(max(partitions / CLUSTERS, 1), MOST_PARTITIONS)
    ranges = max(round(probe.partitions / in_range), 1)
    return Plan(rows, cap, ranges, min(max(ceil(partitions / in_range), FEWEST), ranges))
