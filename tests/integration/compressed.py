"""Tables full of compressed values, made with the libraries that applications use."""

import base64
import gzip
import struct
import zlib

import cramjam
import lz4.frame
import msgpack
import zstandard

TEXT = '{"order": 17, "items": [1, 2.50, null], "name": "café"}'
JSON = TEXT.encode()
GZIP, ZLIB, SNAPPY = gzip.compress(JSON, mtime=0), zlib.compress(JSON), bytes(cramjam.snappy.compress_raw(JSON))
INSIDE = gzip.compress(b"it's inside", mtime=0)
LONG = b"all work and no play " * 3000


def java_string(text):
    return b"\xac\xed\x00\x05t" + struct.pack(">H", len(text.encode())) + text.encode()


DOCUMENTS = {
    1: GZIP,
    2: ZLIB,
    3: SNAPPY,
    4: lz4.frame.compress(JSON),
    5: zstandard.compress(JSON),
    6: gzip.compress(ZLIB),
    7: None,
    8: JSON,
    9: b"",
}
ODD = {
    1: gzip.compress(b"plain text\twith a tab\nand lines\r\nand \\ and \b", mtime=0),
    2: gzip.compress(b"\x1b[31mred\x1b]0;title\x07", mtime=0),
    3: gzip.compress(java_string("\x1b[31mred \x9b1m\x07"), mtime=0),
    4: gzip.compress(msgpack.packb({"a": "\x1b[31m\x9b1m"}), mtime=0),
    5: gzip.compress("csi \x9b31m".encode(), mtime=0),
    6: gzip.compress(bytes.fromhex("89504e470d0a1a0a0000000d49484452"), mtime=0),
    7: gzip.compress(b"", mtime=0),
    8: gzip.compress("日本語 😀".encode(), mtime=0),
    9: gzip.compress("\x1b[31m in UTF-16 \x07".encode("utf-16"), mtime=0),
}
BROKEN = {1: GZIP[:-6], 2: GZIP[:-8] + bytes(8), 3: gzip.compress(bytes(17 << 20)), 4: GZIP, 5: GZIP[:-7]}


def fill(session):
    """Create the tables in the keyspace that the session uses."""
    session.execute("CREATE TYPE pair (a blob, b text)")
    for name, values in (
        ("documents", DOCUMENTS),
        ("odd", ODD),
        ("broken", BROKEN),
        ("long", {1: gzip.compress(LONG)}),
    ):
        session.execute(f"CREATE TABLE {name} (id int PRIMARY KEY, b blob)")
        for number, value in values.items():
            session.execute(f"INSERT INTO {name} (id, b) VALUES (%s, %s)", (number, value))
    session.execute(
        "CREATE TABLE nested (id int PRIMARY KEY, l list<blob>, s set<blob>, m map<text, blob>, t tuple<int, blob>,"
        " u pair, v vector<blob, 2>, f frozen<list<frozen<pair>>>)"
    )
    session.execute(
        "INSERT INTO nested (id, l, s, m, t, u, v, f)"
        " VALUES (1, %s, %s, %s, (1, %s), {a: %s, b: 'b'}, [%s, %s], [{a: %s}])",
        ([INSIDE, b"\xca"], {INSIDE}, {"k": INSIDE}, INSIDE, INSIDE, INSIDE, b"\xff", INSIDE),
    )
    session.execute('CREATE TABLE "Texts" (id int PRIMARY KEY, "Coded" text, plain text, l list<text>, b blob)')
    coded = base64.b64encode(GZIP).decode()
    session.execute(
        'INSERT INTO "Texts" (id, "Coded", plain, l, b) VALUES (1, %s, %s, %s, %s)', (coded, coded, [coded], GZIP)
    )
