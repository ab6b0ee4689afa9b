"""One way to store values, what it is tried on, and what it costs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import thread_time_ns
from typing import NamedTuple, TypeVar

from cqlsh_ext.advise.codecs import CODECS, FAMILIES, Codec

ENOUGH_NS = 20_000
"""What takes less time is done again and again until it has taken this long, as the clock is not finer."""
LONG_NS = 5_000_000
"""What takes more is done once alone."""
SEPARATOR = " > "
Converted = TypeVar("Converted")


class Trial(NamedTuple):
    """A codec, what JSON is written as before it, and whether it has a dictionary."""

    codec: Codec
    recoding: str = ""
    with_dictionary: bool = False

    @property
    def name(self) -> str:
        """What a report calls it: `cbor > zstd 3 dict`."""
        before = f"{self.recoding}{SEPARATOR}" if self.recoding else ""
        return f"{before}{self.codec.name}{' dict' if self.with_dictionary else ''}"

    @property
    def is_simple(self) -> bool:
        """Whether readers need nothing but the codec."""
        return not self.recoding and not self.with_dictionary


REFERENCE = Trial(Codec("zstd", 1))
"""What every value is worth is told by what this makes of it, so it comes first."""


class Material(NamedTuple):
    """Values in one form, in random order; a dictionary is trained on the first half and tried on the second."""

    values: Sequence[bytes]
    dictionary: bytes | None

    @property
    def half(self) -> int:
        """Where the second half begins."""
        return len(self.values) // 2

    def begin(self, trial: Trial) -> int:
        """Return the first value that a trial may see."""
        return self.half if trial.with_dictionary else 0


@dataclass
class Measured:
    """What came of the values that a trial got to, in their order: bytes, and nanoseconds of the processor."""

    stored: list[int] = field(default_factory=list)
    compress: list[int] = field(default_factory=list)
    decompress: list[int] = field(default_factory=list)
    spent: int = 0
    """Nanoseconds that all of it took, repetitions included."""

    def extend(self, other: "Measured") -> None:
        """Add what came of the next values."""
        self.stored += other.stored
        self.compress += other.compress
        self.decompress += other.decompress
        self.spent += other.spent


def trials(forms: Sequence[str], with_dictionary: Sequence[str]) -> list[Trial]:
    """Return all that is to be tried, the fast ones first; forms are recodings, the empty one for the plain values."""
    found = []
    for codec in CODECS:
        found += [Trial(codec, form) for form in forms]
        if FAMILIES[codec.family].takes_dictionary:
            found += [Trial(codec, form, with_dictionary=True) for form in with_dictionary]
    return found


def measure(trial: Trial, material: Material, done: int, share: int) -> Measured:
    """Try the values behind those that are `done` for so many nanoseconds of the processor; one at least."""
    start = thread_time_ns()
    coder = trial.codec.coder(material.dictionary or b"" if trial.with_dictionary else b"")
    found = Measured()
    for value in material.values[material.begin(trial) + done :]:
        stored, compressing = _timed(coder.compress, value)
        _, decompressing = _timed(coder.decompress, stored)
        found.stored.append(len(stored))
        found.compress.append(compressing)
        found.decompress.append(decompressing)
        found.spent = thread_time_ns() - start
        if found.spent > share:
            break
    return found


def _timed(convert: Callable[[bytes], Converted], data: bytes) -> tuple[Converted, int]:
    """Return what data is converted to, and the nanoseconds of the processor that it takes where caches are warm."""
    start = thread_time_ns()
    converted = convert(data)
    taken = thread_time_ns() - start
    if taken > LONG_NS:
        return converted, taken
    times = ENOUGH_NS // max(taken, 1_000) + 1
    start = thread_time_ns()
    for _ in range(times):
        del converted  # so that the next one is written to the same memory
        converted = convert(data)
    return converted, min((thread_time_ns() - start) // times, taken)
