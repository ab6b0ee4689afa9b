"""What each compressed container is: one file each, in the order in which they are tried."""

from collections.abc import Iterable

from cqlsh_ext.errors import UsageError
from cqlsh_ext.formats.deflate import DEFLATE
from cqlsh_ext.formats.format import Evidence, Format
from cqlsh_ext.formats.gzip import GZIP
from cqlsh_ext.formats.snappy_raw import SNAPPY_RAW
from cqlsh_ext.formats.zlib import ZLIB, ZLIB_BE32, ZLIB_LE32

FORMATS: tuple[Format, ...] = (
    GZIP,
    ZLIB,
    ZLIB_LE32,
    ZLIB_BE32,
    SNAPPY_RAW,
    DEFLATE,
)
"""Magic first (their prefixes are disjoint), then checksums, then structure, then mere content."""

BY_NAME = {each.name: each for each in FORMATS}
FAMILIES = ("snappy", "lz4")
CODECS = (*BY_NAME, *FAMILIES)
"""Every name that a codec setting takes."""

CERTAIN = (Evidence.MAGIC, Evidence.CHECKSUM)
"""What may follow inside another layer whatever the user named."""

_MARKED = {
    first: tuple(each for each in FORMATS if any(magic[0] == first for magic in each.magics))
    for first in {magic[0] for each in FORMATS for magic in each.magics}
}
_UNMARKED = tuple(each for each in FORMATS if not each.magics)


def candidates(blob: bytes) -> list[Format]:
    """Return the formats that the start of `blob` does not rule out, in the order to try them."""
    size = len(blob)
    marked = _MARKED.get(blob[0], ()) if size else ()
    return [each for each in (*marked, *_UNMARKED) if size >= each.minimum and each.may_be(blob)]


def named(codecs: Iterable[str]) -> tuple[Format, ...]:
    """Return the formats that `codecs` name, families spelled out; raises UsageError for an unknown name."""
    chosen: dict[str, Format] = {}
    for codec in codecs:
        family = [each for each in FORMATS if codec in FAMILIES and each.name.startswith(f"{codec}-")]
        if not family and codec not in BY_NAME:
            raise UsageError(f"unknown codec {codec!r}: choose from auto, off, {', '.join(CODECS)}")
        chosen.update((each.name, each) for each in family or [BY_NAME[codec]])
    return tuple(chosen.values())
