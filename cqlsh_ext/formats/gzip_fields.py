"""What INSPECT tells of gzip members."""

from collections.abc import Iterator
from datetime import datetime, timezone
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

from cqlsh_ext.errors import DecodeError
from cqlsh_ext.formats.format import SHOWN, Field, HeaderValue, magic_field, within
from cqlsh_ext.formats.inflate import RAW_STREAM
from cqlsh_ext.formats.streams import decode_stream
from cqlsh_ext.limits import Limits

MAGIC, DEFLATE_METHOD = b"\x1f\x8b", 8
FTEXT, FHCRC, FEXTRA, FNAME, FCOMMENT = 1, 2, 4, 8, 16
FLAG_NAMES = {FTEXT: "FTEXT", FHCRC: "FHCRC", FEXTRA: "FEXTRA", FNAME: "FNAME", FCOMMENT: "FCOMMENT"}
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


class Header(NamedTuple):
    """A member's header: the fields that are there, and where the data begin; None where the header is cut."""

    fields: list[Field]
    data_at: int | None


class Member(NamedTuple):
    """Where a member begins and ends; None where its data are cut, invalid or over the limit."""

    at: int
    end: int | None


def read_header(blob: bytes, parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the fields of the first member, how many there are, and each of several."""
    if not blob.startswith(MAGIC):
        return
    yield from _read_member_header(blob, 0).fields
    opened = len(parts) > 1
    members = [Member(at, end) for at, end in pairwise(parts)] if opened else _find_members(blob)
    yield Field("members", len(members))
    if len(members) > 1:
        yield Field("each_member", [_describe(blob, member) for member in members[:SHOWN]])
    first, last = members[0].end, members[-1].end
    if first is not None:
        yield from _trailer(blob, first)
    if last is not None:
        yield Field("trailing_bytes", len(blob) - last)


def _read_member_header(blob: bytes, at: int) -> Header:
    system_at = at + HEADER_SIZE - 1
    fixed = [
        magic_field(MAGIC, at),
        Field("method", _named(blob[at + 2 : at + 3], {DEFLATE_METHOD: "deflate"}), at + 2, 1),
        Field("flags", [name for bit, name in FLAG_NAMES.items() if _number(blob[at + 3 : at + 4]) & bit], at + 3, 1),
        Field("mtime", _moment(_number(blob[at + 4 : at + 8])), at + 4, 4),
        Field("extra_flags", _named(blob[at + 8 : system_at], EXTRA_FLAGS), at + 8, 1),
        Field("os", _named(blob[system_at : system_at + 1], SYSTEMS), system_at, 1),
    ]
    if len(blob) < at + HEADER_SIZE:
        return Header(list(within(fixed, len(blob))), None)
    optional = _read_optional(blob, at, at + HEADER_SIZE)
    return Header(fixed + optional.fields, optional.data_at)


def _read_optional(blob: bytes, begin: int, at: int) -> Header:
    """Read the fields at `at` that the flags of the member at `begin` announce."""
    flags = blob[begin + 3]
    found: list[Field] = []
    if flags & FEXTRA:
        end = at + 2 + _number(blob[at : at + 2])
        if len(blob) < end:
            return Header(found, None)
        found.append(Field("extra", _subfields(blob[at + 2 : end]), at, end - at))
        at = end
    for bit, name in ((FNAME, "name"), (FCOMMENT, "comment")):
        if flags & bit:
            if (end := blob.find(b"\0", at)) < 0:
                return Header(found, None)
            found.append(Field(name, blob[at:end].decode("latin-1"), at, end + 1 - at))
            at = end + 1
    if flags & FHCRC:
        if len(blob) < at + 2:
            return Header(found, None)
        stored = _number(blob[at : at + 2])
        found.append(Field("header_crc", f"0x{stored:04x}", at, 2))
        found.append(Field("header_crc_matches", crc32(blob[begin:at]) & 0xFFFF == stored))
        at += 2
    return Header(found, at)


def _number(stored: bytes) -> int:
    return int.from_bytes(stored, "little")


def _named(stored: bytes, names: dict[int, str]) -> HeaderValue:
    return names.get(_number(stored), _number(stored))


def _moment(mtime: int) -> str | None:
    return datetime.fromtimestamp(mtime, timezone.utc).isoformat() if mtime else None


def _subfields(extra: bytes) -> HeaderValue:
    """Return the subfields by their two-letter id; all of `extra` in hex where it is not made of such."""
    found: dict[str, HeaderValue] = {}
    at = 0
    while at + SUBFIELD_HEADER_SIZE <= len(extra):
        start = at + SUBFIELD_HEADER_SIZE
        name = extra[at : at + 2].decode("latin-1")
        at = start + _number(extra[at + 2 : start])
        found[name] = extra[start:at].hex()
    return found if at == len(extra) else extra.hex()


def _trailer(blob: bytes, end: int) -> Iterator[Field]:
    at = end - TRAILER_SIZE
    yield Field("crc32", f"0x{_number(blob[at : at + 4]):08x}", at, 4)
    yield Field("isize", _number(blob[at + 4 : end]), at + 4, 4)


def _describe(blob: bytes, member: Member) -> HeaderValue:
    """Return where a member stands, and what it says of its own."""
    fields = _read_member_header(blob, member.at).fields
    end = member.end
    fields += [] if end is None else _trailer(blob, end)
    own = {field.name: field.value for field in fields if field.name not in ("magic", "method", "flags")}
    return {"offset": member.at, "size": None if end is None else end - member.at, **own}


def _find_members(blob: bytes) -> list[Member]:
    """Find the members of a value that did not open, up to the one that is cut, invalid or over the limit."""
    limits = Limits()
    members: list[Member] = []
    at, given = 0, 0
    while not members or (blob.startswith(MAGIC, at) and len(members) < limits.members):
        data_at = _read_member_header(blob, at).data_at
        if data_at is None:
            return [*members, Member(at, None)]
        try:
            plain, taken = decode_stream(RAW_STREAM, memoryview(blob)[data_at:], limits, given)
        except DecodeError:
            return [*members, Member(at, None)]
        end = data_at + taken + TRAILER_SIZE
        members.append(Member(at, end if end <= len(blob) else None))
        given += len(plain)
        at = end
    return members
