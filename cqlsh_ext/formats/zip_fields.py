"""What INSPECT tells of a zip archive."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice

from cqlsh_ext.errors import Damaged
from cqlsh_ext.formats.format import SHOWN, Field, magic_field
from cqlsh_ext.formats.zip_directory import (
    CRC_AT,
    ENCRYPTED,
    LOCAL,
    MAGIC,
    PLAIN_SIZE_AT,
    STORED_SIZE_AT,
    Entry,
    method_name,
    name_of,
    read_directory,
    read_entries,
    read_local,
)


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the entries' names and the fields of the first; without a directory, what its own header says."""
    if not blob.startswith(MAGIC):
        return
    yield magic_field(MAGIC)
    try:
        directory = read_directory(blob)
    except Damaged:
        yield from _local_fields(blob)
        return
    yield Field("entries", directory.entries, directory.end + 10, 2)
    entries: list[Entry] = []
    with suppress(Damaged):
        entries.extend(islice(read_entries(blob, directory), SHOWN))
    yield Field("names", [entry.name for entry in entries])
    if entries:
        yield from _entry_fields(entries[0])


def _entry_fields(entry: Entry) -> Iterator[Field]:
    yield Field("method", method_name(entry.method), entry.at + 10, 2)
    yield Field("encrypted", bool(entry.flags & ENCRYPTED), entry.at + 8, 2)
    yield Field("modified", _moment(entry.modified), entry.at + 12, 4)
    yield Field("crc32", f"0x{entry.crc:08x}", entry.at + CRC_AT, 4)
    yield Field("compressed_size", entry.stored_size, entry.at + STORED_SIZE_AT, 4)
    yield Field("uncompressed_size", entry.plain_size, entry.at + PLAIN_SIZE_AT, 4)


def _moment(modified: int) -> str | None:
    """Return an MS-DOS date and time, which knows no time zone; None where it is none."""
    time, date = modified & 0xFFFF, modified >> 16
    parts = 1980 + (date >> 9), date >> 5 & 15, date & 31, time >> 11, time >> 5 & 63, (time & 31) * 2
    try:
        return datetime(*parts).isoformat()  # noqa: DTZ001 - it knows none
    except ValueError:
        return None


def _local_fields(blob: bytes) -> Iterator[Field]:
    if len(blob) >= LOCAL.size:
        local = read_local(blob, 0)
        name = blob[LOCAL.size : min(local.content_at, LOCAL.size + int.from_bytes(blob[26:28], "little"))]
        yield Field("names", [name_of(name, local.flags)])
        yield Field("method", method_name(local.method), 8, 2)
