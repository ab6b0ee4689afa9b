"""Peel compression from a value, layer by layer, within limits; never raise for what the value holds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache

from cqlsh_ext.codec import AUTO, OFF
from cqlsh_ext.content import Content, recognise
from cqlsh_ext.content.text import is_text
from cqlsh_ext.dictionaries import Dictionaries
from cqlsh_ext.errors import Damaged, DecodeError, OverLimit, Refused, Unsupported
from cqlsh_ext.formats import ANY, CERTAIN, INNER, candidates, named
from cqlsh_ext.formats.format import Evidence, Field, Format, HeaderValue, Integrity, Opened
from cqlsh_ext.limits import Limits

DEFAULT_LIMITS = Limits()
BYTES = (bytes, bytearray, memoryview)
DICTIONARY_ID = "dictionary_id"
"""The field of a header that names a dictionary."""


class Status(str, Enum):
    """What came of decoding a value."""

    DECODED = "decoded"
    PLAIN = "plain"
    """Not compressed, as far as can be told."""
    DAMAGED = "damaged"
    OVER_LIMIT = "over-limit"
    UNSUPPORTED = "unsupported"


class Certainty(str, Enum):
    """How sure it is that a layer is what it is said to be."""

    CHECKSUM = "checksum verified"
    MAGIC = "magic and structure"
    STRUCTURE = "structure only"
    CONTENT = "guess by content"
    SET = "set by you"


@dataclass(slots=True)
class Layer:
    """One layer of compression, from the outside in; sizes in bytes, `plain_size` None where it did not open."""

    format: str
    stored_size: int
    plain_size: int | None
    integrity: Integrity | None
    certainty: Certainty
    record: Format
    stored: bytes
    parts: tuple[int, ...] = (0,)
    dictionaries: Dictionaries | None = None
    """Those that were at hand."""

    @property
    def fields(self) -> list[Field]:
        """Return the header's fields, with the places where they stand, and where its dictionary was read."""
        fields = list(self.record.read_header(self.stored, self.parts))
        return [*fields, *self._dictionary_fields(fields)]

    @property
    def header(self) -> dict[str, HeaderValue]:
        """Return the header's fields by name."""
        return {field.name: field.value for field in self.fields}

    def _dictionary_fields(self, fields: list[Field]) -> Iterator[Field]:
        if self.record.naming is None:
            return
        named = next((field.value for field in fields if field.name == DICTIONARY_ID), None)
        number = int(str(named), 0) if named else None
        found = self.dictionaries.find(self.record.naming, number) if self.dictionaries else None
        if number or found:
            yield Field("dictionary", found.origin if found else "not at hand")


@dataclass
class Decoded:
    """What became of one value: every cell, report and statistic is drawn from this."""

    status: Status
    plain: bytes
    """The innermost bytes; the value itself unless it was decoded."""
    layers: Sequence[Layer] = ()
    """Outermost first; the last one is the one that failed where the status says so."""
    fault: DecodeError | None = None

    @cached_property
    def readable(self) -> bool:
        """Whether what was decoded is text, which content then need not find out again."""
        return self.status is Status.DECODED and is_text(self.plain)

    @cached_property
    def content(self) -> Content:
        """What the plain bytes are."""
        return recognise(self.plain)

    @property
    def reason(self) -> str | None:
        """Why the value is damaged, over the limit or unsupported: `gzip: checksum mismatch`."""
        return f"{self.layers[-1].format}: {self.fault}" if self.fault else None


_FAILURES = {Damaged: Status.DAMAGED, OverLimit: Status.OVER_LIMIT, Unsupported: Status.UNSUPPORTED}
_CERTAINTIES = {
    Evidence.MAGIC: Certainty.MAGIC,
    Evidence.STRUCTURE: Certainty.STRUCTURE,
    Evidence.CONTENT: Certainty.CONTENT,
    Evidence.INSIDE: Certainty.STRUCTURE,
}


def decode(
    blob: bytes | bytearray | memoryview,
    codec: str | Iterable[str] = AUTO,
    limits: Limits = DEFAULT_LIMITS,
    dictionaries: Dictionaries | None = None,
) -> Decoded:
    """Decode one value.

    `codec` is `auto`, `off`, a name of a format or family, or several names in the order to try; the names bind
    the outermost layer alone, inner ones follow where they have a magic or a checksum. `dictionaries` are those
    at hand, None is the same as none. No value makes this raise; an unknown codec name raises
    UsageError, and what is not bytes TypeError.
    """
    if not isinstance(blob, BYTES):
        raise TypeError(f"a value is bytes, not {type(blob).__name__}")
    stored = bytes(blob)
    formats = outermost(codec if isinstance(codec, str) else tuple(codec))
    layers: list[Layer] = []
    try:
        plain = _peel(stored, formats, limits, dictionaries, layers)
    except _Failure as failure:
        layers.append(failure.layer)
        return Decoded(_FAILURES[type(failure.fault)], stored, layers, failure.fault)
    return Decoded(Status.DECODED if layers else Status.PLAIN, plain, layers)


def check_codecs(names: Iterable[str]) -> tuple[str, ...]:
    """Return `names` if decode takes them as its codec; raises UsageError for one that is unknown."""
    codecs = tuple(names)
    outermost(codecs)
    return codecs


class _Failure(Exception):
    def __init__(self, layer: Layer, fault: DecodeError) -> None:
        self.layer = layer
        self.fault = fault


@lru_cache(maxsize=64)
def outermost(codec: str | tuple[str, ...]) -> tuple[Format, ...] | None:
    """Return the formats that may be outermost; None where the value itself decides."""
    names = tuple(part.strip().lower() for part in codec.split(",")) if isinstance(codec, str) else codec
    if names == (AUTO,):
        return None
    return () if names == (OFF,) else named(names)


_Peeled = tuple[Layer, bytes]
"""A layer, and what is inside it."""


def _peel(
    stored: bytes,
    formats: tuple[Format, ...] | None,
    limits: Limits,
    dictionaries: Dictionaries | None,
    layers: list[Layer],
) -> bytes:
    """Append each layer that opens to `layers`; return what is inside the last."""
    if formats is None:
        inner, peeled = INNER, _open_unasked(stored, ANY, limits, dictionaries)
    else:
        inner, peeled = CERTAIN, _open_named(stored, formats, limits, dictionaries)
    current = stored
    while peeled:
        layer, current = peeled
        if len(layers) == limits.layers:
            raise _Failure(layer, OverLimit("over the limit", detail=f"more than {limits.layers} layers"))
        layers.append(layer)
        peeled = _open_unasked(current, inner, limits, dictionaries, inside=True)
    return current


def _open_named(
    stored: bytes, formats: tuple[Format, ...], limits: Limits, dictionaries: Dictionaries | None
) -> _Peeled | None:
    """Open the layer with the first of `formats` that takes it: the user vouches for what it holds."""
    for record in formats:
        try:
            opened = record.decode(stored, limits, dictionaries) if dictionaries else record.open(stored, limits)
        except Refused:
            continue
        except DecodeError as fault:
            raise _Failure(_failed(record, stored, dictionaries, Certainty.SET), fault) from None
        certain = opened.integrity is Integrity.CHECKSUM
        layer = _layer(record, stored, opened, dictionaries, Certainty.CHECKSUM if certain else Certainty.SET)
        return layer, opened.plain
    return None


def _open_unasked(
    stored: bytes,
    evidence: frozenset[Evidence],
    limits: Limits,
    dictionaries: Dictionaries | None,
    *,
    inside: bool = False,
) -> _Peeled | None:
    """Open the layer with the format that the bytes themselves speak for, if any.

    Nothing but a wrapping is looked for in text that was `inside` another layer.
    """
    size = len(stored)
    for record in candidates(stored, evidence):
        if size < record.minimum or not _may_be(record, stored, dictionaries):
            continue
        if record.evidence is Evidence.CONTENT and is_text(stored):
            return None
        if inside and record.evidence is not Evidence.INSIDE and is_text(stored):
            continue
        try:
            opened = record.decode(stored, limits, dictionaries) if dictionaries else record.open(stored, limits)
        except Refused:
            continue
        except DecodeError as fault:
            if is_mere_guess(record, fault):
                continue
            certainty = _CERTAINTIES.get(record.evidence, Certainty.CHECKSUM)
            raise _Failure(_failed(record, stored, dictionaries, certainty), fault) from None
        if not record.accept(stored, opened.plain):
            continue
        if record.evidence is Evidence.INSIDE and not opens(opened.plain, limits, dictionaries):
            continue
        certain = opened.integrity is Integrity.CHECKSUM
        certainty = Certainty.CHECKSUM if certain else _CERTAINTIES.get(record.evidence, Certainty.CHECKSUM)
        return _layer(record, stored, opened, dictionaries, certainty), opened.plain
    return None


def _may_be(record: Format, stored: bytes, dictionaries: Dictionaries | None) -> bool:
    """Tell whether the start of the bytes does not rule out a format, or is what only a dictionary explains."""
    if dictionaries and dictionaries.own and record.open_with:
        return True
    return record.may_be(stored)


def is_mere_guess(record: Format, fault: DecodeError) -> bool:
    """Tell whether a fault says no more than that the bytes are of another format."""
    if isinstance(fault, OverLimit):
        return record.evidence is Evidence.INSIDE
    return record.evidence is not Evidence.MAGIC


def opens(stored: bytes, limits: Limits, dictionaries: Dictionaries | None = None) -> bool:
    """Tell whether a format with a magic or a checksum claims the bytes, be they whole or damaged."""
    try:
        return _open_unasked(stored, CERTAIN, limits, dictionaries) is not None
    except _Failure:
        return True


def _layer(
    record: Format, stored: bytes, opened: Opened, dictionaries: Dictionaries | None, certainty: Certainty
) -> Layer:
    plain, integrity, parts = opened
    return Layer(record.name, len(stored), len(plain), integrity, certainty, record, stored, parts, dictionaries)


def _failed(record: Format, stored: bytes, dictionaries: Dictionaries | None, certainty: Certainty) -> Layer:
    return Layer(record.name, len(stored), None, None, certainty, record, stored, dictionaries=dictionaries)
