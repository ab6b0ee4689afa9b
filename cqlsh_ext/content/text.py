"""Readable text: UTF-8 without control characters, and UTF-16."""

import re

from cqlsh_ext.content.kind import TextKind

CONTROLS = bytes(byte for byte in (*range(0x20), 0x7F) if byte not in b"\b\t\n\f\r")
C1_CONTROLS = re.compile(rb"\xc2[\x80-\x9f]")


def is_text(data: bytes) -> bool:
    """Tell whether `data` is UTF-8 without control characters other than backspace, tab and line ends."""
    if len(data.translate(None, CONTROLS)) != len(data):
        return False
    if data.isascii():
        return True
    try:
        str(data, "utf-8")
    except UnicodeDecodeError:
        return False
    return C1_CONTROLS.search(data) is None


def decode(data: bytes) -> tuple[str, str] | None:
    """Return the text of `data` and the name of its encoding."""
    if is_text(data):
        encoding = "utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8"
        return str(data, encoding), encoding
    return None


def _anything(_text: str) -> bool:
    return True


TEXT = TextKind("text", "text", _anything)
