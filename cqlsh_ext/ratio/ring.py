"""The ring of tokens that a partitioner spreads partitions over evenly, and ranges of it."""

from collections.abc import Iterable
from typing import NamedTuple


class TokenRange(NamedTuple):
    """The tokens above one, up to and including another."""

    after: int
    upto: int


class Ring(NamedTuple):
    """All tokens: those above one, up to and including another."""

    after: int
    upto: int

    def part(self, number: int, parts: int) -> TokenRange:
        """Return one of so many ranges of the same width, numbered from 0."""
        width = self.upto - self.after
        return TokenRange(self.after + width * number // parts, self.after + width * (number + 1) // parts)

    def estimate_partitions(self, token: int, found: Iterable[int]) -> float:
        """Estimate how many partitions there are by the tokens that were found first above one, around the ring.

        Of k partitions, the first k - 1 are counted against the part of the ring up to the last one: the estimate
        that has no bias where tokens are random.
        """
        tokens = list(found)
        if not tokens:
            return 0.0
        width = self.upto - self.after
        passed = (tokens[-1] - token) % width or width
        return max((len(tokens) - 1) * width / passed, 1.0)


PREFIX = "org.apache.cassandra.dht."
RINGS = {
    f"{PREFIX}Murmur3Partitioner": Ring(-(1 << 63), (1 << 63) - 1),
    f"{PREFIX}RandomPartitioner": Ring(-1, 1 << 127),
}

LOCAL = frozenset({"system", "system_views", "system_virtual_schema"})
"""Keyspaces of one node, some of whose tables have a partitioner of their own."""


def ring_of(partitioner: str) -> Ring | None:
    """Return the ring of a partitioner that hashes keys to numbers, None for any other."""
    return RINGS.get(partitioner)
