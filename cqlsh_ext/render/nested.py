"""The blobs inside a value of CQL, with the path that leads to each."""

from collections.abc import Iterator, Mapping
from typing import Any


def blobs(value: Any, path: str = "") -> Iterator[tuple[str, bytes]]:
    """Give every blob in a value as the driver returns it: collections, tuples and UDTs are walked."""
    if isinstance(value, bytes | bytearray | memoryview):
        yield path, bytes(value)
    elif isinstance(value, str):
        return
    elif hasattr(value, "_fields"):
        for name in value._fields:
            yield from blobs(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, Mapping):
        for number, (key, each) in enumerate(value.items()):
            yield from blobs(key, f"{path} key {number}")
            yield from blobs(each, f"{path}[{key!r}]")
    elif hasattr(value, "__iter__"):
        for number, each in enumerate(value):
            yield from blobs(each, f"{path}[{number}]")
