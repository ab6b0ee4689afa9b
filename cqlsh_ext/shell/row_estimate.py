"""How many rows COPY may have before it: of a table by the token ranges that are done, of files by their size."""

import glob
from collections.abc import Iterable
from pathlib import Path

SAMPLE_BYTES = 1 << 16
"""What is read of a file to estimate its lines."""
MURMUR3_MIN, MURMUR3_MAX, RANDOM_MAX = -(1 << 63), (1 << 63) - 1, 1 << 127
TokenRange = tuple[int | None, int | None]
"""From and to; None is the end of the ring."""


class Ranges:
    """The token ranges of a table, over which its rows are thought to lie evenly.

    `least` is the smallest token of the partitioner, -1 for RandomPartitioner, None where it is not known.
    """

    def __init__(self, ranges: Iterable[TokenRange], least: int | None) -> None:
        first = MURMUR3_MIN if least is None else least
        last = MURMUR3_MAX if first == MURMUR3_MIN else RANDOM_MAX
        self._widths = {
            each: (last if each[1] is None else each[1]) - (first if each[0] is None else each[0]) for each in ranges
        }
        self._finished_width = self._finished_rows = 0

    def finish(self, token_range: TokenRange, rows: int) -> None:
        """Note that a range is finished, and had so many rows."""
        self._finished_width += self._widths[token_range]
        self._finished_rows += rows

    @property
    def rows(self) -> int:
        """How many rows there may be in all, 0 where nothing tells."""
        if not self._finished_width:
            return 0
        return self._finished_rows * sum(self._widths.values()) // self._finished_width


def estimate_lines(patterns: str) -> int:
    """Estimate how many lines the files hold that COPY FROM names, by their size and how they begin."""
    paths = [path for pattern in patterns.split(",") for path in _matching(pattern.strip())]
    return round(sum(map(_lines_of, paths)))


def _matching(pattern: str) -> list[str]:
    return [pattern] if Path(pattern).is_file() else glob.glob(pattern)  # noqa: PTH207 - stock's patterns


def _lines_of(path: str) -> float:
    try:
        with Path(path).open("rb") as file:
            sample = file.read(SAMPLE_BYTES)
        return Path(path).stat().st_size * sample.count(b"\n") / max(len(sample), 1)
    except OSError:
        return 0
