"""Hexadecimal text of compressed bytes, with or without 0x (RFC 4648, section 8; CQL's blob literal)."""

from binascii import unhexlify
from collections.abc import Iterator

from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.limits import Limits

LOWER, UPPER = b"abcdef", b"ABCDEF"
CASES = {"lower": LOWER, "upper": UPPER}
LINE_BREAKS = b"\r\n"
DIGITS = b"0123456789" + LOWER + UPPER
PREFIXES = (b"0x", b"0X")
PREFIX_SIZE = 2
MINIMUM = 18
"""The digits of nine bytes."""
PROBE = 16


def may_be(blob: bytes) -> bool:
    """Tell whether the first characters are digits or line breaks, a prefix aside."""
    return not blob[PREFIX_SIZE:PROBE].translate(None, DIGITS + LINE_BREAKS)


def open_hex(blob: bytes, limits: Limits) -> Opened:
    """Decode the text, whatever it holds; line breaks may stand anywhere behind the prefix."""
    digits = blob[_prefix_size(blob) :].translate(None, LINE_BREAKS)
    if not digits or digits.translate(None, DIGITS):
        raise Refused("holds other characters than hexadecimal digits")
    if len(digits) % 2:
        raise Refused("holds an odd number of digits")
    limits.check_output(len(digits) // 2)
    return Opened(unhexlify(digits), Integrity.NONE)


def _prefix_size(blob: bytes) -> int:
    return PREFIX_SIZE if blob.startswith(PREFIXES) else 0


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the prefix, the case of the digits and how many lines they stand in."""
    if not blob or not may_be(blob):
        return
    size = _prefix_size(blob)
    yield Field("prefix", blob[:size].decode() or None, *((0, size) if size else ()))
    cases = [name for name, letters in CASES.items() if any(letter in blob for letter in letters)]
    yield Field("case", " and ".join(cases) or None)
    yield Field("lines", blob.rstrip(LINE_BREAKS).count(b"\n") + 1)


HEX = Format(
    name="hex",
    title="hexadecimal text",
    extension="hex",
    specification="RFC 4648, section 8",
    evidence=Evidence.INSIDE,
    checks="none",
    first_bytes=DIGITS + LINE_BREAKS,
    minimum=MINIMUM,
    may_be=may_be,
    open=open_hex,
    read_header=read_header,
)
