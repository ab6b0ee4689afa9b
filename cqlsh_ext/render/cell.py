"""A decoded value as one cell of a table."""

from typing import NamedTuple

from cqlsh_ext.content import Content, as_text, recognise
from cqlsh_ext.decoding import Decoded, Status
from cqlsh_ext.render.json import indent

BARE_KINDS = ("json", "xml", "text", "empty", "binary")
"""Kinds that the text, or its hex, tells by itself."""
JSON_KINDS = ("json", "msgpack", "cbor")
SEPARATOR = " > "
PRETTY_BYTES = 1 << 20
"""JSON beyond this is shown as it is."""


class Cell(NamedTuple):
    """The lines of what was inside a value, and its kind where the lines do not tell it."""

    lines: list[str]
    kind: str | None = None


def draw(decoded: Decoded, *, pretty: bool) -> Cell:
    """Draw a decoded value: its text, or the hex of its bytes where it has none; JSON laid out if `pretty`."""
    if not pretty and (text := _plain_text(decoded)) is not None:
        return Cell([text])
    content = decoded.content
    kind = None if content.kind in BARE_KINDS else content.kind
    if content.text is None:
        return Cell([f"0x{decoded.plain.hex()}"], kind)
    return Cell(indent(content.text).split("\n") if pretty and _is_json(content) else [content.text], kind)


def text_inside(decoded: Decoded) -> str | None:
    """Return the text of what was inside a value; None where it has none."""
    plain = _plain_text(decoded)
    return decoded.content.text if plain is None else plain


def chain(decoded: Decoded, drawn: Cell | None = None) -> str:
    """Name what was peeled, outermost first; the bare block of a family goes by the family's name."""
    names = [layer.format.removesuffix("-raw") for layer in decoded.layers]
    return SEPARATOR.join([*names, drawn.kind] if drawn and drawn.kind else names)


def complaint(decoded: Decoded) -> str:
    """Say in words that equal faults share why a value could not be decoded: `gzip, CRC mismatch`."""
    if decoded.fault is None:
        return ""
    detail = "" if decoded.status is Status.DAMAGED or not decoded.fault.detail else f" ({decoded.fault.detail})"
    return f"{chain(decoded)}, {decoded.fault.what}{detail}"


def _plain_text(decoded: Decoded) -> str | None:
    """Return what was decoded if it is nothing but text; sooner than its content is told."""
    return as_text(decoded.plain, readable=True) if decoded.readable else None


def _is_json(content: Content) -> bool:
    text = content.text or ""
    if len(text) > PRETTY_BYTES:
        return False
    return content.kind in JSON_KINDS or (content.kind == "java-string" and recognise(text.encode()).kind == "json")
