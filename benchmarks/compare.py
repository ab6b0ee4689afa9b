"""Runs two commands in turn and prints how the first one's time compares with the second's."""

import os
import statistics
import subprocess
import time
from collections.abc import Sequence
from typing import NamedTuple

PAIRS = 7


class Ratio(NamedTuple):
    """Time of ours over time of theirs, over all pairs of runs."""

    smallest: float
    median: float
    largest: float

    def __str__(self) -> str:
        return f"{self.median:.2f} ({self.smallest:.2f} to {self.largest:.2f})"


def seconds(command: Sequence[str]) -> float:
    """Run a command with its output into a pipe that is read to the end; return wall seconds."""
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        stream = process.stdout
        while stream and os.read(stream.fileno(), 1 << 20):
            pass
    if process.returncode:
        raise SystemExit(f"exit {process.returncode}: {' '.join(command)}")
    return time.perf_counter() - start


def compare(ours: Sequence[str], theirs: Sequence[str], pairs: int = PAIRS) -> Ratio:
    """Run both once to warm up, then in turn; return the ratio of their wall times."""
    seconds(ours)
    seconds(theirs)
    ratios = [seconds(ours) / seconds(theirs) for _ in range(pairs)]
    return Ratio(min(ratios), statistics.median(ratios), max(ratios))
