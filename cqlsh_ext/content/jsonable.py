"""Decoded values as one line of JSON text, for kinds that are JSON in binary dress."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from json.encoder import encode_basestring
from math import isfinite, isnan
from types import NoneType
from typing import Any

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
FIRST_SECOND, LAST_SECOND = -62_135_596_800, 253_402_300_799
"""0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z: what ISO 8601 writes with four digits."""


def _float(value: float) -> str:
    """Write what JSON has no number for as a string, by its name in JavaScript."""
    if isfinite(value):
        return repr(value)
    return '"NaN"' if isnan(value) else '"Infinity"' if value > 0 else '"-Infinity"'


class Pairs(tuple[tuple[object, object], ...]):
    """The entries of a map that was never made a dict: crafted keys could collide in one."""

    __slots__ = ()


SCALARS: dict[type, Callable[[Any], str]] = {
    str: encode_basestring,
    int: str,
    float: _float,
    bool: lambda value: "true" if value else "false",
    NoneType: lambda _: "null",
    bytes: lambda value: f'"0x{value.hex()}"',
}


def to_json(value: object, plain: Callable[[object], object]) -> str:
    """Write `value` as JSON; `plain` turns what is neither scalar nor container into what is."""
    scalar = SCALARS.get(type(value))
    if scalar:
        return scalar(value)
    if isinstance(value, (Pairs, dict)):
        entries = value if isinstance(value, Pairs) else value.items()
        return "{" + ", ".join([f"{_key(key, plain)}: {to_json(item, plain)}" for key, item in entries]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([to_json(item, plain) for item in value]) + "]"
    return to_json(plain(value), plain)


def _key(key: object, plain: Callable[[object], object]) -> str:
    written = to_json(key, plain)
    return written if written.startswith('"') else encode_basestring(written)


def moment(seconds: int, nanoseconds: int = 0) -> str | None:
    """Write a time since 1970 as ISO 8601 in UTC, if its year has four digits."""
    if not FIRST_SECOND <= seconds <= LAST_SECOND:
        return None
    fraction = f".{nanoseconds:09d}".rstrip("0") if nanoseconds else ""
    return f"{(EPOCH + timedelta(seconds=seconds)).isoformat()[:19]}{fraction}Z"
