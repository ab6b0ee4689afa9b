"""COPY of 100,000 wide rows and of documents, both ways, against stock cqlsh.

bin/cassandra start
.venv/bin/python benchmarks/copy_tables.py HOST PORT
"""

import random
import sys
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path

from cassandra.cluster import Cluster, Session
from cassandra.concurrent import execute_concurrent_with_args
from compare import compare, seconds
from service_models import documents

ROWS, DOCUMENTS = 100_000, 10_000
WORDS = ("order", "customer", "street", "city", "price", "quantity", "pending", "note", "invoice", "total")
TYPES = {
    "wide": ("int", "int", "bigint", "text", "text", "timestamp", "uuid", "double", "boolean", "map<text, int>"),
    "documents": ("int", "text"),
}
PAIRS = 5


def wide_rows() -> Iterator[Sequence[object]]:
    """Give rows of many types, the same ones at each call."""
    source = random.Random(4)
    start = datetime(2024, 1, 1, tzinfo=timezone.utc)
    for number in range(ROWS):
        yield (
            number,
            source.randrange(10**6),
            source.randrange(10**15),
            " ".join(source.choices(WORDS, k=4)),
            source.choice(WORDS),
            start + timedelta(milliseconds=source.randrange(10**10)),
            uuid.UUID(int=source.getrandbits(128), version=4),
            source.random() * 1000,
            source.random() < 0.5,
            {word: source.randrange(100) for word in source.sample(WORDS, 2)},
        )


def document_rows() -> Iterator[Sequence[object]]:
    """Give documents from 1 to 60 KB, most of them small."""
    for number, document in enumerate(documents(DOCUMENTS, 3_300)):
        yield number, document.decode() * (20 if number % 50 == 0 else 1)


def fill(session: Session, table: str, rows: Iterator[Sequence[object]], count: int) -> None:
    """Make a table, and one like it to copy into; store rows if they are not there."""
    names = [f"c{number}" for number in range(len(TYPES[table]))]
    columns = ", ".join(map(" ".join, zip(names, TYPES[table], strict=True)))
    for name in (table, f"{table}_copied"):
        session.execute(f"CREATE TABLE IF NOT EXISTS bench.{name} ({columns}, PRIMARY KEY (c0))")
    if session.execute(f"SELECT count(*) FROM bench.{table}").one()[0] != count:
        marks = ", ".join("?" * len(names))
        insert = session.prepare(f"INSERT INTO bench.{table} ({', '.join(names)}) VALUES ({marks})")
        execute_concurrent_with_args(session, insert, rows, raise_on_first_error=True)


def main(host: str, port: str) -> None:
    """Fill the tables if they are not there, and print ratios."""
    with Cluster([host], port=int(port)) as cluster, tempfile.TemporaryDirectory() as folder:
        session = cluster.connect()
        replication = "{'class': 'SimpleStrategy', 'replication_factor': 1}"
        session.execute(f"CREATE KEYSPACE IF NOT EXISTS bench WITH replication = {replication}")
        fill(session, "wide", wide_rows(), ROWS)
        fill(session, "documents", document_rows(), DOCUMENTS)
        for table in TYPES:
            file = Path(folder, f"{table}.csv")
            show(f"COPY {table} TO", host, port, f"COPY bench.{table} TO '{file}'")
            options = "" if table == "wide" else " WITH MINBATCHSIZE=1 AND MAXBATCHSIZE=1"
            show(f"COPY {table} FROM{options}", host, port, f"COPY bench.{table}_copied FROM '{file}'{options}")
        for _ in range(PAIRS):
            session.execute("TRUNCATE bench.documents_copied")
            seconds([program("cqlsh-ext"), host, port, "-e", f"COPY bench.documents_copied FROM '{file}'"])
            stored = session.execute("SELECT count(*) FROM bench.documents_copied").one()[0]
            print(f"COPY documents FROM, default options: {stored:,} of {DOCUMENTS:,} rows are there", flush=True)


def show(work: str, host: str, port: str, statement: str) -> None:
    """Print how long stock takes for a statement over how long this does."""
    ratio = compare(*([program(name), host, port, "-e", statement] for name in ("cqlsh", "cqlsh-ext")), PAIRS)
    print(f"{work}: cqlsh over cqlsh-ext {ratio}", flush=True)


def program(name: str) -> str:
    """Return where a program is."""
    return str(Path(sys.executable).with_name(name))


if __name__ == "__main__":
    main(*sys.argv[1:])
