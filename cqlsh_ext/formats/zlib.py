"""zlib streams, bare or behind a 4-byte length (RFC 1950; MySQL's COMPRESS and Qt's qCompress)."""

from collections.abc import Callable, Iterator
from typing import Literal

from cqlsh_ext.dictionaries import Dictionaries, Naming
from cqlsh_ext.errors import Damaged, DecodeError, Refused, Unsupported
from cqlsh_ext.formats.format import DictionaryOpener, Evidence, Field, Format, Integrity, Opened
from cqlsh_ext.formats.inflate import RAW_STREAM, ZLIB_STREAM, zlib_stream_with
from cqlsh_ext.formats.streams import Stream, decode_declared, decode_stream, shifted
from cqlsh_ext.limits import Limits

DEFLATE_METHOD, LARGEST_WINDOW = 8, 7
FIRST_BYTES = bytes(window << 4 | DEFLATE_METHOD for window in range(LARGEST_WINDOW + 1))
CHECK_MULTIPLE = 31
FDICT = 0x20
LEVELS = ("fastest", "fast", "default", "best")
PREFIX_SIZE, HEADER_SIZE, ADLER_SIZE = 4, 2, 4
MINIMUM = 8
"""An empty stream: header, one empty block and the checksum."""


def has_header(blob: bytes, at: int = 0) -> bool:
    """Tell whether the two bytes at `at` are a zlib header, one with a preset dictionary included."""
    if len(blob) < at + 2:
        return False
    method = blob[at]
    return (
        method & 0x0F == DEFLATE_METHOD
        and method >> 4 <= LARGEST_WINDOW
        and not (method << 8 | blob[at + 1]) % CHECK_MULTIPLE
    )


def _opener(prefix: int, byteorder: Literal["little", "big"]) -> DictionaryOpener:
    def open_zlib(blob: bytes, limits: Limits, dictionaries: Dictionaries | None = None) -> Opened:
        if not has_header(blob, prefix):
            raise Refused(f"bytes {prefix} and {prefix + 1} are no zlib header")
        kind = _with_dictionary(blob, prefix, dictionaries) if blob[prefix + 1] & FDICT else ZLIB_STREAM
        stream = memoryview(blob)[prefix:]
        try:
            if prefix:
                declared = int.from_bytes(blob[:prefix], byteorder)
                plain, taken = decode_declared(kind, stream, declared, -prefix, limits)
            else:
                plain, taken = decode_stream(kind, stream, limits)
        except Damaged as fault:
            raise shifted(fault, prefix) from None
        end = prefix + taken
        if end != len(blob):
            raise Damaged("bytes after the checksum", offset=end, detail=f"{len(blob) - end:,} bytes")
        return Opened(plain, Integrity.CHECKSUM, (prefix, end))

    return open_zlib


def _with_dictionary(blob: bytes, prefix: int, dictionaries: Dictionaries | None) -> Stream:
    """Return how to decode a stream with the dictionary that it names; raise Unsupported where that is missing."""
    at = prefix + HEADER_SIZE
    if len(blob) < at + ADLER_SIZE:
        raise Damaged("truncated", offset=len(blob))
    adler = int.from_bytes(blob[at : at + ADLER_SIZE], "big")
    dictionary = dictionaries.find(Naming.ZLIB, adler) if dictionaries else None
    if dictionary is None:
        raise Unsupported("needs a dictionary", detail=f"Adler-32 0x{adler:08x}")
    return zlib_stream_with(dictionary.data)


def _reader(prefix: int, byteorder: Literal["little", "big"]) -> Callable[[bytes, tuple[int, ...]], Iterator[Field]]:
    def read_header(blob: bytes, parts: tuple[int, ...]) -> Iterator[Field]:
        if prefix and len(blob) >= prefix:
            yield Field("declared_length", int.from_bytes(blob[:prefix], byteorder), 0, prefix)
        if not has_header(blob, prefix):
            return
        method, flags = blob[prefix], blob[prefix + 1]
        yield Field("window_size", 1 << (method >> 4) + 8, prefix, 1)
        yield Field("level", LEVELS[flags >> 6], prefix + 1, 1)
        at = prefix + HEADER_SIZE
        if not flags & FDICT:
            yield Field("dictionary_id", None)
        else:
            at += ADLER_SIZE
            if len(blob) < at:
                return
            yield Field("dictionary_id", f"0x{blob[at - ADLER_SIZE : at].hex()}", at - ADLER_SIZE, ADLER_SIZE)
        end = parts[-1] if len(parts) > 1 else _find_end(blob, at)
        if end is not None:
            yield Field("adler32", f"0x{blob[end - ADLER_SIZE : end].hex()}", end - ADLER_SIZE, ADLER_SIZE)

    return read_header


def _find_end(blob: bytes, at: int) -> int | None:
    """Return where a stream ends whose data begin at `at`; None where these are cut, invalid or over the limit."""
    try:
        end = at + decode_stream(RAW_STREAM, memoryview(blob)[at:], Limits())[1] + ADLER_SIZE
    except DecodeError:
        return None
    return end if end <= len(blob) else None


def _layout(name: str, title: str, source: str, prefix: int, byteorder: Literal["little", "big"]) -> Format:
    opener = _opener(prefix, byteorder)
    return Format(
        name=name,
        title=title,
        extension="bin" if prefix else "zz",
        specification=source,
        evidence=Evidence.CHECKSUM,
        checks="Adler-32",
        minimum=prefix + MINIMUM,
        first_bytes=b"" if prefix else FIRST_BYTES,
        length_order=byteorder if prefix else None,
        may_be=lambda blob: has_header(blob, prefix),
        open=opener,
        open_with=opener,
        naming=Naming.ZLIB,
        read_header=_reader(prefix, byteorder),
    )


ZLIB = _layout("zlib", "zlib", "RFC 1950", 0, "big")
ZLIB_LE32 = _layout(
    "zlib-le32", "zlib behind a 32-bit LE length", "MySQL COMPRESS(), PHP memcached", PREFIX_SIZE, "little"
)
ZLIB_BE32 = _layout("zlib-be32", "zlib behind a 32-bit BE length", "Qt qCompress()", PREFIX_SIZE, "big")
