"""RATIO ... FULL against the bare driver that counts the bytes of the same rows, with as many statements under way.

bin/cassandra start
.venv/bin/python benchmarks/ratio_full.py HOST PORT [ROWS]
"""

import json
import statistics
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from cassandra.cluster import Cluster, Session
from cassandra.concurrent import execute_concurrent_with_args
from cassandra.query import SimpleStatement, tuple_factory
from select_compressed import CODECS
from service_models import documents

from cqlsh_ext.ratio.ring import RINGS
from cqlsh_ext.shell.lanes import LANES, fitting_rows
from cqlsh_ext.shell.sources import RANGES

ROWS, DISTINCT, PAIRS = 1_000_000, 2_000, 5
TABLES = {"ratio_json": 2_000, "ratio_stored": 7_000}
"""Bytes of JSON in a document: 2 KB of it, and as much as raw snappy makes about 2 KB of."""
BARE = "--bare"


def main(host: str, port: str, rows: int = ROWS) -> None:
    """Fill the tables if they are not there, and print how RATIO's rows a second compare with the driver's."""
    program = str(Path(sys.executable).with_name("cqlsh-ext"))
    with Cluster([host], port=int(port)) as cluster:
        for table, size in TABLES.items():
            stored = fill(cluster.connect(), table, rows, size)
            page = str(fitting_rows([(0, value) for value in stored]))
            ours = [program, host, port, "-e", f"RATIO bench.{table} FULL AS JSON"]
            theirs = [sys.executable, __file__, BARE, host, port, table, page]
            ratios = [seconds(theirs) / seconds(ours) for _ in range(PAIRS)]
            print(
                f"{rows:,} rows of {sum(map(len, stored)) // len(stored):,} bytes, {size:,} of JSON: RATIO reads"
                f" {statistics.median(ratios):.0%} ({min(ratios):.0%} to {max(ratios):.0%}) of the rows a second",
                flush=True,
            )


def fill(session: Session, table: str, rows: int, size: int) -> Sequence[bytes]:
    """Store so many rows; return the values, of which each is stored many times."""
    stored = [CODECS["snappy"](document) for document in documents(DISTINCT, size)]
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS bench WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"
    )
    session.execute(f"CREATE TABLE IF NOT EXISTS bench.{table} (id int PRIMARY KEY, data blob)")
    if session.execute(f"SELECT id FROM bench.{table} WHERE id = {rows - 1}").one() is None:
        insert = session.prepare(f"INSERT INTO bench.{table} (id, data) VALUES (?, ?)")
        values = zip(range(rows), cycle(stored), strict=False)
        while part := list(islice(values, 10_000)):
            execute_concurrent_with_args(session, insert, part, raise_on_first_error=True)
    return stored


def seconds(command: Sequence[str]) -> float:
    """Run a command that prints a JSON object; return the seconds that it says."""
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return float(json.loads(done.stdout)["seconds"])


def count_bytes(host: str, port: str, table: str, page: str) -> None:
    """Read all rows with the driver alone, and print what that took."""
    with Cluster([host], port=int(port)) as cluster:
        session = cluster.connect("bench")
        session.row_factory = tuple_factory
        start = time.perf_counter()
        total = sum(len(row[1]) for rows in pages(session, table, int(page)) for row in rows)
        print(json.dumps({"seconds": time.perf_counter() - start, "bytes": total}))


def pages(session: Session, table: str, page: int) -> Iterator[Sequence[Any]]:
    """Give the pages of all ranges of tokens."""
    ring = next(iter(RINGS.values()))
    ranges = (ring.part(number, RANGES) for number in range(RANGES))
    under_way: deque[Any] = deque()
    while True:
        for after, upto in islice(ranges, LANES - len(under_way)):
            text = f"SELECT id, data FROM {table} WHERE token(id) > {after} AND token(id) <= {upto}"
            under_way.append(session.execute_async(SimpleStatement(text, fetch_size=page)))
        if not under_way:
            return
        future = under_way.popleft()
        rows = future.result().current_rows
        if future.has_more_pages:
            future.start_fetching_next_page()
            under_way.append(future)
        yield rows


if __name__ == "__main__":
    if sys.argv[1] == BARE:
        count_bytes(*sys.argv[2:])
    else:
        main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
