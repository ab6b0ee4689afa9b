"""Creates the keyspace `demo`: real documents, stored in the ways in which applications store them."""

import argparse
import base64
import gzip
import io
import json
import struct
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import cbor2
import cramjam
import lz4.block
import lz4.frame
import msgpack
import zstandard
from cassandra.cluster import EXEC_PROFILE_DEFAULT, Cluster, ExecutionProfile, NoHostAvailable, Session
from cassandra.policies import RoundRobinPolicy

DOCUMENTS = [
    json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    for document in json.loads(Path(__file__).with_name("documents.json").read_text("utf-8"))
]
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
START_SECONDS = 60
SCHEMA = (
    "CREATE KEYSPACE IF NOT EXISTS demo WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
    "CREATE TABLE IF NOT EXISTS demo.documents (shelf text, id int, writer text, data blob, PRIMARY KEY (shelf, id))",
    "CREATE TABLE IF NOT EXISTS demo.sessions (user text PRIMARY KEY, attributes map<text, blob>)",
    "CREATE TABLE IF NOT EXISTS demo.inbox (id int PRIMARY KEY, body text)",
    "CREATE TABLE IF NOT EXISTS demo.pictures (id int PRIMARY KEY, name text, image blob)",
)


def raw_snappy(text: str) -> bytes:
    """Write what snappy-java's `Snappy.compress` writes."""
    return bytes(cramjam.snappy.compress_raw(text.encode()))


def xerial_snappy(text: str) -> bytes:
    """Write what snappy-java's `SnappyOutputStream` writes."""
    block = raw_snappy(text)
    return b"\x82SNAPPY\0" + struct.pack(">iii", 1, 1, len(block)) + block


def java_string(text: str) -> bytes:
    """Write what `ObjectOutputStream.writeObject(String)` writes, for text without NUL and of the BMP."""
    encoded = text.encode()
    return b"\xac\xed\0\x05t" + struct.pack(">H", len(encoded)) + encoded


def zstd_stream(text: str) -> bytes:
    """Write a frame without the content's size, as Java's `ZstdOutputStream` does."""
    target = io.BytesIO()
    with zstandard.ZstdCompressor().stream_writer(target, closefd=False) as stream:
        stream.write(text.encode())
    return target.getvalue()


def lz4_behind_length(text: str, order: str) -> bytes:
    """Write a bare LZ4 block behind the 32-bit length of the text."""
    return struct.pack(f"{order}I", len(text.encode())) + lz4.block.compress(text.encode(), store_size=False)


WRITERS: tuple[tuple[str, Callable[[str], bytes]], ...] = (
    ("Snappy.compress (AWS sample for Keyspaces)", raw_snappy),
    ("Zstd.compress (AWS Glue job)", lambda text: zstandard.compress(text.encode())),
    ("LZ4 behind a BE length (AWS Glue job)", lambda text: lz4_behind_length(text, ">")),
    ("GZIPOutputStream (AWS Glue job)", lambda text: gzip.compress(text.encode(), mtime=0)),
    ("LZ4CompressorWithLength (CQLReplicator)", lambda text: lz4_behind_length(text, "<")),
    ("gzip of a Java String (Couchbase style)", lambda text: gzip.compress(java_string(text), mtime=0)),
    ("SnappyOutputStream (Astyanax, Kafka)", xerial_snappy),
    ("ZstdOutputStream, no size in the frame", zstd_stream),
    (
        "snappy around gzip",
        lambda text: bytes(cramjam.snappy.compress_raw(gzip.compress(text.encode(), mtime=0))),
    ),
    ("LZ4 frame (lz4 command)", lambda text: lz4.frame.compress(text.encode(), content_checksum=True)),
    ("Deflater (zlib)", lambda text: zlib.compress(text.encode())),
    ("MySQL COMPRESS()", lambda text: struct.pack("<I", len(text.encode())) + zlib.compress(text.encode())),
    ("MessagePack in zstd", lambda text: zstandard.compress(msgpack.packb(json.loads(text)))),
    ("CBOR in snappy", lambda text: bytes(cramjam.snappy.compress_raw(cbor2.dumps(json.loads(text))))),
    ("GZIPOutputStream, one bit flipped since", lambda text: flip_bit(gzip.compress(text.encode(), mtime=0))),
)


def flip_bit(blob: bytes) -> bytes:
    """Damage the checksum at the end of a gzip member."""
    return blob[:-8] + bytes([blob[-8] ^ 1]) + blob[-7:]


def rows() -> Iterator[tuple[str, tuple[object, ...]]]:
    """Give each INSERT with its values."""
    for number, (writer, write) in enumerate(WRITERS, 1):
        document = DOCUMENTS[number % len(DOCUMENTS)]
        yield (
            "INSERT INTO demo.documents (shelf, id, writer, data) VALUES (%s, %s, %s, %s)",
            ("main", number, writer, write(document)),
        )
    attributes = {"profile": gzip.compress(DOCUMENTS[3].encode(), mtime=0), "cart": raw_snappy(DOCUMENTS[1])}
    yield "INSERT INTO demo.sessions (user, attributes) VALUES (%s, %s)", ("m.okafor", attributes)
    body = base64.b64encode(gzip.compress(DOCUMENTS[4].encode(), mtime=0)).decode()
    yield "INSERT INTO demo.inbox (id, body) VALUES (%s, %s)", (1, body)
    yield "INSERT INTO demo.pictures (id, name, image) VALUES (%s, %s, %s)", (1, "one pixel", PNG)


def seed(session: Session) -> None:
    """Create and fill the tables; running it again changes nothing."""
    for statement in SCHEMA:
        session.execute(statement)
    for statement, values in rows():
        session.execute(statement, values)


def is_seeded(session: Session) -> bool:
    """Tell whether the last of the rows has been stored."""
    keyspace = session.cluster.metadata.keyspaces.get("demo")
    return bool(keyspace and "pictures" in keyspace.tables and session.execute("SELECT id FROM demo.pictures").one())


def seed_server(host: str, port: int, *, once: bool) -> None:
    """Fill the tables of a server, which may still be starting; end the process if it does not get there."""
    profiles = {EXEC_PROFILE_DEFAULT: ExecutionProfile(load_balancing_policy=RoundRobinPolicy())}
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        with suppress(NoHostAvailable), Cluster([host], port=port, execution_profiles=profiles) as cluster:
            session = cluster.connect()
            if not (once and is_seeded(session)):
                seed(session)
            return
        time.sleep(1)
    sys.exit(f"seed: {host}:{port} does not answer CQL")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--once", action="store_true", help="leave the keyspace alone if it has been filled")
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    given = parser.parse_args()
    seed_server(given.host, given.port, once=given.once)
