"""One INSERT over thousands of lines against stock cqlsh, and 10 MB of INSERTs against the driver, one after the other.

bin/cassandra start
.venv/bin/python benchmarks/read_statements.py HOST PORT
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from itertools import accumulate, takewhile
from pathlib import Path

from cassandra.cluster import Cluster
from compare import compare
from service_models import documents

LINES = 3_245
BYTES = 10_000_000
TABLE = "bench.inserted"
PAIRS = 3


def pretty(lines: int) -> str:
    """Return an INSERT of one document that goes over so many lines."""
    rows = json.dumps(list(map(json.loads, documents(lines // 20, 400))), indent=0).splitlines()
    text = "\n".join(rows[: lines - 1]).replace("'", "''")
    return f"INSERT INTO {TABLE} (id, data) VALUES (-1, '{text}\n');\n"


def inserts(size: int, of: int) -> Iterator[str]:
    """Give INSERTs of so many bytes in all, of documents of `of` bytes."""
    lines = [
        f"INSERT INTO {TABLE} (id, data) VALUES ({number}, '{document.decode().replace(chr(39), 2 * chr(39))}');\n"
        for number, document in enumerate(documents(size // of, of))
    ]
    ends = accumulate(map(len, lines))
    yield from (line for line, _ in takewhile(lambda each: each[1] <= size, zip(lines, ends, strict=True)))


def drive(host: str, port: str, file: str) -> None:
    """Have the driver execute the lines of a file, one after the other."""
    with Cluster([host], port=int(port)) as cluster, Path(file).open(encoding="utf-8") as lines:
        session = cluster.connect()
        for line in lines:
            session.execute(line)


def main(host: str, port: str) -> None:
    """Make the table and the statements, and print one ratio each."""
    with Cluster([host], port=int(port)) as cluster:
        session = cluster.connect()
        replication = "{'class': 'SimpleStrategy', 'replication_factor': 1}"
        session.execute(f"CREATE KEYSPACE IF NOT EXISTS bench WITH replication = {replication}")
        session.execute(f"CREATE TABLE IF NOT EXISTS {TABLE} (id int PRIMARY KEY, data text)")
    programs = Path(sys.executable).parent
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "script.cql")
        arguments = [host, port, "-f", str(script)]
        script.write_text(pretty(LINES), "utf-8")
        ratio = compare([str(programs / "cqlsh"), *arguments], [str(programs / "cqlsh-ext"), *arguments], 1)
        print(f"cqlsh over cqlsh-ext, one statement of {LINES:,} lines, {script.stat().st_size:,} bytes    {ratio}")
        driver = [sys.executable, __file__, host, port, str(script)]
        for of in (800, 3_300):
            script.write_text("".join(inserts(BYTES, of)), "utf-8")
            ratio = compare([str(programs / "cqlsh-ext"), *arguments], driver, PAIRS)
            print(f"cqlsh-ext over the driver, {BYTES:,} bytes of INSERTs of documents of {of:,} bytes    {ratio}")


if __name__ == "__main__":
    drive(*sys.argv[1:]) if sys.argv[3:] else main(*sys.argv[1:])
