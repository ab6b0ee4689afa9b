"""Time from the start of the program to its prompt, of cqlsh-ext against stock cqlsh, run in turn.

bin/cassandra start
.venv/bin/python benchmarks/start_up.py HOST PORT [PAIRS]
"""

import os
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import pexpect
from typing_keys import CURSOR_ANSWER, CURSOR_QUESTION

PAIRS = 15
PROMPT = b"cqlsh>"
STOCK, EXT = "cqlsh", "cqlsh-ext"


class Started(NamedTuple):
    """Seconds until the prompt stood there."""

    wall: float
    cpu: float
    """Of the program and of those that it ran, up to its end right behind the prompt."""


def start(program: str, host: str, port: str, home: str) -> Started:
    """Run a program up to its prompt, and leave it there."""
    environment = {"HOME": home, "PATH": os.defpath, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    before = _children_cpu()
    begin = time.perf_counter()
    child = pexpect.spawn(
        str(Path(sys.executable).with_name(program)), [host, port], env=environment, dimensions=(50, 200), timeout=60
    )
    child.delaybeforesend = None
    seen = b""
    while PROMPT not in seen:
        seen += child.read_nonblocking(1 << 16, timeout=60)
        if CURSOR_QUESTION in seen:
            child.send(CURSOR_ANSWER)
            seen = seen.replace(CURSOR_QUESTION, b"")
    wall = time.perf_counter() - begin
    child.kill(9)
    child.close(force=True)
    return Started(wall, _children_cpu() - before)


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(host: str, port: str, pairs: str = str(PAIRS)) -> None:
    """Print what both took, and the ratio."""
    with tempfile.TemporaryDirectory() as home:
        for program in (STOCK, EXT):
            start(program, host, port, home)
        runs = [(start(EXT, host, port, home), start(STOCK, host, port, home)) for _ in range(int(pairs))]
    print(f"{pairs} pairs of starts: seconds of {EXT}, of {STOCK}, and the ratio, medians")
    for name in Started._fields:
        ours, theirs = ([getattr(run[which], name) for run in runs] for which in (0, 1))
        ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
        print(f"{name:>6}  {statistics.median(ours):.2f}  {statistics.median(theirs):.2f}  {ratio:.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
