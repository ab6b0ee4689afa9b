"""Values of the simple types of CQL, many at once."""

import math
import re
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

from cassandra.util import Date, Time

from cqlsh_ext.shell.quick.style import Style, Unusual

TIMESTAMP_FORMAT = "%Y-%m-%d %H:%M:%S.%f%z"
ESCAPES = (("\\", "\\\\"), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r"))
"""The backslash comes first."""
ASCII = re.compile("[ -~]*")
"""What can be printed of it; found sooner by this than by `isprintable`."""
PADDED_YEAR = 1000
"""From this year on, `%Y` is what `isoformat` writes."""
FIRST_EXPONENT = -4
"""Below this exponent, `%g` writes one."""

TEXT_TYPES = ("text", "varchar", "ascii")

Write = Callable[[Sequence[Any], Style], Sequence[str]]


class Scalar(NamedTuple):
    """How values of one class, and of no class that derives from it, are written."""

    kind: type
    color: str
    """The name of one of stock's colours."""
    write_usual: Write

    def write(self, values: Sequence[Any], style: Style) -> Sequence[str]:
        """Write values without colour; raise Unusual for what is left to stock."""
        return self.write_usual(only(self.kind, values), style)


def only(kind: type, values: Sequence[Any]) -> Sequence[Any]:
    """Return the values; raise Unusual where one is of another class."""
    if {*map(type, values)} != {kind}:
        raise Unusual
    return values


def _as_str(values: Sequence[Any], _style: Style) -> Sequence[str]:
    return [*map(str, values)]


def _texts(values: Sequence[str], style: Style) -> Sequence[str]:
    return escape(values, colored=bool(style.colors["reset"]))


def escape(values: Sequence[str], *, colored: bool) -> Sequence[str]:
    """Escape texts; raise Unusual for what is left to stock, as are escapes where they have a colour of their own."""
    whole = "".join(values)
    for plain, escaped in ESCAPES:
        if plain in whole:
            if colored:
                raise Unusual
            values = [value.replace(plain, escaped) for value in values]
            whole = whole.replace(plain, "")
    if not (ASCII.fullmatch(whole) or whole.isprintable()):
        raise Unusual
    return values


def _blobs(values: Sequence[bytes], _style: Style) -> Sequence[str]:
    return [f"0x{value.hex()}" for value in values]


def _floats(values: Sequence[float], style: Style) -> Sequence[str]:
    return [write_float(value, style.float_precision) for value in values]


def write_float(value: float, precision: int) -> str:
    """Write a number with so many digits behind the point, as stock does."""
    size = abs(value)
    if size > sys.float_info.epsilon:
        if size == math.inf:
            return "Infinity" if value > 0 else "-Infinity"
        exponent = int(math.log10(size))
        if FIRST_EXPONENT <= exponent < precision:
            precision += exponent + 1
    return "NaN" if value != value else f"{value:.{precision}g}"  # noqa: PLR0124 - faster than a call


def _timestamps(values: Sequence[datetime], style: Style) -> Sequence[str]:
    if style.timestamp_format != TIMESTAMP_FORMAT or style.timezone or min(values).year < PADDED_YEAR:
        raise Unusual
    return [f"{value.isoformat(' ', 'microseconds')}+0000" for value in values]


INTEGER = Scalar(int, "int", _as_str)
TEXT = Scalar(str, "text", _texts)
FLOAT = Scalar(float, "float", _floats)
SCALARS = {
    **dict.fromkeys(("tinyint", "smallint", "int", "bigint", "varint", "counter"), INTEGER),
    **dict.fromkeys(TEXT_TYPES, TEXT),
    **dict.fromkeys(("float", "double"), FLOAT),
    **dict.fromkeys(("uuid", "timeuuid"), Scalar(UUID, "uuid", _as_str)),
    "blob": Scalar(bytes, "blob", _blobs),
    "boolean": Scalar(bool, "boolean", _as_str),
    "timestamp": Scalar(datetime, "timestamp", _timestamps),
    "date": Scalar(Date, "date", _as_str),
    "time": Scalar(Time, "time", _as_str),
    "decimal": Scalar(Decimal, "decimal", _as_str),
    "inet": Scalar(str, "inet", _as_str),
}
"""By the names of CQL types; those left out are rare, or have many ways to be written."""


def find_scalar(cql_type: Any) -> Scalar | None:
    """Return how a type is written; None for those that are left to stock."""
    return None if cql_type.sub_types else SCALARS.get(cql_type.type_name)
