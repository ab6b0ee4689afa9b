"""SELECT of 10,000 rows of 2 KB compressed JSON, decoded, against stock cqlsh printing the same rows as hex.

bin/cassandra start
.venv/bin/python benchmarks/select_compressed.py HOST PORT
"""

import gzip
import json
import random
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cramjam
import lz4.block
import zstandard
from cassandra.cluster import Cluster, Session
from cassandra.concurrent import execute_concurrent_with_args
from compare import compare

ROWS, SIZE = 10_000, 2_000
WORDS = ("order", "customer", "street", "city", "price", "quantity", "pending", "note", "invoice", "total")
CODECS: dict[str, Callable[[bytes], bytes]] = {
    "snappy": lambda data: bytes(cramjam.snappy.compress_raw(data)),
    "lz4_le32": lz4.block.compress,
    "zstd": zstandard.ZstdCompressor().compress,
    "gzip": lambda data: gzip.compress(data, 6, mtime=0),
    "zlib": zlib.compress,
}


def documents(rows: int, size: int) -> Iterator[bytes]:
    """Give JSON documents of about `size` bytes, the same ones at each call."""
    source = random.Random(2)
    for number in range(rows):
        document: dict[str, object] = {"id": number, "tags": source.sample(WORDS, 3)}
        while len(json.dumps(document)) < size:
            name = f"{source.choice(WORDS)}_{len(document)}"
            document[name] = source.choice(
                [
                    source.randrange(10**6),
                    f"{source.choice(WORDS)} {source.choice(WORDS)}",
                    source.random() < 0.5,
                ]
            )
        yield json.dumps(document).encode()


def fill(session: Session, name: str, plain: Sequence[bytes]) -> None:
    """Store documents in the table `{codec}_{name}` of each codec."""
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS bench WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"
    )
    for codec, compress in CODECS.items():
        session.execute(f"CREATE TABLE IF NOT EXISTS bench.{codec}_{name} (id int PRIMARY KEY, data blob)")
        if session.execute(f"SELECT count(*) FROM bench.{codec}_{name}").one()[0] != len(plain):
            insert = session.prepare(f"INSERT INTO bench.{codec}_{name} (id, data) VALUES (?, ?)")
            rows = [(number, compress(document)) for number, document in enumerate(plain)]
            execute_concurrent_with_args(session, insert, rows, raise_on_first_error=True)


def main(host: str, port: str) -> None:
    """Fill the tables if they are not there, and print one ratio a codec."""
    with Cluster([host], port=int(port)) as cluster:
        fill(cluster.connect(), "documents", list(documents(ROWS, SIZE)))
    programs = Path(sys.executable).parent
    print(f"{ROWS:,} rows of {SIZE:,} bytes of JSON: wall time of cqlsh-ext, decoded, over cqlsh, hex")
    for codec in CODECS:
        arguments = [host, port, "-e", f"SELECT * FROM bench.{codec}_documents"]
        ratio = compare([str(programs / "cqlsh-ext"), *arguments], [str(programs / "cqlsh"), *arguments])
        print(f"{codec:>10}  {ratio}")


if __name__ == "__main__":
    main(*sys.argv[1:])
