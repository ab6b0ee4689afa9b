"""gzip: DEFLATE in members with a CRC-32 and a length each (RFC 1952)."""

import struct
from collections.abc import Iterator
from datetime import datetime, timezone
from zlib import crc32

from cqlsh_ext.errors import DecodeError, Refused
from cqlsh_ext.formats.format import Evidence, Field, Format, HeaderValue, Integrity, Opened
from cqlsh_ext.formats.inflate import GZIP_MEMBER
from cqlsh_ext.formats.streams import decode_stream, decode_streams
from cqlsh_ext.limits import Limits

MAGIC = b"\x1f\x8b\x08"
DEFLATE_METHOD = 8
RESERVED_FLAGS = 0xE0
FHCRC, FEXTRA, FNAME, FCOMMENT = 2, 4, 8, 16
FLAG_NAMES = {1: "FTEXT", FHCRC: "FHCRC", FEXTRA: "FEXTRA", FNAME: "FNAME", FCOMMENT: "FCOMMENT"}
EXTRA_FLAGS = {0: "none", 2: "best compression", 4: "fastest"}
SYSTEMS = {
    0: "FAT",
    3: "Unix",
    7: "Macintosh",
    10: "TOPS-20 (.NET on Windows)",
    11: "NTFS",
    19: "macOS",
    255: "unknown",
}
HEADER_SIZE, TRAILER_SIZE = 10, 8
SUBFIELD_HEADER_SIZE = 4


def may_be(blob: bytes) -> bool:
    """Tell whether the fixed header is one that RFC 1952 allows."""
    return blob[:3] == MAGIC and len(blob) > 3 and not blob[3] & RESERVED_FLAGS


def open_gzip(blob: bytes, limits: Limits) -> Opened:
    """Decode every member; zero padding after the last is allowed, as the gzip tools allow it."""
    if not may_be(blob):
        raise Refused("does not start with 1f 8b 08 and clean flags")
    plain, parts = decode_streams(GZIP_MEMBER, blob, MAGIC, limits, _skip_zeros)
    return Opened(plain, Integrity.CHECKSUM, parts)


def _skip_zeros(blob: bytes, at: int) -> int:
    """Return the end of the blob where nothing but zeros is left."""
    zeros_only = blob[at : at + 1] == b"\0" and blob.count(0, at) == len(blob) - at
    return len(blob) if zeros_only else at


def read_header(blob: bytes, parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the fields of the first member, and how many there are."""
    if len(blob) < HEADER_SIZE:
        return
    method, flags, mtime, extra_flags, system = struct.unpack_from("<2xBBIBB", blob)
    yield Field("method", "deflate" if method == DEFLATE_METHOD else method, 2, 1)
    yield Field("flags", [name for bit, name in FLAG_NAMES.items() if flags & bit], 3, 1)
    yield Field("mtime", _moment(mtime), 4, 4)
    yield Field("extra_flags", EXTRA_FLAGS.get(extra_flags, extra_flags), 8, 1)
    yield Field("os", SYSTEMS.get(system, system), 9, 1)
    yield from _optional_fields(blob, flags)
    yield Field("members", len(parts))
    last_end = _member_end(blob, parts[-1])
    end = parts[1] if len(parts) > 1 else last_end or len(blob)
    if end >= HEADER_SIZE + TRAILER_SIZE:
        crc, size = struct.unpack_from("<II", blob, end - TRAILER_SIZE)
        yield Field("crc32", f"0x{crc:08x}", end - TRAILER_SIZE, 4)
        yield Field("isize", size, end - 4, 4)
    if last_end is not None:
        yield Field("trailing_bytes", len(blob) - last_end)


def _optional_fields(blob: bytes, flags: int) -> Iterator[Field]:
    at = HEADER_SIZE
    if flags & FEXTRA:
        if len(blob) < at + 2 or len(blob) < (end := at + 2 + int.from_bytes(blob[at : at + 2], "little")):
            return
        yield Field("extra", _subfields(blob[at + 2 : end]), at, end - at)
        at = end
    for bit, name in ((FNAME, "name"), (FCOMMENT, "comment")):
        if flags & bit:
            if (end := blob.find(b"\0", at)) < 0:
                return
            yield Field(name, blob[at:end].decode("latin-1"), at, end + 1 - at)
            at = end + 1
    if flags & FHCRC and len(blob) >= at + 2:
        stored = int.from_bytes(blob[at : at + 2], "little")
        yield Field("header_crc", f"0x{stored:04x}", at, 2)
        yield Field("header_crc_matches", crc32(blob[:at]) & 0xFFFF == stored)


def _subfields(extra: bytes) -> HeaderValue:
    """Return the subfields by their two-letter id; all of `extra` in hex where it is not made of such."""
    found: dict[str, HeaderValue] = {}
    at = 0
    while at + SUBFIELD_HEADER_SIZE <= len(extra):
        start = at + SUBFIELD_HEADER_SIZE
        name = extra[at : at + 2].decode("latin-1")
        at = start + int.from_bytes(extra[at + 2 : start], "little")
        found[name] = extra[start:at].hex()
    return found if at == len(extra) else extra.hex()


def _moment(mtime: int) -> str | None:
    return datetime.fromtimestamp(mtime, timezone.utc).isoformat() if mtime else None


def _member_end(blob: bytes, at: int) -> int | None:
    """Return where the member at `at` ends, None where that cannot be told."""
    try:
        return at + decode_stream(GZIP_MEMBER, memoryview(blob)[at:], Limits())[1]
    except DecodeError:
        return None


GZIP = Format(
    name="gzip",
    title="gzip",
    specification="RFC 1952",
    evidence=Evidence.MAGIC,
    checks="CRC-32 and length of every member",
    magics=(MAGIC,),
    may_be=may_be,
    open=open_gzip,
    read_header=read_header,
)
