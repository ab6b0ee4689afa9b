"""A header's bytes beside the fields that they hold."""

from collections.abc import Callable, Iterator, Sequence

from cqlsh_ext.formats.format import Field
from cqlsh_ext.render.words import spell, words

ROW = 16
STYLES = ("field", "other field")
Paint = Callable[[str, str], str]
"""Takes a style and a text; returns the text as it is to appear."""


def hexdump(stored: bytes, fields: Sequence[Field], paint: Paint) -> Iterator[str]:
    """Dump each field that stands in `stored`, in order; what lies between is counted."""
    at = 0
    placed = sorted((field for field in fields if field.offset is not None and field.size), key=_offset)
    for number, field in enumerate(placed):
        start = _offset(field)
        if start > at:
            yield f"{at:08x}  {'…':<{3 * ROW}} {start - at:,} bytes"
        yield from _rows(stored, field, STYLES[number % len(STYLES)], paint)
        at = max(at, start + field.size)
    if at < len(stored):
        yield f"{at:08x}  {'…':<{3 * ROW}} {len(stored) - at:,} bytes"


def _offset(field: Field) -> int:
    return field.offset or 0


def _rows(stored: bytes, field: Field, style: str, paint: Paint) -> Iterator[str]:
    start = _offset(field)
    end = min(start + field.size, len(stored))
    note = f"{words(field.name)}: {spell(field.value)}"
    for at in range(start, end, ROW):
        digits = stored[at : min(at + ROW, end)].hex(" ")
        yield f"{at:08x}  {paint(style, digits)}{' ' * (3 * ROW - len(digits))} {note if at == start else ''}".rstrip()
