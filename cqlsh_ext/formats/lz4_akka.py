"""LZ4 as the Jackson serializers of Akka and Pekko store it: a magic, the plain length, one block."""

from collections.abc import Iterator

from cqlsh_ext.errors import Damaged, Refused
from cqlsh_ext.formats import lz4_block, lz4_sequences
from cqlsh_ext.formats.format import Evidence, Field, Format, Integrity, Opened, magic_field
from cqlsh_ext.limits import Limits

MAGIC = b"\x87\xd9\x6d\xf6"
LENGTH_SIZE = 4
HEADER_SIZE = len(MAGIC) + LENGTH_SIZE


def _declared(blob: bytes) -> int:
    return int.from_bytes(blob[len(MAGIC) : HEADER_SIZE], "big")


def open_akka(blob: bytes, limits: Limits) -> Opened:
    """Decode the one block to exactly its declared length."""
    if not blob.startswith(MAGIC):
        raise Refused("does not start with 87 d9 6d f6")
    if len(blob) <= HEADER_SIZE:
        raise Damaged("truncated", offset=len(blob))
    block, declared = blob[HEADER_SIZE:], _declared(blob)
    try:
        plain = lz4_block.decode_exact(block, declared, limits)
    except Refused as fault:
        raise lz4_block.damage(block, fault, HEADER_SIZE, declared) from None
    return Opened(plain, Integrity.STRUCTURE)


def read_header(blob: bytes, _parts: tuple[int, ...]) -> Iterator[Field]:
    """Give the declared length and what the sequences are."""
    if not blob.startswith(MAGIC):
        return
    yield magic_field(MAGIC)
    if len(blob) >= HEADER_SIZE:
        yield Field("declared_length", _declared(blob), len(MAGIC), LENGTH_SIZE)
        yield from lz4_sequences.fields(blob[HEADER_SIZE:])


LZ4_AKKA = Format(
    name="lz4-akka",
    title="LZ4 of Akka's Jackson serializer",
    specification="apache/pekko JacksonSerializer.scala",
    evidence=Evidence.MAGIC,
    checks="declared length only",
    magics=(MAGIC,),
    minimum=len(MAGIC),
    may_be=lambda blob: blob.startswith(MAGIC),
    open=open_akka,
    read_header=read_header,
)
