"""The story of detection: every format tried on a value, why each was refused, and what the value nearly was."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cqlsh_ext.codec import AUTO
from cqlsh_ext.content.text import is_text
from cqlsh_ext.decoding import DEFAULT_LIMITS, is_mere_guess, opens, outermost
from cqlsh_ext.dictionaries import Dictionaries
from cqlsh_ext.errors import DecodeError, Refused
from cqlsh_ext.formats import FORMATS
from cqlsh_ext.formats.format import Evidence, Format
from cqlsh_ext.limits import Limits

PREFIX_BYTES = 64
"""How long a prefix that applications set before a compressed value is looked behind."""


class Attempt(NamedTuple):
    """One format that was tried on the outermost layer."""

    format: str
    refusal: str | None
    """Why it was refused; None for the one that was believed."""
    near: str | None = None
    """What nearly was there, where a format was refused that decodes all the same."""


def tell_story(
    blob: bytes,
    codec: Iterable[str] = (AUTO,),
    limits: Limits = DEFAULT_LIMITS,
    dictionaries: Dictionaries | None = None,
) -> list[Attempt]:
    """Try every format that `codec` allows on the outermost layer, in order, up to the one that is believed."""
    chosen = outermost(tuple(codec))
    attempt = _attempt if chosen is None else _attempt_named
    at_hand = Dictionaries() if dictionaries is None else dictionaries
    story: list[Attempt] = []
    for record in FORMATS if chosen is None else chosen:
        story.append(attempt(record, blob, limits, at_hand))
        if story[-1].refusal is None:
            break
    return story


def near_misses(blob: bytes, story: Sequence[Attempt], limits: Limits = DEFAULT_LIMITS) -> list[str]:
    """Name what a plain value nearly was: `brotli`, or `gzip at byte 5` for one that stands behind a prefix."""
    return [*(attempt.near for attempt in story if attempt.near), *_behind_prefix(blob, limits)]


def _attempt_named(record: Format, blob: bytes, limits: Limits, dictionaries: Dictionaries) -> Attempt:
    try:
        record.decode(blob, limits, dictionaries)
    except Refused as fault:
        return Attempt(record.name, str(fault))
    except DecodeError:
        pass
    return Attempt(record.name, None)


def _attempt(record: Format, blob: bytes, limits: Limits, dictionaries: Dictionaries) -> Attempt:
    if refusal := _refusal_at_sight(record, blob):
        return Attempt(record.name, refusal)
    try:
        plain = record.decode(blob, limits, dictionaries).plain
    except DecodeError as fault:
        believed = not isinstance(fault, Refused) and not is_mere_guess(record, fault)
        return Attempt(record.name, None if believed else str(fault))
    if not record.accept(blob, plain):
        return Attempt(record.name, f"decodes to {len(plain):,} bytes that do not speak for it", near=record.name)
    if record.evidence is Evidence.INSIDE and not opens(plain, limits, dictionaries):
        return Attempt(record.name, "nothing with a magic or a checksum inside")
    return Attempt(record.name, None)


def _refusal_at_sight(record: Format, blob: bytes) -> str | None:
    if len(blob) < record.minimum:
        return f"shorter than {record.minimum} bytes"
    if record.evidence is Evidence.MAGIC and not record.may_be(blob):
        magic = " or ".join(each.hex(" ") for each in record.magics[:2])
        return f"does not start with {magic} and a header that fits"
    if record.evidence is Evidence.CONTENT and is_text(blob):
        return "the value is readable text, which no guess overrides"
    return None


def _behind_prefix(blob: bytes, limits: Limits) -> Iterator[str]:
    """Find formats with a magic that stand near the start, and say of one that does not open why."""
    for record in FORMATS:
        for magic in record.magics:
            at = blob.find(magic, 1, PREFIX_BYTES + len(magic))
            if at < 1 or not record.may_be(blob[at:]):
                continue
            try:
                record.open(blob[at:], limits)
            except Refused:
                continue
            except DecodeError as fault:
                yield f"{record.name} at byte {at} ({fault})"
            else:
                yield f"{record.name} at byte {at}"
