"""CBOR (RFC 8949): a map with printable string keys, or an array of such maps, self-described or not."""

import re

from cqlsh_ext.content.kind import Content, Kind

FIRST_KEY = re.compile(
    rb"(?:\xd9\xd9\xf7)?"  # self-described
    rb"(?:[\x81-\x97]|\x98.|\x99..|\x9a.{4}|\x9f)?"  # array
    rb"(?:[\xa1-\xb7]|\xb8.|\xb9..|\xba.{4}|\xbf)"  # map
    rb"(?:[\x61-\x77]|\x78.|\x79..|\x7f.)[ -~\xc2-\xf4]",  # string
    re.DOTALL,
)
LEADS = bytes((*range(0x81, 0x9B), 0x9F, *range(0xA1, 0xBB), 0xBF, 0xD9))
PARSED_SIZE, TEXT_SIZE = 512 * 1024, 256 * 1024
"""Bytes up to which CBOR is known at all, and read: a crafted byte takes 80 of memory and a microsecond."""


def _parse(data: bytes) -> object:
    if len(data) > PARSED_SIZE or not FIRST_KEY.match(data):
        return None
    from cqlsh_ext.content import cbor_document  # noqa: PLC0415  (most sessions do without)

    return cbor_document.parse(data)


def is_cbor(data: bytes) -> bool:
    """Tell whether `data` is one map, or an array of maps; raises if it breaks off."""
    return _parse(data) is not None


def read(data: bytes) -> Content | None:
    """Write the map as JSON."""
    document = _parse(data)
    if document is None:
        return None
    if len(data) > TEXT_SIZE:
        return Content("cbor")
    from cqlsh_ext.content import cbor_document  # noqa: PLC0415

    return Content("cbor", cbor_document.write(document))


CBOR = Kind("cbor", "CBOR", leads=LEADS, matches=is_cbor, read=read, extension="cbor")
