"""UTF-16: told by its byte order mark, or by the NUL that is every other byte of Western text and of JSON."""

import re

BYTE_ORDER_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
MARK_SIZE = 2
CONTROLS = re.compile("[\0-\x07\x0b\x0e-\x1f\x7f-\x9f]")
SAMPLE = 4096
"""Characters of which most must be printable: Cassandra's integers and UUIDs make letters of all scripts."""
ASCII_SHARE_MARKED, ASCII_SHARE_UNMARKED = 1 / 8, 3 / 4
UNPRINTABLE_SHARE = 1 / 16
MINIMUM = 8


def decode(data: bytes) -> tuple[str, str] | None:
    """Return the text and the name of its encoding if `data` is UTF-16; a lone surrogate becomes U+FFFD."""
    if len(data) < MINIMUM or len(data) % 2:
        return None
    encoding = BYTE_ORDER_MARKS.get(data[:MARK_SIZE])
    if encoding:
        units, share = data[MARK_SIZE:], ASCII_SHARE_MARKED
    else:
        units, share = data, ASCII_SHARE_UNMARKED
        encoding = "utf-16-le" if data[1] == 0 else "utf-16-be"
    high = units[1::2] if encoding == "utf-16-le" else units[::2]
    if high.count(0) < share * len(high):
        return None
    text = str(units, encoding, "replace")
    return (text, encoding) if _is_readable(text) else None


def _is_readable(text: str) -> bool:
    if CONTROLS.search(text):
        return False
    sample = text[:SAMPLE]
    unprintable = sum(not (char.isprintable() or char.isspace()) or char == "\ufffd" for char in sample)
    return unprintable <= UNPRINTABLE_SHARE * len(sample)
