"""Bounded DEFLATE, shared by gzip, the zlib layouts and raw deflate."""

import zlib
from collections.abc import Callable

from cqlsh_ext.formats.streams import Fault, Stream

_FAULTS = {
    "incorrect data check": Fault("checksum mismatch", 3),
    "incorrect length check": Fault("length mismatch", 3),
    "header crc mismatch": Fault("header CRC mismatch", 1),
}


def _explain(error: Exception) -> Fault:
    """Put zlib's message into the words of this package."""
    message = str(error).rpartition(": ")[2]
    return _FAULTS.get(message, Fault(f"invalid deflate data: {message}"))


def _inflater(wbits: int) -> Callable[[], "zlib._Decompress"]:
    return lambda: zlib.decompressobj(wbits)


def zlib_stream_with(dictionary: bytes) -> Stream:
    """Return how to decode a zlib stream that names a dictionary."""
    return Stream(lambda: zlib.decompressobj(15, zdict=dictionary), _explain)


GZIP_MEMBER = Stream(_inflater(31), _explain)
ZLIB_STREAM = Stream(_inflater(15), _explain)
RAW_STREAM = Stream(_inflater(-15), _explain)
