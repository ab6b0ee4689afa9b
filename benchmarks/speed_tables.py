"""The tables that benchmarks/speed.py reads: 100,000 wide rows, and 11,876 documents as text, raw and compressed."""

import random
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta, timezone
from uuid import UUID

from cassandra.cluster import Session
from cassandra.concurrent import execute_concurrent_with_args
from select_compressed import CODECS, WORDS
from service_models import BANDS, documents_in_bands

KEYSPACE = "speed"
WIDE = "wide"
WIDE_ROWS = 100_000
WIDE_COLUMNS = (
    "id int PRIMARY KEY, count int, total bigint, name text, mail text, changed timestamp, session uuid, price double,"
    " paid boolean, parts map<text, int>"
)
DOCUMENTS = sum(number for number, _, _ in BANDS)


def fill(session: Session) -> None:
    """Make the tables that are not there, or not whole."""
    session.execute(
        f"CREATE KEYSPACE IF NOT EXISTS {KEYSPACE}"
        " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"
    )
    _fill(session, WIDE, WIDE_COLUMNS, WIDE_ROWS, _wide_rows)
    _fill_documents(session, "text", "text", bytes.decode)
    _fill_documents(session, "raw", "blob", bytes)
    for codec, compress in CODECS.items():
        _fill_documents(session, codec, "blob", compress)


def _fill_documents(session: Session, table: str, kind: str, store: Callable[[bytes], object]) -> None:
    def rows() -> Iterable[Sequence[object]]:
        return ((number, store(document)) for number, document in enumerate(documents_in_bands()))

    _fill(session, table, f"id int PRIMARY KEY, document {kind}", DOCUMENTS, rows)


def _fill(
    session: Session, table: str, columns: str, count: int, rows: Callable[[], Iterable[Sequence[object]]]
) -> None:
    session.execute(f"CREATE TABLE IF NOT EXISTS {KEYSPACE}.{table} ({columns})")
    if session.execute(f"SELECT count(*) FROM {KEYSPACE}.{table}").one()[0] == count:
        return
    names = [column.split()[0] for column in columns.replace("map<text, int>", "map").split(", ")]
    insert = f"INSERT INTO {KEYSPACE}.{table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
    execute_concurrent_with_args(session, session.prepare(insert), rows(), raise_on_first_error=True)


def _wide_rows() -> Iterable[Sequence[object]]:
    source = random.Random(8)
    start = datetime(2020, 1, 1, tzinfo=timezone.utc)
    for number in range(WIDE_ROWS):
        yield (
            number,
            source.randrange(10**6),
            source.randrange(10**12),
            " ".join(source.choices(WORDS, k=3)),
            f"{source.choice(WORDS)}{number}@example.com",
            start + timedelta(milliseconds=source.randrange(10**11)),
            UUID(int=source.getrandbits(128)),
            source.random() * 1000,
            source.random() < 0.5,
            {word: source.randrange(100) for word in source.sample(WORDS, 2)},
        )
