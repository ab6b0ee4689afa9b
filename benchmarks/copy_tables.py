"""COPY of 100,000 wide rows and of 11,876 documents, both ways, against stock cqlsh.

bin/cassandra start
.venv/bin/python benchmarks/copy_tables.py HOST PORT
"""

import sys
import tempfile
from pathlib import Path

from cassandra.cluster import Cluster
from compare import compare, seconds
from speed import PATIENCE
from speed_tables import DOCUMENTS, KEYSPACE, WIDE, WIDE_COLUMNS, fill

PAIRS = 5
ONE_BY_ONE = " WITH MINBATCHSIZE=1 AND MAXBATCHSIZE=1"
"""What stock needs to load documents."""
TEXT_COLUMNS = "id int PRIMARY KEY, document text"


def main(host: str, port: str) -> None:
    """Fill the tables if they are not there, print ratios, and count the rows that were loaded."""
    with Cluster([host], port=int(port)) as cluster, tempfile.TemporaryDirectory() as folder:
        session = cluster.connect()
        session.default_timeout = PATIENCE
        fill(session)
        for table, columns, options in ((WIDE, WIDE_COLUMNS, ""), ("text", TEXT_COLUMNS, ONE_BY_ONE)):
            copied, file = f"{KEYSPACE}.{table}_copied", Path(folder, f"{table}.csv")
            session.execute(f"CREATE TABLE IF NOT EXISTS {copied} ({columns})")
            show(f"{table} TO", host, port, f"COPY {KEYSPACE}.{table} TO '{file}'")
            show(f"{table} FROM{options}", host, port, f"COPY {copied} FROM '{file}'{options}")
        for _ in range(PAIRS):
            session.execute(f"TRUNCATE {copied}")
            seconds([program("cqlsh-ext"), host, port, "-e", f"COPY {copied} FROM '{file}'"])
            stored = session.execute(f"SELECT count(*) FROM {copied}").one()[0]
            print(f"COPY text FROM with default options: {stored:,} of {DOCUMENTS:,} rows are there", flush=True)


def show(work: str, host: str, port: str, statement: str) -> None:
    """Print how long stock takes for a statement over how long this does."""
    ratio = compare(*([program(name), host, port, "-e", statement] for name in ("cqlsh", "cqlsh-ext")), PAIRS)
    print(f"COPY {work}: cqlsh over cqlsh-ext {ratio}", flush=True)


def program(name: str) -> str:
    """Return where a program is."""
    return str(Path(sys.executable).with_name(name))


if __name__ == "__main__":
    main(*sys.argv[1:])
