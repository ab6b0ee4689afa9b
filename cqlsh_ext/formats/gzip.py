"""gzip: DEFLATE in members with a CRC-32 and a length each (RFC 1952)."""

import struct
from collections.abc import Iterator
from datetime import datetime, timezone
from itertools import pairwise

from cqlsh_ext.errors import Damaged, Refused
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.formats.inflate import GZIP as GZIP_STREAM
from cqlsh_ext.formats.inflate import inflate
from cqlsh_ext.limits import Limits

MAGIC = b"\x1f\x8b\x08"
RESERVED_FLAGS = 0xE0
FHCRC, FEXTRA, FNAME, FCOMMENT = 2, 4, 8, 16
FLAG_NAMES = {1: "FTEXT", FHCRC: "FHCRC", FEXTRA: "FEXTRA", FNAME: "FNAME", FCOMMENT: "FCOMMENT"}
EXTRA_FLAGS = {0: "none", 2: "best compression", 4: "fastest"}
SYSTEMS = {0: "FAT", 3: "Unix", 7: "Macintosh", 10: "TOPS-20 (.NET on Windows)", 11: "NTFS", 13: "macOS", 255: "unknown"}
HEADER_SIZE, TRAILER_SIZE = 10, 8


def may_be(blob: bytes) -> bool:
    """Tell whether the fixed header is one that RFC 1952 allows."""
    return blob.startswith(MAGIC) and len(blob) > 3 and not blob[3] & RESERVED_FLAGS  # noqa: PLR2004


def open_gzip(blob: bytes, limits: Limits) -> Opened:
    """Decode every member; zero padding after the last is allowed, as the gzip tools allow it."""
    if not may_be(blob):
        raise Refused("does not start with 1f 8b 08 and clean flags")
    stored = memoryview(blob)
    plain, parts, at = [], [], 0
    given = 0
    while at < len(blob):
        if not blob.startswith(MAGIC, at):
            if any(stored[at:]):
                raise Damaged("bytes after the last member", offset=at, detail=f"{len(blob) - at:,} bytes")
            break
        parts.append(at)
        limits.check_members(len(parts))
        try:
            member, taken = inflate(stored[at:], GZIP_STREAM, limits, given)
        except Damaged as fault:
            fault.offset = None if fault.offset is None else fault.offset + at
            raise
        plain.append(member)
        given += len(member)
        at += taken
    return Opened(b"".join(plain), Integrity.CHECKSUM, tuple(parts))


def read_header(blob: bytes, parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the fields of the first member, and the sums over all."""
    if len(blob) < HEADER_SIZE:
        return
    _, method, flags, mtime, extra_flags, system = struct.unpack_from("<2sBBIBB", blob)
    yield Field("method", "deflate" if method == 8 else method, 2, 1)  # noqa: PLR2004
    yield Field("flags", [name for bit, name in FLAG_NAMES.items() if flags & bit], 3, 1)
    yield Field("mtime", _moment(mtime), 4, 4)
    yield Field("extra_flags", EXTRA_FLAGS.get(extra_flags, extra_flags), 8, 1)
    yield Field("os", SYSTEMS.get(system, system), 9, 1)
    yield from _optional_fields(blob, flags)
    yield Field("members", len(parts))
    end = next((second for _, second in pairwise(parts)), len(blob.rstrip(b"\0")) if len(parts) > 1 else len(blob))
    if end >= HEADER_SIZE + TRAILER_SIZE:
        crc, size = struct.unpack_from("<II", blob, end - TRAILER_SIZE)
        yield Field("crc32", f"0x{crc:08x}", end - TRAILER_SIZE, 4)
        yield Field("isize", size, end - 4, 4)


def _optional_fields(blob: bytes, flags: int) -> Iterator[Field]:
    at = HEADER_SIZE
    if flags & FEXTRA and len(blob) >= at + 2:
        size = int.from_bytes(blob[at : at + 2], "little")
        yield Field("extra", blob[at + 2 : at + 2 + size].hex(), at, 2 + size)
        at += 2 + size
    for bit, name in ((FNAME, "name"), (FCOMMENT, "comment")):
        if flags & bit and (end := blob.find(b"\0", at)) >= 0:
            yield Field(name, blob[at:end].decode("latin-1"), at, end + 1 - at)
            at = end + 1
    if flags & FHCRC and len(blob) >= at + 2:
        yield Field("header_crc", f"0x{int.from_bytes(blob[at : at + 2], 'little'):04x}", at, 2)


def _moment(mtime: int) -> str | None:
    return datetime.fromtimestamp(mtime, timezone.utc).isoformat() if mtime else None


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
