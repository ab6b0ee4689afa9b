"""A bare snappy block, as `Snappy.compress` writes it: AWS's sample for Keyspaces among many."""

from collections import Counter
from collections.abc import Iterator

from cqlsh_ext.content import is_content
from cqlsh_ext.content.text import is_text
from cqlsh_ext.errors import Refused
from cqlsh_ext.formats import snappy_block
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.limits import Limits

MINIMUM = 10
CERTAIN_SIZE = 65
"""From here on a canonical block is no accident, whatever it holds."""
GAINING_SIZE, GAINING_COPIES = 16, 2


def open_raw(blob: bytes, limits: Limits) -> Opened:
    """Decode the whole blob as one block."""
    return Opened(bytes(snappy_block.open_block(blob, limits)), Integrity.STRUCTURE)


def accept(blob: bytes, plain: bytes) -> bool:
    """Believe readable content, or a block such as encoders emit that is too long to be an accident."""
    if is_content(plain) and not is_text(blob):
        return True
    if not snappy_block.is_canonical(blob):
        return False
    if len(blob) >= CERTAIN_SIZE or is_content(plain):
        return True
    return len(plain) > len(blob) >= GAINING_SIZE and _copies(blob) >= GAINING_COPIES


def _copies(blob: bytes) -> int:
    return sum(element.kind != snappy_block.LITERAL for element in snappy_block.elements(blob))


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the declared length and what the elements are."""
    found = snappy_block.read_varint32(blob)
    if found is None:
        return
    declared, at = found
    yield Field("declared_length", declared, 0, at)
    kinds: Counter[int] = Counter()
    literal_bytes = longest = largest = 0
    try:
        for kind, _, length, offset, _ in snappy_block.elements(blob):
            kinds[kind] += 1
            if kind == snappy_block.LITERAL:
                literal_bytes += length
                longest = max(longest, length)
            else:
                largest = max(largest, offset)
        canonical = snappy_block.is_canonical(blob)
    except Refused:
        canonical = False
    yield Field("literals", kinds[snappy_block.LITERAL])
    yield Field("literal_bytes", literal_bytes)
    yield Field("longest_literal", longest)
    yield Field("copies", {f"copy_{width}": kinds[kind] for kind, width in ((1, 1), (2, 2), (3, 4))})
    yield Field("largest_offset", largest)
    yield Field("canonical", canonical)


SNAPPY_RAW = Format(
    name="snappy-raw",
    title="raw snappy block",
    specification="google/snappy format_description.txt",
    evidence=Evidence.STRUCTURE,
    checks="declared length only",
    minimum=MINIMUM,
    may_be=snappy_block.may_be_block,
    open=open_raw,
    read_header=read_header,
    accept=accept,
)
