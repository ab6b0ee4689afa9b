"""Harmless meanings for CBOR's tags.

Every tag that cbor2 gives a meaning to is given another here: its own would compile regular expressions,
parse mail, build a 10 ** 1,000,000,000 or tie shared references to cycles.
"""

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import UUID

from cbor2 import CBORTag

from cqlsh_ext.content.jsonable import moment

SECONDS_A_DAY = 24 * 60 * 60
MICROSECONDS = 1_000_000
BIGNUM_SIZE = 64
"""Bytes up to which a bignum is written in decimal."""
EXPONENT = 1_000
"""Powers of ten up to which a decimal fraction is written as one number."""
UUID_SIZE = 16

OF_CBOR2 = (0, 1, 2, 3, 4, 5, 25, 28, 29, 30, 35, 36, 37, 52, 54, 100, 256, 258, 260, 261, 1004, 43000, 55799)
TRANSPARENT = (0, 32, 258, 1004, 55799)
"""Date and time as text, URI, set, date as text, self-described: the value says it without the tag."""


def _time(value: Any) -> str | None:
    if isinstance(value, int):
        return moment(value)
    if not isinstance(value, float) or not abs(value) < 1e12:
        return None
    seconds, microseconds = divmod(round(value * MICROSECONDS), MICROSECONDS)
    return moment(seconds, microseconds * 1000)


def _day(value: Any) -> str | None:
    written = moment(value * SECONDS_A_DAY) if isinstance(value, int) else None
    return written and written[:10]


def _bignum(value: Any) -> int | None:
    return int.from_bytes(value, "big") if isinstance(value, bytes) and len(value) <= BIGNUM_SIZE else None


def _negative_bignum(value: Any) -> int | None:
    number = _bignum(value)
    return None if number is None else -1 - number


def _decimal(value: Any) -> str | None:
    match value:
        case (int(exponent), int(mantissa)) if abs(exponent) <= EXPONENT:
            return str(Decimal(f"{mantissa}E{exponent}"))
    return None


def _uuid(value: Any) -> str | None:
    return str(UUID(bytes=value)) if isinstance(value, bytes) and len(value) == UUID_SIZE else None


MEANINGS: dict[int, Callable[[Any], object]] = {
    1: _time,
    2: _bignum,
    3: _negative_bignum,
    4: _decimal,
    37: _uuid,
    100: _day,
}


def _pass(value: Any, _immutable: bool) -> object:  # noqa: FBT001  (cbor2 calls it so)
    return value


def _decode(tag: int, value: Any, _immutable: bool) -> object:  # noqa: FBT001
    meaning = MEANINGS[tag](value) if tag in MEANINGS else None
    return CBORTag(tag, value) if meaning is None else meaning


DECODERS = {tag: partial(_decode, tag) for tag in OF_CBOR2} | dict.fromkeys(TRANSPARENT, _pass)
"""What cbor2 is to make of the tags that it knows, and a few more."""
