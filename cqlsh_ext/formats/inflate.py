"""Bounded DEFLATE, shared by gzip, the zlib layouts and raw deflate."""

import zlib

from cqlsh_ext.errors import Damaged
from cqlsh_ext.limits import Limits

GZIP, ZLIB, RAW = 31, 15, -15

_FAULTS = {
    "incorrect data check": "checksum mismatch",
    "incorrect length check": "length mismatch",
    "header crc mismatch": "header CRC mismatch",
}


def inflate(data: memoryview | bytes, kind: int, limits: Limits, already: int = 0) -> tuple[bytes, int]:
    """Inflate one stream at the start of `data`; return its plain bytes and how many stored bytes it took.

    `kind` is a `wbits` of zlib (GZIP, ZLIB, RAW); `already` counts bytes that the same layer gave before.
    Raises Damaged (with the offset in `data` where the stream is cut) and OverLimit.
    """
    stream = zlib.decompressobj(kind)
    try:
        plain = stream.decompress(data, limits.output - already + 1)
    except zlib.error as error:
        raise Damaged(*_explain(error)) from None
    limits.check_output(already + len(plain))
    if not stream.eof:
        raise Damaged("truncated", offset=len(data))
    return plain, len(data) - len(stream.unused_data)


def _explain(error: zlib.error) -> tuple[str]:
    """Put zlib's message into the words of this package."""
    message = str(error).rpartition(": ")[2]
    return (_FAULTS.get(message, f"invalid deflate data: {message}"),)
