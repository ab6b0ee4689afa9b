"""Reading CBOR documents with cbor2 and writing them as JSON."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from cbor2 import CBORDecoder, CBORTag, undefined

from cqlsh_ext.content.cbor_tags import DECODERS
from cqlsh_ext.content.jsonable import to_json

DEPTH = 200
ANY_KEY_SIZE = 32 * 1024
"""Bytes up to which keys may be other than strings: crafted ones collide, at the square of their number."""


def parse(data: bytes) -> object:
    """Return the map, or the array of maps; None for anything else. Raises if it breaks off."""
    stored = BytesIO(data)
    decoder = CBORDecoder(
        stored,
        semantic_decoders=DECODERS,
        max_depth=DEPTH,
        strict_hashable_types=len(data) > ANY_KEY_SIZE,
    )
    value = decoder.decode()
    if stored.tell() != len(data):
        return None
    maps = [value] if isinstance(value, Mapping) else value
    return value if maps and all(_has_named_keys(each) for each in maps) else None


def _has_named_keys(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(key, str) and key.isprintable() for key in value)


def write(document: object) -> str:
    """Write what `parse` returned as JSON."""
    return to_json(document, _plain)


def _plain(value: Any) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, CBORTag):
        return {"tag": value.tag, "value": value.value}
    return None if value is undefined else {"simple": value.value}
