"""Readable text: UTF-8 without control characters, and UTF-16."""

import re
from codecs import utf_8_decode

from cqlsh_ext.content import utf16
from cqlsh_ext.content.kind import TextKind

CONTROLS = bytes(byte for byte in (*range(0x20), 0x7F) if byte not in b"\b\t\n\f\r")
C1_CONTROLS = re.compile(rb"\xc2[\x80-\x9f]")
HEAD = 256
"""Bytes that are looked at first: most of what is not text shows here."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def is_text(data: bytes) -> bool:
    """Tell whether `data` is UTF-8 without control characters other than backspace, tab and line ends."""
    if not is_text_so_far(data[:HEAD]) or len(data.translate(None, CONTROLS)) != len(data):
        return False
    if data.isascii():
        return True
    try:
        str(data, "utf-8")
    except UnicodeDecodeError:
        return False
    return C1_CONTROLS.search(data) is None


def is_text_so_far(data: bytes) -> bool:
    """Tell whether `is_text` may hold of what begins with `data`, which may end within a character."""
    if len(data.translate(None, CONTROLS)) != len(data):
        return False
    if data.isascii():
        return True
    try:
        utf_8_decode(data, "strict", False)  # noqa: FBT003 - it takes no keywords
    except UnicodeDecodeError:
        return False
    return C1_CONTROLS.search(data) is None


def decode(data: bytes) -> tuple[str, str] | None:
    """Return the text and the name of its encoding if `data` is readable text."""
    if not is_text(data):
        return utf16.decode(data)
    encoding = "utf-8-sig" if data.startswith(BYTE_ORDER_MARK) else "utf-8"
    return str(data, encoding), encoding


def _is_anything(_text: str) -> bool:
    return True


TEXT = TextKind("text", "text", _is_anything, "txt")
