"""A process that counts what another one reads: counts come in, then extracts of rows, and the counts go back."""

import pickle
import sys

READY = b"+"


def main() -> None:
    """Count until there is nothing more to count."""
    received, answers = sys.stdin.buffer, sys.stdout.buffer
    counts = pickle.load(received)  # noqa: S301 - from the process that started this one, as is all below
    answers.write(READY)
    answers.flush()
    while (extract := pickle.load(received)) is not None:  # noqa: S301
        counts.add(extract)
    pickle.dump(counts, answers)
    answers.flush()
