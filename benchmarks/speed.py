"""How many times faster than stock cqlsh this is, its output the same to the byte; into docs/speed.json for the README.

bin/cassandra start
.venv/bin/python benchmarks/speed.py HOST PORT
.venv/bin/python docs/tables.py
"""

import hashlib
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cassandra.cluster import Cluster
from select_compressed import CODECS
from speed_tables import KEYSPACE, WIDE, fill

FIGURES = Path(__file__).resolve().parent.parent / "docs" / "speed.json"
PROGRAMS = Path(sys.executable).parent
PAIRS = 5
PATIENCE = 120
"""Seconds that one statement may take while tables are filled."""
BUILT_AGAINST = b"WARNING: cqlsh was built against"
"""Stock prints this on standard output, in front of the first result."""
ONE_ROW = "SELECT key FROM system.local"


class Work(NamedTuple):
    """What both do: stock with its statement, this with its options and its own."""

    name: str
    theirs: str
    ours: str
    options: tuple[str, ...] = ()


class Run(NamedTuple):
    """Wall seconds, peak memory in MB, and a digest of what was written."""

    seconds: float
    memory: float
    digest: str


def works() -> list[Work]:
    """Return what is compared."""
    rows = f"SELECT * FROM {KEYSPACE}."
    text = f"{rows}text"
    return [
        Work("`-e` of one row, start to exit", ONE_ROW, ONE_ROW),
        Work("`SELECT` of 100,000 rows of ten columns", rows + WIDE, rows + WIDE),
        Work("`SELECT` of 11,876 documents from text", text, text),
        Work("the same from blobs, as hex", f"{rows}raw", f"{rows}raw", ("-d", "off")),
        Work("the same from snappy, as hex", f"{rows}snappy", f"{rows}snappy", ("-d", "off")),
        *(Work(f"the same from {codec}, decoded, against text", text, rows + codec) for codec in CODECS),
    ]


def run(command: Sequence[str]) -> Run:
    """Run a command, and read what it writes from a pipe."""
    digest = hashlib.sha256()
    start = time.perf_counter()
    with subprocess.Popen(
        ["/usr/bin/time", "-f", "%M", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        first = process.stdout.readline()
        digest.update(b"" if first.startswith(BUILT_AGAINST) else first)
        while block := process.stdout.read(1 << 20):
            digest.update(block)
        told = process.stderr.read()
    seconds = time.perf_counter() - start
    if process.returncode:
        raise SystemExit(f"exit {process.returncode}: {' '.join(command)}\n{told.decode()}")
    return Run(seconds, int(told.split()[-1]) / 1000, digest.hexdigest())


def compare(work: Work, server: Sequence[str]) -> dict[str, object]:
    """Run both in turn; return how many times faster this is, and its memory."""
    theirs = [str(PROGRAMS / "cqlsh"), *server, "-e", work.theirs]
    ours = [str(PROGRAMS / "cqlsh-ext"), *server, *work.options, "-e", work.ours]
    run(theirs), run(ours)
    pairs = [(run(theirs), run(ours)) for _ in range(PAIRS)]
    if any(stock.digest != own.digest for stock, own in pairs):
        raise SystemExit(f"{work.name}: the bytes differ")
    times = [stock.seconds / own.seconds for stock, own in pairs]
    return {
        "work": work.name,
        "median": round(statistics.median(times), 2),
        "smallest": round(min(times), 2),
        "largest": round(max(times), 2),
        "megabytes": round(max(own.memory for _, own in pairs)),
    }


def main(host: str, port: str) -> None:
    """Fill the tables, run everything, and write the figures."""
    with Cluster([host], port=int(port)) as cluster:
        session = cluster.connect()
        session.default_timeout = PATIENCE
        fill(session)
    figures = []
    for work in works():
        figures.append(compare(work, (host, port)))
        print(figures[-1])
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
