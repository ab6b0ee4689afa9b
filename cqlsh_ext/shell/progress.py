"""What tells on standard error how far long work is: a bar with rate and time left, or a line."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from typing import Any, TypeVar

from tqdm import tqdm

from cqlsh_ext.ratio.batch import Batches

Item = TypeVar("Item")

PATIENCE_SECONDS = 0.5
"""How long work may take before it is worth a bar."""
tqdm.monitor_interval = 0  # a thread that nobody needs


def bar(items: Iterable[Item], most: int | None) -> Iterator[Item]:
    """Give the rows and count them on a terminal; the bar is gone when they are."""
    with open_bar(most, leave=False) as shown:
        for item in items:
            yield item
            shown.update()


def batch_bar(batches: Batches) -> Batches:
    """Give rows and count them on a terminal, against all there may be by the part that is done."""
    with closing(batches), open_bar(leave=False) as shown:
        share = 0.0
        for batch in batches:
            yield batch
            shown.update(len(batch.rows))
            share += batch.share
            if batch.share and shown.n:
                shown.total = max(round(shown.n / min(share, 1.0)), shown.n)


def open_bar(most: int | None = None, *, leave: bool = True) -> Any:
    """Return tqdm's bar for rows, which stands when it is closed if it is to leave itself behind."""
    return tqdm(
        total=most or None,
        unit=" rows",
        file=sys.stderr,
        dynamic_ncols=True,
        delay=PATIENCE_SECONDS,
        leave=leave,
    )


def open_line() -> Any:
    """Return tqdm's bar without a bar: a line that is cut at the width of the terminal, and gone when it is closed."""
    return tqdm(bar_format="{desc}{bar}", file=sys.stderr, dynamic_ncols=True, leave=False)


def above(bar: Any) -> AbstractContextManager[Any]:
    """Let lines be written to standard error where a bar may be, which then moves down."""
    if bar.last_print_t < bar.start_t + bar.delay:  # as tqdm tells that it has not been drawn yet
        return nullcontext()
    moved: AbstractContextManager[Any] = tqdm.external_write_mode(file=sys.stderr)
    return moved
