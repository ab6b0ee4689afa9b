"""What each compressed container is: one file each, in the order in which they are tried."""

from collections.abc import Iterable, Sequence
from functools import cache

from cqlsh_ext.errors import UsageError
from cqlsh_ext.formats.base64 import BASE64
from cqlsh_ext.formats.brotli import BROTLI
from cqlsh_ext.formats.bzip2 import BZIP2
from cqlsh_ext.formats.deflate import DEFLATE
from cqlsh_ext.formats.format import SMALL, Evidence, Format
from cqlsh_ext.formats.gzip import GZIP
from cqlsh_ext.formats.hex import HEX
from cqlsh_ext.formats.lz4_akka import LZ4_AKKA
from cqlsh_ext.formats.lz4_frame import LZ4_FRAME
from cqlsh_ext.formats.lz4_hadoop import LZ4_HADOOP
from cqlsh_ext.formats.lz4_java import LZ4_JAVA
from cqlsh_ext.formats.lz4_legacy import LZ4_LEGACY
from cqlsh_ext.formats.lz4_prefixed import LZ4_BE32, LZ4_BE64, LZ4_LE32, LZ4_LE64
from cqlsh_ext.formats.lz4_raw import LZ4_RAW
from cqlsh_ext.formats.lzf import LZF
from cqlsh_ext.formats.lzma import LZMA
from cqlsh_ext.formats.s2 import S2
from cqlsh_ext.formats.snappy_framed import SNAPPY_FRAMED
from cqlsh_ext.formats.snappy_hadoop import SNAPPY_HADOOP
from cqlsh_ext.formats.snappy_iq80 import SNAPPY_IQ80
from cqlsh_ext.formats.snappy_raw import SNAPPY_RAW
from cqlsh_ext.formats.snappy_xerial import SNAPPY_XERIAL
from cqlsh_ext.formats.xz import XZ
from cqlsh_ext.formats.zip import ZIP
from cqlsh_ext.formats.zlib import ZLIB, ZLIB_BE32, ZLIB_LE32
from cqlsh_ext.formats.zstd import ZSTD

FORMATS: tuple[Format, ...] = (
    GZIP,
    ZSTD,
    LZ4_FRAME,
    LZ4_LEGACY,
    LZ4_JAVA,
    LZ4_AKKA,
    SNAPPY_FRAMED,
    S2,
    SNAPPY_XERIAL,
    SNAPPY_IQ80,
    BZIP2,
    XZ,
    LZF,
    ZIP,
    ZLIB,
    ZLIB_LE32,
    ZLIB_BE32,
    LZMA,
    LZ4_LE32,
    LZ4_BE32,
    LZ4_LE64,
    LZ4_BE64,
    SNAPPY_HADOOP,
    LZ4_HADOOP,
    SNAPPY_RAW,
    BASE64,
    HEX,
    LZ4_RAW,
    DEFLATE,
    BROTLI,
)
"""Magic first (their prefixes are disjoint), then checksums, structure, wrappings, and mere content last."""

BY_NAME = {each.name: each for each in FORMATS}
FAMILIES = ("snappy", "lz4")
CODECS = (*BY_NAME, *FAMILIES)
"""Every name that a codec setting takes."""

SHORTEST = min(each.minimum for each in FORMATS)
ANY = frozenset(Evidence)
CERTAIN = frozenset((Evidence.MAGIC, Evidence.CHECKSUM))
"""What may follow inside another layer whatever the user named."""
INNER = CERTAIN | {Evidence.STRUCTURE, Evidence.INSIDE}
"""What may follow inside another layer where the user named nothing: no mere guesses."""


@cache
def _able(evidence: frozenset[Evidence], first: int, fourth: int, small: bool) -> tuple[Format, ...]:  # noqa: FBT001
    """Return what may begin with these bytes, of which the fourth counts only as zero or one for all others."""
    return tuple(
        each for each in FORMATS if each.evidence in evidence and each.may_start_with(first, fourth, small=small)
    )


def candidates(blob: bytes, evidence: frozenset[Evidence] = ANY) -> Sequence[Format]:
    """Return the formats that a blob of this size with these first bytes may have, in the order to try them."""
    size = len(blob)
    return _able(evidence, blob[0], blob[3] > 0, size < SMALL) if size >= SHORTEST else ()


def named(codecs: Iterable[str]) -> tuple[Format, ...]:
    """Return the formats that `codecs` name, families spelled out; raises UsageError for an unknown name."""
    chosen: dict[str, Format] = {}
    for codec in codecs:
        family = [each for each in FORMATS if codec in FAMILIES and each.name.startswith(f"{codec}-")]
        if not family and codec not in BY_NAME:
            raise UsageError(f"unknown codec {codec!r}: choose from auto, off, {', '.join(CODECS)}")
        chosen.update((each.name, each) for each in family or [BY_NAME[codec]])
    return tuple(chosen.values())
