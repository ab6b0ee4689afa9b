"""CBOR (RFC 8949): a map with printable string keys, or an array of such maps, self-described or not."""

import re
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from cqlsh_ext.content.cbor_tags import DECODERS, Tagged, decode_tag
from cqlsh_ext.content.jsonable import to_json
from cqlsh_ext.content.kind import Content, Kind

FIRST_KEY = re.compile(
    rb"(?:\xd9\xd9\xf7)?"  # self-described
    rb"(?:[\x81-\x97]|\x98.|\x99..|\x9a.{4}|\x9f)?"  # array
    rb"(?:[\xa1-\xb7]|\xb8.|\xb9..|\xba.{4}|\xbf)"  # map
    rb"(?:[\x61-\x77]|\x78.|\x79..|\x7f.)[ -~\xc2-\xf4]",  # string
    re.DOTALL,
)
LEADS = bytes((*range(0x81, 0x9B), 0x9F, *range(0xA1, 0xBB), 0xBF, 0xD9))
PARSED_SIZE = 512 * 1024
"""Bytes up to which CBOR is known at all: each byte of a crafted one takes 80 of memory and 0.4 us."""
DEPTH = 200


def is_cbor(data: bytes) -> bool:
    """Tell whether `data` is one map, or an array of maps; raises if it breaks off."""
    return parse(data) is not None


def read(data: bytes) -> Content | None:
    """Write the map as JSON."""
    value = parse(data)
    return None if value is None else Content("cbor", to_json(value, _plain))


def parse(data: bytes) -> object:
    """Return the map, or the array of maps; None for anything else. Raises if it breaks off."""
    if len(data) > PARSED_SIZE or not FIRST_KEY.match(data):
        return None
    from cbor2 import CBORDecoder  # noqa: PLC0415  (heavy, and most sessions do without)

    stored = BytesIO(data)
    value = CBORDecoder(stored, semantic_decoders=DECODERS, tag_hook=decode_tag, max_depth=DEPTH).decode()
    if stored.tell() != len(data):
        return None
    maps = [value] if isinstance(value, Mapping) else value
    return value if maps and all(_has_named_keys(each) for each in maps) else None


def _has_named_keys(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(key, str) and key.isprintable() for key in value)


def _plain(value: Any) -> object:
    if isinstance(value, Tagged):
        return {"tag": value.tag, "value": value.value}
    from cbor2 import undefined  # noqa: PLC0415

    return None if value is undefined else {"simple": value.value}


CBOR = Kind("cbor", "CBOR", leads=LEADS, matches=is_cbor, read=read)
