"""Base64 text of compressed bytes, in either alphabet (RFC 4648)."""

from binascii import a2b_base64, b2a_base64
from collections.abc import Iterator

from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.limits import Limits

COMMON = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
STANDARD, URLSAFE = b"+/", b"-_"
ALPHABETS = {"standard": STANDARD, "URL-safe": URLSAFE}
PADDING = b"="
LINE_BREAKS = b"\r\n"
ANY = COMMON + STANDARD + URLSAFE + PADDING + LINE_BREAKS
TO_STANDARD = bytes.maketrans(URLSAFE, STANDARD)
GROUP, GROUP_BYTES = 4, 3
MINIMUM = 12
PROBE = 16


def may_be(blob: bytes) -> bool:
    """Tell whether the first characters are of either alphabet."""
    return not blob[:PROBE].translate(None, ANY)


def open_base64(blob: bytes, limits: Limits) -> Opened:
    """Decode the text, whatever it holds; line breaks may stand anywhere, padding may be left out."""
    digits = blob.translate(None, LINE_BREAKS)
    body = digits.rstrip(PADDING)
    foreign = body.translate(None, COMMON)
    if not body or (foreign.translate(None, STANDARD) and foreign.translate(None, URLSAFE)):
        raise Refused("holds other characters than those of one Base64 alphabet")
    padded = body + PADDING * (-len(body) % GROUP)
    if len(body) % GROUP == 1 or digits not in (body, padded):
        raise Refused("ends within a group of four characters")
    limits.check_output(len(body) * GROUP_BYTES // GROUP)
    standard = padded.translate(TO_STANDARD)
    plain = a2b_base64(standard)
    left = len(plain) % GROUP_BYTES
    if left and b2a_base64(plain[-left:], newline=False) != standard[-GROUP:]:
        raise Refused("unused bits of the last group are set")
    return Opened(plain, Integrity.NONE)


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the alphabet, the padding and the number of lines."""
    if not blob or not may_be(blob):
        return
    names = [name for name, special in ALPHABETS.items() if any(character in blob for character in special)]
    yield Field("alphabet", " and ".join(names) or "either")
    text = blob.rstrip(LINE_BREAKS)
    yield Field("padding", len(text) - len(text.rstrip(PADDING)))
    yield Field("lines", text.count(b"\n") + 1)


BASE64 = Format(
    name="base64",
    title="Base64 text",
    extension="b64",
    specification="RFC 4648",
    evidence=Evidence.INSIDE,
    checks="none",
    first_bytes=ANY,
    minimum=MINIMUM,
    may_be=may_be,
    open=open_base64,
    read_header=read_header,
)
