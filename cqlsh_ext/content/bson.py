"""BSON: a document whose length, elements and final NUL agree (bsonspec.org); named only."""

from cqlsh_ext.content.kind import Kind

MINIMUM = 8
"""Bytes of the shortest document with an element."""
ELEMENTS = 1000
"""Elements of the outermost document that are walked."""
FIXED = {
    0x01: 8,
    0x06: 0,
    0x07: 12,
    0x08: 1,
    0x09: 8,
    0x0A: 0,
    0x10: 4,
    0x11: 8,
    0x12: 8,
    0x13: 16,
    0x7F: 0,
    0xFF: 0,
}
"""Sizes of the values that have one: numbers, dates, ObjectIds, booleans, null and its like."""
COUNTED = {0x02: 4, 0x0D: 4, 0x0E: 4, 0x05: 5, 0x0C: 16, 0x03: 0, 0x04: 0, 0x0F: 0}
"""Bytes beyond the count that starts these: strings, binary, pointers; documents count themselves."""
REGULAR_EXPRESSION = 0x0B


def is_bson(data: bytes) -> bool:
    """Tell whether `data` is a document with at least one element."""
    if data[-1] or len(data) < MINIMUM or int.from_bytes(data[:4], "little") != len(data):
        return False
    at, last = 4, len(data) - 1
    for _ in range(ELEMENTS):
        at = _after_element(data, at)
        if at >= last or at < 0:
            return at == last
    return True


def _after_element(data: bytes, at: int) -> int:
    """Return where the element at `at` ends; -1 if it is none."""
    kind, end = data[at], data.find(b"\0", at + 1)
    if end < 0 or not str(data[at + 1 : end], "utf-8").isprintable():
        return -1
    at = end + 1
    if kind in FIXED:
        return at + FIXED[kind]
    if kind in COUNTED:
        return at + COUNTED[kind] + int.from_bytes(data[at : at + 4], "little")
    if kind == REGULAR_EXPRESSION:
        return data.find(b"\0", data.find(b"\0", at) + 1) + 1 or -1
    return -1


BSON = Kind("bson", "BSON", leads=bytes(range(256)), matches=is_bson, extension="bson")
