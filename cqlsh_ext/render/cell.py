"""A decoded value as one cell of a table."""

from collections.abc import Iterator

from cqlsh_ext.content import Content
from cqlsh_ext.decode import Decoded, Status
from cqlsh_ext.render.json import indent

BARE_KINDS = ("json", "xml", "text", "empty", "binary")
"""Kinds that the text, or its hex, tells by itself."""
SEPARATOR = " > "
PRETTY_BYTES = 1 << 20
"""JSON beyond this is shown as it is."""


def chain(decoded: Decoded) -> str:
    """Name what was peeled, outermost first, and the kind of what is inside where its text does not tell."""
    return SEPARATOR.join(_names(decoded))


def _names(decoded: Decoded) -> Iterator[str]:
    yield from (layer.record.label for layer in decoded.layers)
    if decoded.status is Status.DECODED and decoded.content.kind not in BARE_KINDS:
        yield decoded.content.kind


def text(decoded: Decoded, *, pretty: bool = False) -> str:
    """Return what a decoded value says: its text, or the hex of its bytes where it has none."""
    content = decoded.content
    if content.text is None:
        return f"0x{decoded.plain.hex()}"
    return indent(content.text) if pretty and is_json(content) else content.text


def is_json(content: Content) -> bool:
    """Tell whether the text is JSON of a size that is worth laying out."""
    return content.kind in ("json", "msgpack", "cbor") and len(content.text or "") <= PRETTY_BYTES


def complaint(decoded: Decoded) -> str:
    """Say in words that equal faults share why a value could not be decoded: `gzip, CRC mismatch`."""
    if decoded.fault is None:
        return ""
    detail = f" ({decoded.fault.detail})" if decoded.status is Status.OVER_LIMIT else ""
    return f"{chain(decoded)}, {decoded.fault.what}{detail}"
