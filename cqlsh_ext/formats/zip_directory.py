"""The directory at the end of a zip archive, and the header before an entry (APPNOTE.TXT 4.3)."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from cqlsh_ext.errors import Damaged

MAGIC, ENTRY_MAGIC, END_MAGIC = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
LOCAL = struct.Struct("<6xHHIIIIHH")
ENTRY = struct.Struct("<8xHHIIIIHHH8xI")
END = struct.Struct("<10xHIIH")
CRC_AT, STORED_SIZE_AT, PLAIN_SIZE_AT = 16, 20, 24
"""Where these stand in an entry of the directory."""
STORED, DEFLATED = 0, 8
METHODS = {
    STORED: "stored",
    DEFLATED: "deflate",
    9: "deflate64",
    12: "bzip2",
    14: "lzma",
    93: "zstd",
    95: "xz",
    99: "AES",
}
ENCRYPTED, SIZES_FOLLOW, UTF_8 = 0x0001, 0x0008, 0x0800


class Directory(NamedTuple):
    """Where the directory stands, and how many entries it is said to hold."""

    at: int
    end: int
    entries: int


class Entry(NamedTuple):
    """What the directory says of one entry; `local_at` is where the entry's own header stands."""

    at: int
    end: int
    name: str
    flags: int
    method: int
    modified: int
    crc: int
    stored_size: int
    plain_size: int
    local_at: int


class Local(NamedTuple):
    """The header before an entry's content, which begins at `content_at`."""

    content_at: int
    flags: int
    method: int
    crc: int
    stored_size: int
    plain_size: int


def method_name(method: int) -> str:
    """Name how an entry is compressed."""
    return METHODS.get(method, f"method {method}")


def name_of(raw: bytes, flags: int) -> str:
    """Return an entry's name, in the encoding that its flags tell."""
    return raw.decode("utf-8" if flags & UTF_8 else "cp437", "replace")


def read_directory(blob: bytes) -> Directory:
    """Find the directory by the record that ends the blob; raise Damaged where that does not hold."""
    at = blob.rfind(END_MAGIC)
    if at < 0:
        raise Damaged("truncated", offset=len(blob), detail="no end of the directory")
    if len(blob) < at + END.size:
        raise Damaged("truncated", offset=len(blob), detail="in the end of the directory")
    count, size, directory_at, comment_size = END.unpack_from(blob, at)
    end = at + END.size + comment_size
    if end < len(blob):
        raise Damaged("bytes after the end", offset=end, detail=f"{len(blob) - end:,} bytes")
    if end > len(blob):
        raise Damaged("truncated", offset=len(blob), detail="in the comment")
    if directory_at + size != at:
        detail = f"said to be {size:,} bytes at {directory_at:,}"
        raise Damaged("directory does not end where its end is", offset=at, detail=detail)
    return Directory(directory_at, at, count)


def read_entries(blob: bytes, directory: Directory) -> Iterator[Entry]:
    """Walk the entries of the directory; raise Damaged where one breaks the grammar."""
    at = directory.at
    while at < directory.end:
        if not blob.startswith(ENTRY_MAGIC, at) or at + ENTRY.size > directory.end:
            raise Damaged("no entry in the directory", offset=at)
        flags, method, modified, crc, stored, plain, name, extra, comment, local_at = ENTRY.unpack_from(blob, at)
        name_at = at + ENTRY.size
        end = name_at + name + extra + comment
        if end > directory.end:
            raise Damaged("entry runs past the end of the directory", offset=at)
        text = name_of(blob[name_at : name_at + name], flags)
        yield Entry(at, end, text, flags, method, modified, crc, stored, plain, local_at)
        at = end


def read_local(blob: bytes, at: int) -> Local:
    """Read the header of the entry at `at`; raise Damaged where there is none."""
    if not blob.startswith(MAGIC, at) or len(blob) < at + LOCAL.size:
        raise Damaged("no entry where the directory says", offset=at)
    flags, method, _, crc, stored, plain, name, extra = LOCAL.unpack_from(blob, at)
    return Local(at + LOCAL.size + name + extra, flags, method, crc, stored, plain)
