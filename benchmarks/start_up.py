"""Time from the start of the program to its prompt, and to the first key, of cqlsh-ext and stock cqlsh in turn.

bin/cassandra start
.venv/bin/python benchmarks/start_up.py HOST PORT [PAIRS]
"""

import os
import resource
import signal
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
KEY = "z"
"""Stands in nothing that the programs write by then."""
STOCK, EXT = "cqlsh", "cqlsh-ext"


class Started(NamedTuple):
    """Seconds from the start of a program."""

    prompt: float
    """Until the prompt stood there."""
    key: float
    """Until a key was shown that was typed then."""
    cpu: float
    """That the program and those that it ran spent until the prompt."""


def start(program: str, host: str, port: str, home: str) -> Started:
    """Run a program up to its prompt twice, and once type a key there."""
    prompt, cpu = _run(program, host, port, home, typed="")
    key, _ = _run(program, host, port, home, typed=KEY)
    return Started(prompt, key, cpu)


def _run(program: str, host: str, port: str, home: str, *, typed: str) -> tuple[float, float]:
    environment = {"HOME": home, "PATH": os.defpath, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    before = _children_cpu()
    begin = time.perf_counter()
    child = pexpect.spawn(
        str(Path(sys.executable).with_name(program)), [host, port], env=environment, dimensions=(50, 200), timeout=60
    )
    child.delaybeforesend = None
    _read_to(child, PROMPT)
    if typed:
        child.send(typed)
        _read_to(child, typed.encode())
    seconds = time.perf_counter() - begin
    child.kill(signal.SIGKILL)
    child.close(force=True)
    return seconds, _children_cpu() - before


def _read_to(child: pexpect.spawn, text: bytes) -> None:
    """Read until a text was written; say where the cursor is whenever that is asked."""
    written = b""
    while text not in written:
        written += child.read_nonblocking(1 << 16, timeout=60)
        if CURSOR_QUESTION in written:
            child.send(CURSOR_ANSWER)
            written = written.replace(CURSOR_QUESTION, b"")


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
