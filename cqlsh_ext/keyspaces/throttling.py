"""How often, and after which pauses, a throttled statement is sent again; and what is said when that did not help."""

import random
from collections.abc import Iterator

REPEATS = 8
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 4.0
LIMITS = (
    "Amazon Keyspaces throttles above the capacity of the table, 1,000 writes or 3,000 reads (in units) a second on"
    " one partition, and 3,000 statements a second on one connection; CloudWatch tells which it was"
)


def pause_before(repeat: int) -> float:
    """Return the seconds before a repeat, counted from 1: doubled each time, up to half of them left out by chance."""
    longest = min(FIRST_PAUSE * 2.0 ** min(repeat - 1, REPEATS), LONGEST_PAUSE)
    return longest * random.uniform(0.5, 1)  # noqa: S311 - spreads clients


def pauses() -> Iterator[float]:
    """Return the seconds before each repeat."""
    return map(pause_before, range(1, REPEATS + 1))


def explain(*, repeats: int, why_not: str | None, reads: bool) -> str:
    """Tell what a timeout without a response means; `why_not` is what spoke against repeats."""
    tried = f"Throttled, {repeats + 1} times in a row" if repeats else "Throttled"
    if reads:
        return f"{tried}: {LIMITS}."
    again = f"was not sent again, as {why_not}: look before you do" if why_not else "can be run again safely"
    return f"{tried}: it may have been written all the same, and {again}. {LIMITS}."
