"""What plain bytes are: one file a kind, in the order in which they are tried."""

from cqlsh_ext.content.json import JSON
from cqlsh_ext.content.kind import Content, Kind, TextKind
from cqlsh_ext.content.magic import GZIP, LZ4, SQLITE, ZIP, ZSTD
from cqlsh_ext.content.text import TEXT, decode, is_text

__all__ = ["KINDS", "Content", "Kind", "TextKind", "is_content", "recognise"]

KINDS: tuple[Kind | TextKind, ...] = (GZIP, ZSTD, LZ4, ZIP, SQLITE, JSON, TEXT)


def recognise(data: bytes) -> Content:
    """Say what `data` is; never raises, runs or unpacks anything."""
    if not data:
        return Content("empty", "")
    for kind in KINDS:
        if isinstance(kind, Kind) and kind.is_kind_of(data):
            return kind.read(data)
    decoded = decode(data)
    if decoded:
        for kind in KINDS:
            if isinstance(kind, TextKind) and kind.matches(decoded[0]):
                return Content(kind.name, *decoded)
    return Content("binary")


def is_content(data: bytes) -> bool:
    """Tell whether `data` is readable or of a known kind, so that a decode that gave it is to be believed."""
    return is_text(data) or any(isinstance(kind, Kind) and kind.is_kind_of(data) for kind in KINDS)
