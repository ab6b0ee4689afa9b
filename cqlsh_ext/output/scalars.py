"""Values of CQL's simple types as text that loses nothing; CSV shows it as it is, JSON in quotes where it must."""

import struct
from collections.abc import Callable
from math import isfinite, isnan
from typing import Any

from cqlsh_ext.output.moments import date_text, duration_text, time_text, timestamp_text

FLOAT = struct.Struct(">f")
FLOAT_DIGITS = range(6, 10)
"""Six digits every float keeps, nine tell any two apart."""
EXACT_INTEGERS = 1 << 24
"""Below this every integer is a float as well."""
DECIMAL_BITS = 14_000
"""Larger integers are written in hexadecimal: the time that decimal digits take grows with their square."""
TEXT_TYPES = ("ascii", "text", "varchar")


def float_text(value: float) -> str:
    """Write a 32-bit float in no more digits than it needs: `0.1`, where Python says 0.10000000149011612."""
    if not isfinite(value) or (abs(value) < EXACT_INTEGERS and value == int(value)):
        return double_text(value)
    stored = FLOAT.pack(value)
    shortest = next(text for digits in FLOAT_DIGITS if _is_float(text := f"{value:.{digits}g}", stored))
    return repr(float(shortest))


def double_text(value: float) -> str:
    """Write a 64-bit float; what is no number by its name in CQL, JavaScript and Java."""
    if isfinite(value):
        return repr(value)
    return "NaN" if isnan(value) else "Infinity" if value > 0 else "-Infinity"


def integer_text(value: int) -> str:
    """Write an integer of any size: `-12`, or `-0x1f…` beyond 4,000 digits."""
    return str(value) if value.bit_length() <= DECIMAL_BITS else f"{value:#x}"


def _is_float(text: str, stored: bytes) -> bool:
    try:
        return FLOAT.pack(float(text)) == stored
    except OverflowError:  # rounded up, beyond the largest float
        return False


TEXTS: dict[str, Callable[[Any], str]] = {
    "ascii": str,
    "bigint": str,
    "blob": lambda value: f"0x{value.hex()}",
    "boolean": lambda value: "true" if value else "false",
    "counter": str,
    "date": lambda value: date_text(value.days_from_epoch),
    "decimal": str,
    "double": double_text,
    "duration": lambda value: duration_text(value.months, value.days, value.nanoseconds),
    "float": float_text,
    "inet": str,
    "int": str,
    "smallint": str,
    "text": str,
    "time": lambda value: time_text(value.nanosecond_time),
    "timestamp": timestamp_text,
    "timeuuid": str,
    "tinyint": str,
    "uuid": str,
    "varchar": str,
    "varint": integer_text,
}
"""By the driver's name of the type; values are the driver's."""
