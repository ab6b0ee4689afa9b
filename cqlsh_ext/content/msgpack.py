"""MessagePack: a map with printable string keys, or an array of such maps."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cqlsh_ext.content.jsonable import Pairs, moment, to_json
from cqlsh_ext.content.kind import Content, Kind

if TYPE_CHECKING:
    from msgpack import Unpacker

FIRST_KEY = re.compile(
    rb"(?:[\x91-\x9f]|\xdc..|\xdd.{4})?"  # array
    rb"(?:[\x81-\x8f]|\xde..|\xdf.{4})"  # map
    rb"(?:[\xa1-\xbf]|\xd9.|\xda..)[ -~\xc2-\xf4]",  # string
    re.DOTALL,
)
LEADS = bytes((*range(0x81, 0x90), *range(0x91, 0xA0), 0xDC, 0xDD, 0xDE, 0xDF))
ARRAYS = frozenset((*range(0x90, 0xA0), 0xDC, 0xDD))
STRINGS = frozenset((*range(0xA1, 0xC0), 0xD9, 0xDA))
KEYS = 10_000
"""Keys that are looked at; the structure is walked to the end."""
CERTAIN_SIZE = 64
"""Bytes from which on a string that is not UTF-8 may be a broken or a binary one, and not an accident."""
TEXT_SIZE = 256 * 1024
"""Bytes up to which they are read: a crafted byte takes 120 of memory and a microsecond."""


def is_msgpack(data: bytes) -> bool:
    """Tell whether `data` is one map, or an array of maps; raises if it breaks off. Builds only the keys."""
    if not FIRST_KEY.match(data):
        return False
    from msgpack import Unpacker  # noqa: PLC0415  (most sessions do without)

    whole = Unpacker(max_buffer_size=len(data))
    whole.feed(data)
    whole.skip()
    return whole.tell() == len(data) and _has_named_keys(data, Unpacker(max_buffer_size=len(data)))


def _has_named_keys(data: bytes, unpacker: "Unpacker") -> bool:
    unpacker.feed(data)
    left = KEYS
    for _ in range(unpacker.read_array_header() if data[0] in ARRAYS else 1):
        for _ in range(unpacker.read_map_header()):
            if left == 0:
                return True
            left -= 1
            if data[unpacker.tell()] not in STRINGS or not unpacker.unpack().isprintable():
                return False
            unpacker.skip()
    return True


@dataclass(frozen=True, slots=True)
class Extension:
    """A value of an application's own type."""

    code: int
    data: bytes


def _plain(value: Any) -> object:
    if isinstance(value, Extension):
        return {"ext": value.code, "data": value.data}
    seconds, nanoseconds = value.seconds, value.nanoseconds
    return moment(seconds, nanoseconds) or f"{seconds}.{nanoseconds:09d}"


def read(data: bytes) -> Content | None:
    """Write the map as JSON."""
    if not is_msgpack(data):
        return None
    if len(data) > TEXT_SIZE:
        return Content("msgpack")
    from msgpack import unpackb  # noqa: PLC0415

    value = unpackb(
        data,
        strict_map_key=False,
        object_pairs_hook=Pairs,
        ext_hook=Extension,
        unicode_errors="backslashreplace" if len(data) >= CERTAIN_SIZE else "strict",
    )
    return Content("msgpack", to_json(value, _plain))


MSGPACK = Kind("msgpack", "MessagePack", leads=LEADS, matches=is_msgpack, read=read, extension="msgpack")
