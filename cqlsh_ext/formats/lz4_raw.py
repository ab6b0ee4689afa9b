"""A bare LZ4 block, as `LZ4_compress_default` writes it: nothing but readable content speaks for it."""

from collections.abc import Iterator

from cqlsh_ext.content import is_content
from cqlsh_ext.content.text import is_text
from cqlsh_ext.dictionaries import Dictionaries, Naming
from cqlsh_ext.errors import Refused
from cqlsh_ext.formats import lz4_block, lz4_sequences
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.limits import Limits

MINIMUM = 17


def may_be(blob: bytes) -> bool:
    """Tell whether the blob may begin with a sequence."""
    return bool(blob) and lz4_block.may_begin(blob)


def open_raw(blob: bytes, limits: Limits, dictionaries: Dictionaries | None = None) -> Opened:
    """Decode the whole blob as one block that ends as the format demands."""
    history = lz4_block.history_from(dictionaries) if dictionaries else b""
    if not blob or not (history or may_be(blob)):
        raise Refused("no LZ4 sequence", offset=0)
    plain = lz4_block.decode_within(blob, lz4_block.most_from(len(blob)), limits, history=history)
    lz4_block.decode_exact(blob, len(plain), limits, history=history)
    if not lz4_block.ends_in_literals(blob, len(plain), history):
        raise Refused("ends in a match", offset=len(blob))
    return Opened(plain, Integrity.NONE)


def accept(blob: bytes, plain: bytes) -> bool:
    """Believe readable content, unless the blob itself is readable."""
    return is_content(plain) and not is_text(blob)


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give what the sequences are."""
    if blob:
        yield from lz4_sequences.fields(blob)


LZ4_RAW = Format(
    name="lz4-raw",
    title="raw LZ4 block",
    specification="lz4/lz4 doc/lz4_Block_format.md",
    evidence=Evidence.CONTENT,
    checks="none",
    minimum=MINIMUM,
    may_be=may_be,
    open=open_raw,
    open_with=open_raw,
    naming=Naming.LZ4,
    read_header=read_header,
    accept=accept,
)
