"""Real JSON: the service models that botocore ships, cut into documents of the size that is asked for."""

import json
from collections.abc import Iterator
from itertools import islice

import botocore.loaders


def documents(count: int, size: int) -> Iterator[bytes]:
    """Give `count` JSON documents of `size` bytes or a little more, the same ones at each call."""
    return islice((document for shapes in _shapes() for document in _cut(shapes, size)), count)


def _shapes() -> Iterator[dict[str, object]]:
    loader = botocore.loaders.Loader()
    for service in loader.list_available_services("service-2"):
        yield loader.load_service_model(service, "service-2")["shapes"]


def _cut(shapes: dict[str, object], size: int) -> Iterator[bytes]:
    part: list[str] = []
    length = 0
    for name, shape in shapes.items():
        part.append(f"{json.dumps(name)}: {json.dumps(shape)}")
        length += len(part[-1]) + 2
        if length >= size:
            yield f"{{{', '.join(part)}}}".encode()
            part, length = [], 0
