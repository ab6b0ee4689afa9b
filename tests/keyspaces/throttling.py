"""Throttling: statements that are answered with a timeout and no response, on demand or above a rate.

The service has no error of its own for it: a client gets a WriteTimeout or ReadTimeout with 0 of 2 responses.
"""

import time
from dataclasses import dataclass, field

from .errors import ReadTimeout, WriteTimeout
from .statements import READ, WRITE


@dataclass
class Bucket:
    """Lets so many through in a second; what is unused is kept for a second."""

    rate: float | None = None
    left: float = 0.0
    filled: float = field(default_factory=time.monotonic)

    def take(self, count, rate=None):
        """Take from the bucket, and tell whether there was enough."""
        if rate != self.rate:
            self.rate, self.left = rate, rate or 0.0
        if rate is None:
            return True
        now = time.monotonic()
        self.left = min(self.rate, self.left + (now - self.filled) * self.rate)
        self.filled = now
        if self.left < count:
            return False
        self.left -= count
        return True


@dataclass
class Throttle:
    """What is throttled. Fields can be set at any time."""

    writes: int = 0
    """How many of the next writes are."""
    reads: int = 0
    """How many of the next reads of the account's tables are."""
    write_type: str = "SIMPLE"
    applied: bool = False
    """Whether throttled writes are carried out all the same, as a client must expect."""
    write_rate: float | None = None
    """Writes a second that get through."""
    read_rate: float | None = None
    """Reads a second that get through."""
    refused: int = 0
    """How many statements were throttled."""
    buckets: dict = field(default_factory=lambda: {READ: Bucket(), WRITE: Bucket()})

    def hits(self, treatment, count=1):
        """Tell whether the next statement, or batch of so many, is throttled."""
        if treatment == WRITE and self.writes > 0:
            self.writes -= 1
            hit = True
        elif treatment == READ and self.reads > 0:
            self.reads -= 1
            hit = True
        else:
            rate = self.write_rate if treatment == WRITE else self.read_rate
            hit = not self.buckets[treatment].take(count, rate)
        self.refused += hit
        return hit

    def error(self, treatment, consistency):
        """Return the error of a throttled statement."""
        return WriteTimeout(consistency, self.write_type) if treatment == WRITE else ReadTimeout(consistency)
