"""Real JSON: the service models that botocore ships, cut into documents of the sizes that are asked for."""

import json
import random
from collections.abc import Iterator
from itertools import count, islice, repeat

import botocore.loaders

KIB = 1024
BANDS = ((937, 300, KIB), (10_168, KIB + 1, 4 * KIB), (527, 4 * KIB + 1, 20 * KIB), (244, 20 * KIB + 1, 67 * KIB))
"""How many documents have from how many to how many bytes, in an article on compression in Amazon Keyspaces."""


def documents(number: int, size: int) -> Iterator[bytes]:
    """Give JSON documents of `size` bytes or a little more, the same ones at each call."""
    return islice(_cut(repeat(size)), number)


def documents_in_bands() -> Iterator[bytes]:
    """Give the documents of BANDS, of sizes spread evenly over each, the same ones at each call."""
    for number, smallest, largest in BANDS:
        sizes = random.Random(smallest)
        cut = _cut(sizes.randint(smallest, largest) for _ in count())
        yield from islice((each for each in cut if smallest <= len(each) <= largest), number)


def _cut(sizes: Iterator[int]) -> Iterator[bytes]:
    """Put shapes together until they have the next of the sizes, again and again."""
    part: list[str] = []
    length, size = 0, next(sizes)
    for name, shape in _shapes():
        part.append(f"{json.dumps(name)}:{json.dumps(shape, separators=(',', ':'))}")
        length += len(part[-1]) + 1
        if length >= size:
            yield f"{{{','.join(part)}}}".encode()
            part, length, size = [], 0, next(sizes)


def _shapes() -> Iterator[tuple[str, object]]:
    loader = botocore.loaders.Loader()
    for service in loader.list_available_services("service-2"):
        yield from loader.load_service_model(service, "service-2")["shapes"].items()
