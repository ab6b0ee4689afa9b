"""JSON written as CBOR or MessagePack before it is compressed, where nothing is lost."""

import json
from collections.abc import Callable, Sequence
from time import thread_time_ns
from typing import Any, NamedTuple

import cbor2
import msgpack


class Recoding(NamedTuple):
    """Another way to write what JSON says."""

    name: str
    write: Callable[[Any], bytes]
    read: Callable[[bytes], Any]


class Recoded(NamedTuple):
    """Values in another form, and the processor's nanoseconds that writing each took, and reading it back."""

    values: list[bytes]
    written: list[int]
    read: list[int]


RECODINGS = (
    Recoding("cbor", cbor2.dumps, cbor2.loads),
    Recoding("msgpack", msgpack.packb, lambda data: msgpack.unpackb(data, strict_map_key=False)),
)


def recode(recoding: Recoding, values: Sequence[bytes]) -> Recoded | None:
    """Write every value anew; None where one is not JSON, or would not come back as the same."""
    recoded = Recoded([], [], [])
    for value in values:
        try:
            start = thread_time_ns()
            thing = _load(value)
            data = recoding.write(thing)
            middle = thread_time_ns()
            back = json.dumps(recoding.read(data), ensure_ascii=False, separators=(",", ":"))
            end = thread_time_ns()
        except (ValueError, TypeError, OverflowError, RecursionError, cbor2.CBOREncodeError, cbor2.CBORDecodeError):
            return None
        if back != json.dumps(thing, ensure_ascii=False, separators=(",", ":")):
            return None
        recoded.values.append(data)
        recoded.written.append(middle - start)
        recoded.read.append(end - middle)
    return recoded


def _load(value: bytes) -> Any:
    return json.loads(value, object_pairs_hook=_unique, parse_constant=_refuse)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")
