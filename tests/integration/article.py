"""The documents of "Compress and conquer with Amazon Keyspaces": as many in each band, of real JSON."""

import json
import random
from collections.abc import Iterator

import botocore.loaders

KB = 1024
BANDS = ((0.25, 1, 937), (1, 4, 10_168), (4, 20, 527), (20, 67, 244))
"""Bounds in KB, and how many documents lie between them."""


def documents() -> list[bytes]:
    """Return 11,876 documents of JSON, the same ones at each call."""
    source = random.Random(1)
    wanted = [(int(low * KB), high * KB) for low, high, count in BANDS for _ in range(count)]
    source.shuffle(wanted)
    shapes = _shapes()
    return [_document(shapes, low, high, source) for low, high in wanted]


def _document(shapes: Iterator[str], low: int, high: int, source: random.Random) -> bytes:
    """Join shapes up to a size between two, of which the smaller one is too small."""
    while True:
        size = int(low + (high - low) * source.uniform(0.02, 0.98) ** 2)
        text = ""
        while len(text) < size:
            text += (", " if text else "{") + next(shapes)
        if low < len(text) + 1 <= high:
            return f"{text}}}".encode()


def _shapes() -> Iterator[str]:
    """Give the parts of the service models that botocore ships, again and again."""
    loader = botocore.loaders.Loader()
    while True:
        for service in loader.list_available_services("service-2"):
            for name, shape in loader.load_service_model(service, "service-2")["shapes"].items():
                yield f"{json.dumps(name)}: {json.dumps(shape)}"
