"""The values that codecs are tried on."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

MOST_BYTES = 16 << 20
"""Plain bytes that are tried: every core holds them in three forms."""


@dataclass
class Sample:
    """Plain values, what each takes today, and what the rest of its row takes."""

    values: list[bytes] = field(default_factory=list)
    stored: list[int] = field(default_factory=list)
    rests: list[int] = field(default_factory=list)
    """Bytes of throughput on Amazon Keyspaces, key included."""
    unopened: int = 0
    """Values that could not be decoded."""
    plain: int = 0
    """Bytes of all values."""
    formats: dict[str, int] = field(default_factory=dict)
    """How often each chain of formats was there; plain values have the empty one."""

    @property
    def is_full(self) -> bool:
        """Whether there are bytes enough."""
        return self.plain >= MOST_BYTES

    def add(self, value: bytes, stored: int, rest: int, chain: Iterable[str]) -> None:
        """Take a value, unless it is empty."""
        if not value:
            return
        self.values.append(value)
        self.stored.append(stored)
        self.rests.append(rest)
        self.plain += len(value)
        name = " > ".join(chain)
        self.formats[name] = self.formats.get(name, 0) + 1

    def shuffle(self, random: Random) -> None:
        """Bring the values in random order, so that the first ones of them are a sample too."""
        order = list(range(len(self.values)))
        random.shuffle(order)
        self.values = [self.values[at] for at in order]
        self.stored = [self.stored[at] for at in order]
        self.rests = [self.rests[at] for at in order]
