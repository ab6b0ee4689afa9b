"""INSPECT's report: where a value is, what it is made of layer by layer, and what is in it."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from cqlsh_ext.decoding import Certainty, Decoded, Layer, Status
from cqlsh_ext.formats.format import Field, Integrity
from cqlsh_ext.render.excerpt import first_lines, key_sizes
from cqlsh_ext.render.hexdump import Paint, hexdump
from cqlsh_ext.render.words import ratio, size, spell, visible, words
from cqlsh_ext.story import Attempt

COLUMNS = 80
TOP_KEYS = 10
LABEL_WIDTH = 18
NO_TRACE = "a flipped bit would not show"


class Subject(NamedTuple):
    """One value to report on."""

    place: str
    stored: bytes
    decoded: Decoded
    near_misses: Sequence[str] = ()
    """What a plain value nearly was."""
    story: Sequence[Attempt] | None = None
    """How it was detected, where a verbose report is wanted."""


def report(subject: Subject, paint: Paint) -> Iterator[str]:
    """Give the report's lines."""
    decoded = subject.decoded
    yield paint("title", visible(subject.place))
    yield f"  {_outcome(subject)}"
    for number, layer in enumerate(decoded.layers, 1):
        yield from _layer(number, layer, decoded, paint, verbose=subject.story is not None)
    if decoded.status in (Status.DECODED, Status.PLAIN):
        yield from _content(decoded, paint)
    if subject.story is not None:
        yield from _story(subject.story, paint)
        if decoded.status is Status.PLAIN:
            yield f"     {_plain(subject)}"
    yield ""


def _outcome(subject: Subject) -> str:
    decoded = subject.decoded
    stored = len(subject.stored)
    if decoded.status is Status.DECODED:
        return f"{size(stored)} stored, {len(decoded.plain):,} plain, {ratio(stored, len(decoded.plain))}"
    if decoded.status is Status.PLAIN:
        return f"{size(stored)}, {_plain(subject)}"
    return f"{size(stored)} stored, {decoded.status.value}: {decoded.reason}"


def _plain(subject: Subject) -> str:
    return "; nearly ".join(("not compressed, as far as can be told", *subject.near_misses))


def _layer(number: int, layer: Layer, decoded: Decoded, paint: Paint, *, verbose: bool) -> Iterator[str]:
    fields = layer.fields
    failed = decoded.fault is not None and layer is decoded.layers[-1]
    certainty = "" if failed and layer.certainty is Certainty.CHECKSUM else f", {layer.certainty.value}"
    alias = "" if layer.record.title == layer.format else f" ({layer.format})"
    yield f"  {number}. {paint('format', layer.record.title)}{alias}{certainty}"
    yield _line("place", f"offset 0, {size(layer.stored_size)} of the {'value' if number == 1 else 'layer around it'}")
    if layer.plain_size is not None:
        sizes_told = f"{layer.stored_size:,} stored, {layer.plain_size:,} plain"
        yield _line("size", f"{sizes_told}, {ratio(layer.stored_size, layer.plain_size)}")
    for field in fields:
        yield from _field(field)
    yield _line("integrity", paint("bad", str(decoded.fault)) if failed else _integrity(layer))
    if verbose:
        yield from (f"     {line}" for line in hexdump(layer.stored, fields, paint))


def _field(field: Field) -> Iterator[str]:
    """Give the line of a field; one for each where it is a list of members, frames or blocks."""
    label = words(field.name)
    if not isinstance(field.value, list) or not all(isinstance(each, dict) for each in field.value):
        yield _line(label, spell(field.value))
        return
    for each in field.value:
        yield from _wrap(_line(label, ""), spell(each).split(", "), indent=len(_line("", "")))
        label = ""


def _line(label: str, text: str) -> str:
    return f"     {label:<{LABEL_WIDTH}} {text}"


def _integrity(layer: Layer) -> str:
    if layer.integrity is Integrity.CHECKSUM:
        return f"{layer.record.checks}: verified"
    if layer.integrity is Integrity.STRUCTURE:
        return f"lengths agree, no checksum: {NO_TRACE}"
    return f"this format has none: {NO_TRACE}"


def _content(decoded: Decoded, paint: Paint) -> Iterator[str]:
    content = decoded.content
    notes = [content.kind, content.encoding, content.detail, size(len(decoded.plain))]
    yield f"  {paint('format', 'content')}: {visible(', '.join(note for note in notes if note))}"
    yield from (f"     {line}" for line in first_lines(content, decoded.plain))
    if by_key := key_sizes(content):
        told = [f"{visible(key)} {count:,}" for key, count in islice(by_key.items(), TOP_KEYS)]
        yield from _wrap("     bytes by key: ", [*told, "…"] if len(by_key) > TOP_KEYS else told, indent=7)


def _wrap(line: str, parts: Sequence[str], indent: int) -> Iterator[str]:
    """Append the parts to `line`, commas between them, and go on in lines below where they do not fit."""
    for number, each in enumerate(parts, 1):
        part = each if number == len(parts) else f"{each}, "
        if len(line) + len(part) > COLUMNS:
            yield line.rstrip()
            line = " " * indent
        line += part
    yield line


def _story(story: Sequence[Attempt], paint: Paint) -> Iterator[str]:
    yield f"  {paint('format', 'detection')}"
    for attempt in story:
        yield f"     {attempt.format}: {visible(attempt.refusal or 'it is')}"
