"""A bar on standard error that shows how far long work is, with its rate and the time that is left."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from tqdm import tqdm

Item = TypeVar("Item")

PATIENCE_SECONDS = 0.5
"""How long work may take before it is worth a bar."""
tqdm.monitor_interval = 0  # a thread that nobody needs


def bar(items: Iterable[Item], most: int | None, unit: str = "rows") -> Iterator[Item]:
    """Give the items and count them on a terminal; the bar is gone when they are."""
    shown = tqdm(
        items,
        total=most or None,
        unit=f" {unit}",
        file=sys.stderr,
        delay=PATIENCE_SECONDS,
        leave=False,
        dynamic_ncols=True,
    )
    yield from shown
