"""`--retry`: the same command line again until it succeeds, with pauses that grow."""

import argparse
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from types import FrameType

from cqlsh_ext.errors import UsageError
from cqlsh_ext.setting import parse_count

FLAG = "--retry"
SHORTEST_PAUSE, LONGEST_PAUSE = 5, 60
"""Seconds."""
SIGNALLED = 128
"""The exit code of a process that a signal ended is this and the number of the signal."""


def add_retry_flag(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the flag, which takes the seconds and the attempts."""
    parser.add_argument_group("repetition").add_argument(
        FLAG,
        nargs=2,
        type=_parse_count,
        metavar=("SECONDS", "ATTEMPTS"),
        help="begin again until it succeeds: so many attempts at most, and none after so many seconds (default: none)",
    )


def make_attempts(seconds: int, attempts: int) -> int | None:
    """Fork a process for each attempt, until one leaves with 0; return the exit code of the last.

    Returns None in the processes that are to make an attempt.
    """
    end = time.monotonic() + seconds
    for attempt, pause in zip(range(1, attempts + 1), pauses(), strict=False):
        code = _make_attempt()
        if not code or code > SIGNALLED or attempt == attempts or time.monotonic() + pause > end:
            return code
        print(f"cqlsh-ext: attempt {attempt} of {attempts} failed, the next is in {pause} s", file=sys.stderr)
        try:
            time.sleep(pause)
        except KeyboardInterrupt:
            break
    return SIGNALLED + signal.SIGINT


def pauses() -> Iterator[int]:
    """Give the seconds after each attempt: back-off with jitter, as the AWS toolkit for Amazon Keyspaces has it."""
    pause = 0
    while True:
        pause = min(SHORTEST_PAUSE + random.randrange(1 + 3 * pause), LONGEST_PAUSE)  # noqa: S311 - of no secret
        yield pause


def _parse_count(text: str) -> int:
    try:
        return parse_count(text)
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _make_attempt() -> int | None:
    """Fork; return the exit code of the new process, and None within it. What interrupts a failed one is its code."""
    if not (process := os.fork()):
        return None
    received = 0

    def pass_on(number: int, _frame: FrameType | None) -> None:
        nonlocal received
        received = number
        if number != signal.SIGINT:  # which the terminal sends to both
            os.kill(process, number)

    before = {number: signal.signal(number, pass_on) for number in (signal.SIGINT, signal.SIGTERM)}
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    for number, handler in before.items():
        signal.signal(number, handler)
    if code and (ending := received or max(-code, 0)):
        return SIGNALLED + ending
    return code
