"""A Zstandard dictionary that is trained on one half of a sample."""

from collections.abc import Sequence
from typing import NamedTuple

import zstandard

LARGEST, SMALLEST = 112_640, 256
"""Bytes of a dictionary: that of the zstd program at most, and what its trainer takes at least."""
SAMPLE_PER_BYTE = 20
"""Bytes to train on for each one of the dictionary."""
LEVEL = 3
"""That of the zstd program, at which the gain is told."""
SEGMENT, DMER = 1024, 8
"""Parameters of the COVER algorithm, set as searching for the best ones takes longer than all else."""


def train(values: Sequence[bytes]) -> bytes | None:
    """Return a dictionary for values like these; None where they are too few or too short to learn from."""
    size = min(sum(map(len, values)) // SAMPLE_PER_BYTE, LARGEST)
    if size < SMALLEST:
        return None
    try:
        return zstandard.train_dictionary(size, list(values), k=min(SEGMENT, size), d=DMER).as_bytes()
    except zstandard.ZstdError:
        return None


class Gain(NamedTuple):
    """What a dictionary gains on values that it has not seen: bytes plain, and at level 3 without it and with it."""

    values: int
    plain: int
    without: int
    stored: int


def gain_of(dictionary: bytes, unseen: Sequence[bytes]) -> Gain:
    """Compress values that the dictionary was not trained on without it and with it."""
    without = zstandard.ZstdCompressor(level=LEVEL)
    trained = zstandard.ZstdCompressor(level=LEVEL, dict_data=zstandard.ZstdCompressionDict(dictionary))
    sizes = (sum(map(len, values)) for values in (unseen, map(without.compress, unseen), map(trained.compress, unseen)))
    return Gain(len(unseen), *sizes)
