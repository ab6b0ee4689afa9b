"""zip: an archive, opened where it holds exactly one entry (PKWARE APPNOTE.TXT 6.3)."""

from zlib import crc32

from cqlsh_ext.errors import Damaged, Refused, Unsupported
from cqlsh_ext.formats.format import Evidence, Format, Integrity, Opened
from cqlsh_ext.formats.inflate import RAW_STREAM
from cqlsh_ext.formats.streams import decode_declared, shifted
from cqlsh_ext.formats.zip_directory import (
    CRC_AT,
    DEFLATED,
    ENCRYPTED,
    MAGIC,
    PLAIN_SIZE_AT,
    SIZES_FOLLOW,
    STORED,
    Directory,
    Entry,
    method_name,
    read_directory,
    read_entries,
    read_local,
)
from cqlsh_ext.formats.zip_fields import read_header
from cqlsh_ext.limits import Limits

DESCRIPTOR_MAGIC = b"PK\x07\x08"


def may_be(blob: bytes) -> bool:
    """Tell whether an entry's magic stands at the start."""
    return blob[:4] == MAGIC


def open_zip(blob: bytes, limits: Limits) -> Opened:
    """Decode the one entry; every byte must belong to it, to the directory or to the comment."""
    if not may_be(blob):
        raise Refused("does not start with 50 4b 03 04")
    directory = read_directory(blob)
    if directory.entries != 1:
        raise Unsupported("holds another number of entries than one", detail=f"{directory.entries:,}")
    entry = _only_entry(blob, directory)
    start = _content_at(blob, entry)
    end = start + entry.stored_size
    if not _is_descriptor(blob[end : directory.at], entry):
        raise Damaged("bytes between the entry and the directory", offset=end, detail=f"{directory.at - end:,} bytes")
    plain = _plain(memoryview(blob)[start:end], start, entry, limits)
    if crc32(plain) != entry.crc:
        raise Damaged("checksum mismatch", offset=entry.at + CRC_AT)
    return Opened(plain, Integrity.CHECKSUM)


def _only_entry(blob: bytes, directory: Directory) -> Entry:
    entry = next(read_entries(blob, directory), None)
    if entry is None or entry.end != directory.end:
        raise Damaged("directory of another size than one entry", offset=directory.at)
    if entry.flags & ENCRYPTED:
        raise Unsupported("holds an encrypted entry")
    if entry.method not in (STORED, DEFLATED):
        raise Unsupported(f"holds an entry compressed by {method_name(entry.method)}")
    return entry


def _content_at(blob: bytes, entry: Entry) -> int:
    if entry.local_at:
        raise Damaged("bytes before the entry", offset=0, detail=f"{entry.local_at:,} bytes")
    local = read_local(blob, 0)
    if local.method != entry.method:
        raise Damaged("entry and directory differ", offset=0)
    told_before = local.crc, local.stored_size, local.plain_size
    if not local.flags & SIZES_FOLLOW and told_before != (entry.crc, entry.stored_size, entry.plain_size):
        raise Damaged("entry and directory differ", offset=0)
    if local.content_at + entry.stored_size > entry.at:
        detail = f"declared {entry.stored_size:,}, left {max(0, entry.at - local.content_at):,}"
        raise Damaged("entry runs into the directory", offset=0, detail=detail)
    return local.content_at


def _is_descriptor(gap: bytes, entry: Entry) -> bool:
    """Tell whether what follows the content is nothing, or its checksum and sizes again."""
    if not gap or not entry.flags & SIZES_FOLLOW:
        return not gap
    body = gap.removeprefix(DESCRIPTOR_MAGIC)
    sizes = entry.stored_size, entry.plain_size
    return body in (
        b"".join(number.to_bytes(width, "little") for number, width in zip((entry.crc, *sizes), widths, strict=True))
        for widths in ((4, 4, 4), (4, 8, 8))
    )


def _plain(content: memoryview, start: int, entry: Entry, limits: Limits) -> bytes:
    if entry.method == STORED:
        limits.check_output(len(content))
        if entry.plain_size != len(content):
            detail = f"declared {entry.plain_size:,}, holds {len(content):,}"
            raise Damaged("declares another length", offset=entry.at + PLAIN_SIZE_AT, detail=detail)
        return bytes(content)
    try:
        plain, taken = decode_declared(RAW_STREAM, content, entry.plain_size, entry.at + PLAIN_SIZE_AT - start, limits)
    except Damaged as fault:
        raise shifted(fault, start) from None
    if taken != len(content):
        raise Damaged("bytes after the last block", offset=start + taken, detail=f"{len(content) - taken:,} bytes")
    return plain


ZIP = Format(
    name="zip",
    title="zip with one entry",
    extension="zip",
    specification="PKWARE APPNOTE.TXT",
    evidence=Evidence.MAGIC,
    checks="CRC-32 and lengths of the entry",
    magics=(MAGIC,),
    may_be=may_be,
    open=open_zip,
    read_header=read_header,
    minimum=len(MAGIC),
)
