"""The line below the prompt: where you are, and what the last result took."""

from collections.abc import Iterator
from typing import NamedTuple

from prompt_toolkit.utils import get_cwidth

from cqlsh_ext.prompt.language import Status

SEPARATOR = " │ "
LOST = "connection lost, trying to reconnect"
UNITS = ("B", "KB", "MB", "GB", "TB")
UNIT = 1024


class Part(NamedTuple):
    """Something that the toolbar tells: the less its rank, the longer it stays where there is little room."""

    rank: int
    text: str


def draw(status: Status, hint: str, width: int) -> str:
    """Write the toolbar in at most `width` columns: what matters least goes first, the hint last."""
    parts = [*([Part(0, hint)] if hint else []), *_parts(status)]
    while len(parts) > 1 and get_cwidth(_join(parts)) > width:
        parts.remove(max(parts))
    text = _join(parts)
    while get_cwidth(text) > width:
        text = text[:-1]
    return text


def _join(parts: list[Part]) -> str:
    return SEPARATOR.join(part.text for part in parts)


def _parts(status: Status) -> Iterator[Part]:
    if status.lost:
        yield Part(1, LOST)
    yield Part(3, status.place)
    yield Part(2, status.keyspace or "no keyspace")
    yield Part(7, status.consistency)
    yield Part(6, f"codec {status.codec}")
    yield Part(8, "paging off" if status.page_size is None else f"page {status.page_size:,}")
    if status.latency is not None:
        yield Part(5, latency(status.latency))
    cells, stored, plain = status.decoded
    if cells:
        yield Part(4, f"{cells:,} {'cell' if cells == 1 else 'cells'} decoded, {size(stored)} → {size(plain)}")


def latency(seconds: float) -> str:
    """Write how long an answer took: `0.8 ms`, `12 ms`, `3.1 s`."""
    if seconds >= 1:
        return f"{seconds:,.1f} s"
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.01 else f"{seconds * 1000:.1f} ms"


def size(count: float) -> str:
    """Write a number of bytes: `512 B`, `4.2 KB`, `61 MB`."""
    exponent = 0
    while count >= UNIT and exponent < len(UNITS) - 1:
        count /= UNIT
        exponent += 1
    digits = 1 if exponent and count < 100 else 0
    return f"{count:.{digits}f} {UNITS[exponent]}"
