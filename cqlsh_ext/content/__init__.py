"""What plain bytes are: one file a kind, in the order in which they are tried."""

from collections.abc import Callable
from typing import TypeVar

from cqlsh_ext.content.avro import AVRO
from cqlsh_ext.content.bson import BSON
from cqlsh_ext.content.cbor import CBOR
from cqlsh_ext.content.images import GIF, JPEG, PNG, WEBP
from cqlsh_ext.content.java import JAVA_BYTES, JAVA_OBJECT, JAVA_STRING
from cqlsh_ext.content.json_text import JSON
from cqlsh_ext.content.kind import Content, Kind, TextKind
from cqlsh_ext.content.magic import BZIP2, GZIP, LZ4, SQLITE, XZ, ZIP, ZSTD
from cqlsh_ext.content.msgpack import MSGPACK
from cqlsh_ext.content.pdf import PDF
from cqlsh_ext.content.pickled import PICKLE
from cqlsh_ext.content.protobuf import PROTOBUF
from cqlsh_ext.content.smile import SMILE
from cqlsh_ext.content.text import TEXT, decode, is_text
from cqlsh_ext.content.xml_text import XML

__all__ = [
    "BINARY",
    "EMPTY",
    "EXTENSIONS",
    "KINDS",
    "Content",
    "Kind",
    "TextKind",
    "as_text",
    "is_content",
    "recognise",
]

KINDS: tuple[Kind | TextKind, ...] = (
    JAVA_STRING,
    JAVA_BYTES,
    JAVA_OBJECT,
    PNG,
    JPEG,
    GIF,
    WEBP,
    PDF,
    GZIP,
    ZSTD,
    LZ4,
    BZIP2,
    XZ,
    ZIP,
    SQLITE,
    AVRO,
    SMILE,
    PICKLE,
    MSGPACK,
    CBOR,
    BSON,
    PROTOBUF,
    JSON,
    XML,
    TEXT,
)
"""Magic first, the narrower before the wider; then structure; then text."""

EMPTY = Content("empty", "")
BINARY = Content("binary")
"""Nothing, and anything else."""

EXTENSIONS = {kind.name: kind.extension for kind in KINDS} | {EMPTY.kind: "bin", BINARY.kind: "bin"}
"""How the name of a file ends, by the kind of its content."""
PLAIN_STARTS = (b"{", b"[", b'"', b"<")
"""Bytes that begin most documents, and no binary kind that is readable as text."""
_TEXT_KINDS = tuple(kind for kind in KINDS if isinstance(kind, TextKind))
_BINARY_KINDS = tuple((kind, kind.first_bytes) for kind in KINDS if isinstance(kind, Kind))
_BY_FIRST_BYTE = tuple(tuple(kind for kind, firsts in _BINARY_KINDS if byte in firsts) for byte in range(256))

Data = TypeVar("Data", bytes, str)
Answer = TypeVar("Answer")


def recognise(data: bytes) -> Content:
    """Say what `data` is; never raises, and never runs or unpacks anything."""
    if not data:
        return EMPTY
    for kind in _BY_FIRST_BYTE[data[0]]:
        content = _ask(kind.content_of, data)
        if content:
            return content
    decoded = decode(data)
    if not decoded:
        return BINARY
    return next(Content(kind.name, *decoded) for kind in _TEXT_KINDS if _ask(kind.matches, decoded[0]))


def as_text(data: bytes, *, readable: bool = False) -> str | None:
    """Return the text that `recognise` would give if `data` is nothing but text; sooner: no text kind is asked.

    `readable` says that `is_text` was found true of `data` before.
    """
    if readable and data[:1] in PLAIN_STARTS:
        return str(data, "utf-8")
    if not data or _is_binary_kind(data):
        return None
    decoded = decode(data)
    return decoded[0] if decoded else None


def is_content(data: bytes) -> bool:
    """Tell whether `data` is readable or of a known kind, so that a decode that gave it is to be believed."""
    return is_text(data) or _is_binary_kind(data)


def _is_binary_kind(data: bytes) -> bool:
    return any(kind.is_evidence and _ask(kind.is_kind_of, data) for kind in _BY_FIRST_BYTE[data[0]])


def _ask(question: Callable[[Data], Answer], data: Data) -> Answer | None:
    """Take whatever a library raises at crafted bytes for a no."""
    try:
        return question(data)
    except Exception:  # noqa: BLE001  (RecursionError, MemoryError, OverflowError, and each library's own)
        return None
