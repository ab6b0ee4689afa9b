"""Rows of COPY FROM on their way: what was read of each, what is sent, and how much is sent without an answer."""

import threading
from collections.abc import Sequence
from typing import Any


class Converted(list[Any]):
    """The values of a row."""

    def __init__(self, values: Sequence[Any], read: list[str]) -> None:
        super().__init__(values)
        self.read = read
        """The row as it was read."""
        self.bound: list[Any] = []
        """The values as they are sent, where the statement is prepared."""
        self.size = 0
        """In bytes."""
        self.in_flight = 0
        """In bytes, while the row is sent."""
        self.settled = False
        """Whether it was written or told of."""


def unsettled(rows: Sequence[Any]) -> list[Any]:
    """Return the rows that were neither written nor told of; those that could not be converted never were."""
    return [row for row in rows if not (isinstance(row, Converted) and row.settled)]


def settle(rows: Sequence[Any]) -> int:
    """Note that rows were written or told of; return how many were not before."""
    new = unsettled(rows)
    for row in new:
        if isinstance(row, Converted):
            row.settled = True
    return len(new)


class Flight:
    """What was sent without an answer, in bytes; safe to use from several threads."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._bytes = 0
        self._changed = threading.Condition()

    def depart(self, rows: Sequence[Converted]) -> None:
        """Wait until there is room for rows; there always is for one batch."""
        size = sum(row.size for row in rows)
        with self._changed:
            self._changed.wait_for(lambda: not self._bytes or self._bytes + size <= self._limit)
            self._bytes += size
        for row in rows:
            row.in_flight = row.size

    def arrive(self, rows: Sequence[Any]) -> None:
        """Make room; rows that were not sent are none of it."""
        with self._changed:
            for row in rows:
                if isinstance(row, Converted):
                    self._bytes -= row.in_flight
                    row.in_flight = 0
            self._changed.notify()
