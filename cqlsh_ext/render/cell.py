"""A decoded value as one cell of a table."""

from typing import NamedTuple

from cqlsh_ext.content import Content, as_text, recognise
from cqlsh_ext.decode import Decoded, Status
from cqlsh_ext.render.json import indent

BARE_KINDS = ("json", "xml", "text", "empty", "binary")
"""Kinds that the text, or its hex, tells by itself."""
JSON_KINDS = ("json", "msgpack", "cbor")
SEPARATOR = " > "
PRETTY_BYTES = 1 << 20
"""JSON beyond this is shown as it is."""


class Cell(NamedTuple):
    """What one cell says: the names of what was peeled, outermost first, and the lines of what was inside."""

    chain: str
    lines: list[str]


def draw(decoded: Decoded, *, pretty: bool) -> Cell:
    """Draw a decoded value: its text, or the hex of its bytes where it has none; JSON laid out if `pretty`."""
    if not pretty and (text := as_text(decoded.plain)) is not None:
        return Cell(_chain(decoded), [text])
    content = decoded.content
    chain = _chain(decoded) if content.kind in BARE_KINDS else f"{_chain(decoded)}{SEPARATOR}{content.kind}"
    if content.text is None:
        return Cell(chain, [f"0x{decoded.plain.hex()}"])
    return Cell(chain, indent(content.text).split("\n") if pretty and _is_json(content) else [content.text])


def complaint(decoded: Decoded) -> str:
    """Say in words that equal faults share why a value could not be decoded: `gzip, CRC mismatch`."""
    if decoded.fault is None:
        return ""
    detail = f" ({decoded.fault.detail})" if decoded.status is Status.OVER_LIMIT else ""
    return f"{_chain(decoded)}, {decoded.fault.what}{detail}"


def _chain(decoded: Decoded) -> str:
    return SEPARATOR.join(layer.record.label for layer in decoded.layers)


def _is_json(content: Content) -> bool:
    text = content.text or ""
    if len(text) > PRETTY_BYTES:
        return False
    return content.kind in JSON_KINDS or (content.kind == "java-string" and recognise(text.encode()).kind == "json")
