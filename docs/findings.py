"""Writes docs/findings.md: what articles measured by hand, each as one command on data that are made here.

Run it as `.venv/bin/python docs/findings.py HOST PORT` on a machine that does nothing else; it makes the keyspace
`findings`, which is gone afterwards.
"""

import gzip
import json
import random
import struct
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cramjam
from cassandra.cluster import EXEC_PROFILE_DEFAULT, Cluster, ExecutionProfile, Session
from cassandra.concurrent import execute_concurrent_with_args
from cassandra.policies import WhiteListRoundRobinPolicy

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent / "benchmarks"))
from service_models import documents_in_bands  # noqa: E402

PAGE = DOCS / "findings.md"
PROGRAM = Path(sys.executable).with_name("cqlsh-ext")
KEYSPACE = "findings"
WIDTH = 120
SMALL_DOCUMENTS, COUNTERS, LOG_LINES = 20_000, 20_000, 5_000
CITIES = ("Rotterdam", "Antwerp", "Hamburg", "Gdansk", "Valencia")
HEAD = """# Findings

What articles on compression measured by hand, each as one command on data that
[docs/findings.py](findings.py) makes, with its output. It has the articles' form and sizes, and not their contents:
ratios differ from theirs, and what follows from them does not.
"""


class Finding(NamedTuple):
    """One article: what it found, the table that shows it, and the command."""

    title: str
    found: str
    schema: str
    rows: Callable[[], Iterator[tuple[Any, ...]]]
    insert: str
    command: str


def article_documents() -> Iterator[tuple[int, bytes]]:
    """Give JSON in the bands of the article on Keyspaces, as raw snappy."""
    for number, document in enumerate(documents_in_bands()):
        yield number, bytes(cramjam.snappy.compress_raw(document))


def small_documents() -> Iterator[tuple[int, bytes]]:
    """Give JSON of about 278 bytes as a Java string in gzip, at the level that is fastest."""
    source = random.Random(2016)
    for number in range(SMALL_DOCUMENTS):
        city, street = source.choice(CITIES), source.randrange(1, 400)
        document = {
            "id": f"user::{number:07}", "type": "user", "name": f"First{source.randrange(500)} Last{number % 997}",
            "email": f"user{number}@example.org", "city": city, "street": f"Harbour road {street}",
            "created": f"2016-0{source.randrange(1, 10)}-{source.randrange(10, 29)}T08:{source.randrange(10, 60)}:00Z",
            "visits": source.randrange(9000), "score": round(source.random(), 4), "tags": ["a1", "b2"], "active": True,
        }  # fmt: skip
        text = json.dumps(document).encode()
        yield number, gzip.compress(b"\xac\xed\0\x05t" + struct.pack(">H", len(text)) + text, 1, mtime=0)


def counters() -> Iterator[tuple[int]]:
    """Give the keys of counters."""
    return ((number,) for number in range(COUNTERS))


def log_lines() -> Iterator[tuple[int, str]]:
    """Give entries of a log, as OpenSearch stores them: JSON of half a KB."""
    source = random.Random(2023)
    for number in range(LOG_LINES):
        path = f"/products/{source.choice(CITIES).lower()}/{source.randrange(10**6)}"
        address = f"10.{source.randrange(256)}.{source.randrange(256)}.{source.randrange(1, 255)}"
        entry = {
            "@timestamp": f"2023-06-{1 + number % 28:02}T{number % 24:02}:00:{number % 60:02}.{number % 1000:03}Z",
            "clientip": address, "status": source.choice((200, 200, 200, 304, 404)), "bytes": source.randrange(10**5),
            "request": f"GET {path} HTTP/1.1", "referer": f"https://www.example.org{path}?from={number % 50}",
            "agent": f"Mozilla/5.0 (X11; Linux x86_64; rv:{90 + number % 20}.0) Gecko/20100101 Firefox/115.0",
            "trace": f"{source.getrandbits(128):032x}", "took_ms": source.randrange(900),
        }  # fmt: skip
        yield number, json.dumps(entry)


FINDINGS = (
    Finding(
        "A. Compress and conquer with Amazon Keyspaces",
        """11,876 JSON documents in four bands of sizes, as raw snappy, took 35 % less, 1.53 to 1. The same bands
        before and after, the ratio, and what decoding a value costs:""",
        "documents (id int PRIMARY KEY, data blob)",
        article_documents,
        "INSERT INTO documents (id, data) VALUES (?, ?)",
        "RATIO findings.documents FULL",
    ),
    Finding(
        "B. Shrinking your Couchbase memory footprint with compression",
        """JSON documents of 278 bytes, as Java strings in gzip at its best speed, took 107 bytes each, and building
        them took six times as long. The line of `gzip 1` says what it saves on such documents and what it
        costs to write one and to read one; the others say what else there is:""",
        "users (id int PRIMARY KEY, data blob)",
        small_documents,
        "INSERT INTO users (id, data) VALUES (?, ?)",
        "ADVISE findings.users (data) FOR speed",
    ),
    Finding(
        "D. Optimising counters in Apache Cassandra",
        """A read of a counter needs 8 bytes and decompresses a chunk of 64 KB. Chunks of 4 KB, and then of 2, read 90
        % less from disk, for more memory for their offsets:""",
        "hits (id int PRIMARY KEY, n counter) WITH compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 64}",
        counters,
        "UPDATE hits SET n = n + 1 WHERE id = ?",
        "ADVISE findings.hits",
    ),
    Finding(
        "E. Optimize storage prices in Amazon OpenSearch Service utilizing Zstandard compression",
        """Three figures compare codecs: ratio, compression speed and decompression speed. By these, zstd at levels 1
        to 6 was set against LZ4 and zlib: with a dictionary it compresses better than zlib at the read
        latency of LZ4, and without one a little less than zlib:""",
        "log (id int PRIMARY KEY, entry text)",
        log_lines,
        "INSERT INTO log (id, entry) VALUES (?, ?)",
        "ADVISE findings.log (entry)",
    ),
)


def fill(session: Session) -> None:
    """Make the keyspace and its tables, and store the rows."""
    session.execute(f"DROP KEYSPACE IF EXISTS {KEYSPACE}")
    replication = "{'class': 'SimpleStrategy', 'replication_factor': 1}"
    session.execute(f"CREATE KEYSPACE {KEYSPACE} WITH replication = {replication}")
    session.set_keyspace(KEYSPACE)
    for finding in FINDINGS:
        session.execute(f"CREATE TABLE {finding.schema}")
        execute_concurrent_with_args(session, session.prepare(finding.insert), finding.rows())


def section(finding: Finding, address: list[str]) -> str:
    """Run the command of a finding, and write its part of the page."""
    command = [str(PROGRAM), *address, "-e", finding.command, "--sample-seed", "1", "--no-color"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = textwrap.fill(" ".join(finding.found.split()), WIDTH)
    return f"\n## {finding.title}\n\n{found}\n\n```text\ncqlsh> {finding.command};\n{shown}```\n"


def main(host: str, port: str) -> None:
    """Write the page."""
    profile = ExecutionProfile(WhiteListRoundRobinPolicy([host]), request_timeout=60)
    with Cluster([host], int(port), execution_profiles={EXEC_PROFILE_DEFAULT: profile}) as cluster:
        session = cluster.connect()
        fill(session)
        try:
            sections = [section(finding, [host, port]) for finding in FINDINGS]
        finally:
            session.execute(f"DROP KEYSPACE {KEYSPACE}")
    PAGE.write_text(HEAD + "".join(sections), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
