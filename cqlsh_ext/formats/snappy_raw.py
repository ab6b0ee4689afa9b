"""A bare snappy block, as `Snappy.compress` writes it: AWS's sample for Keyspaces among many."""

from collections.abc import Iterator

from cqlsh_ext.content import is_content
from cqlsh_ext.content.text import is_text, is_text_so_far
from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.formats.snappy_block import EXPANSION, SLACK, open_block
from cqlsh_ext.formats.snappy_elements import survey
from cqlsh_ext.formats.snappy_fields import element_fields
from cqlsh_ext.formats.varint import MORE, read_varint32
from cqlsh_ext.limits import Limits

MINIMUM = 10
CERTAIN_SIZE = 65
"""From here on a canonical block is no accident, whatever it holds."""
GAINING_SIZE, GAINING_COPIES = 16, 2
READABLE_BYTES = 1024
"""Text of so many bytes is no accident, whatever follows."""
CANONICAL_BYTES = 64 * 1024
"""How much of a blob the canonical walk reads: the decoder has verified the rest."""


def longest(declared: int) -> int:
    """Return how long a block of `declared` plain bytes may be (MaxCompressedLength of google/snappy)."""
    return 32 + declared + declared // 6


LONGEST_SHORT = longest(MORE - 1)
"""How long a block may be whose length takes one byte."""


def may_be(blob: bytes) -> bool:
    """Rule out what cannot be a snappy block by its size and its first tag."""
    size = len(blob)
    if size > LONGEST_SHORT and blob[0] < MORE:
        return False
    found = read_varint32(blob)
    if found is None:
        return False
    declared, at = found
    if not declared:
        return size == at
    return at < size <= longest(declared) and not blob[at] & 3 and declared <= EXPANSION * size + SLACK


def open_raw(blob: bytes, limits: Limits) -> Opened:
    """Decode the whole blob as one block."""
    found = read_varint32(blob)
    if found and len(blob) > longest(found[0]):
        fault = "block is longer than snappy makes it"
        raise Refused(fault, detail=f"declares {found[0]:,}, stored as {len(blob):,} bytes")
    return Opened(open_block(blob, limits), Integrity.STRUCTURE)


def accept(blob: bytes, plain: bytes) -> bool:
    """Believe readable content, or a block such as encoders emit that is too long to be an accident."""
    readable = is_text_so_far(plain[:READABLE_BYTES]) or is_content(plain)
    if readable and not is_text(blob):
        return True
    seen = survey(blob, until=CANONICAL_BYTES)
    if not seen.canonical:
        return False
    gained = len(plain) > len(blob) >= GAINING_SIZE and seen.copies >= GAINING_COPIES
    return readable or gained or len(blob) >= CERTAIN_SIZE


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the declared length and what the elements are."""
    return element_fields(blob)


SNAPPY_RAW = Format(
    name="snappy-raw",
    title="raw snappy block",
    specification="google/snappy format_description.txt",
    evidence=Evidence.STRUCTURE,
    checks="declared length only",
    minimum=MINIMUM,
    may_be=may_be,
    open=open_raw,
    read_header=read_header,
    accept=accept,
)
