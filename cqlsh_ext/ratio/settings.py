"""What a user can set about RATIO and ADVISE: bands of sizes, prices, how samples are drawn, and time."""

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from cqlsh_ext.errors import UsageError
from cqlsh_ext.setting import Setting, parse_count, read_settings

if TYPE_CHECKING:
    from decimal import Decimal

TITLE = "what RATIO and ADVISE tell"
KB = 1024
LARGEST_BAND = 1 << 20
MOST_BANDS = 12
DAY = 86_400
"""Seconds."""


def parse_bands(text: str) -> tuple[int, ...]:
    """Read the upper bounds of bands, in KB and rising: `1, 4, 20, 67`; raises UsageError."""
    parts = [part.strip() for part in text.split(",")]
    bounds = [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 8]
    rising = all(low < high for low, high in pairwise(bounds))
    if len(bounds) < len(parts) or not rising or not 0 < bounds[0] <= bounds[-1] <= LARGEST_BAND:
        raise UsageError(f"{text!r} is not a list of rising whole numbers of KB, such as 1, 4, 20, 67")
    if len(bounds) > MOST_BANDS:
        raise UsageError(f"{text!r} has more than {MOST_BANDS} bands")
    return tuple(bounds)


def parse_price(text: str) -> "Decimal":
    """Read a price, in whatever currency; raises UsageError."""
    from decimal import Decimal, InvalidOperation  # noqa: PLC0415 - few have prices

    try:
        price = Decimal(text)
    except InvalidOperation:
        price = Decimal("nan")
    if not price.is_finite() or price < 0:
        raise UsageError(f"{text!r} is not a price, such as 0.30")
    return price


def parse_seconds(text: str) -> int:
    """Read a time of a day at most, in seconds; raises UsageError."""
    if len(text) > len(str(DAY)) or parse_count(text) > DAY:
        raise UsageError(f"{text[:20]!r} is not a number of seconds from 1 to {DAY:,}")
    return int(text)


def _parse_optional_price(text: str) -> "Decimal | None":
    return parse_price(text) if text else None


def _parse_optional_count(text: str) -> int | None:
    return parse_count(text) if text else None


SETTINGS = (
    Setting("bands", ("--bands",), "KB,KB,...", parse_bands, "1, 4, 20, 67",
            "bands of sizes that RATIO counts values in, by their upper bounds in KB"),
    Setting("price_write_units", ("--price-write-units",), "PRICE", _parse_optional_price, "",
            "price of a million write units of Amazon Keyspaces"),
    Setting("price_read_units", ("--price-read-units",), "PRICE", _parse_optional_price, "",
            "price of a million read units"),
    Setting("price_gb", ("--price-gb",), "PRICE", _parse_optional_price, "",
            "price of a GB that is stored for a month"),
    Setting("monthly_writes", ("--monthly-writes",), "ROWS", _parse_optional_count, "",
            "rows that are written a month"),
    Setting("monthly_reads", ("--monthly-reads",), "ROWS", _parse_optional_count, "", "rows that are read a month"),
    Setting("sample_seed", ("--sample-seed",), "N", _parse_optional_count, "",
            "number that fixes which rows a SAMPLE draws"),
    Setting("advise_seconds", ("--advise-seconds",), "SECONDS", parse_seconds, "30",
            "time that ADVISE takes at most to try codecs"),
)  # fmt: skip
"""Flags, variables, keys of cqlshrc and the README's table all follow from this."""


class Measuring(NamedTuple):
    """What is in force for RATIO and ADVISE."""

    bands: tuple[int, ...] = (1, 4, 20, 67)
    """Upper bounds in KB."""
    price_write_units: "Decimal | None" = None
    """Of a million."""
    price_read_units: "Decimal | None" = None
    price_gb: "Decimal | None" = None
    monthly_writes: int | None = None
    monthly_reads: int | None = None
    sample_seed: int | None = None
    advise_seconds: int = 30


def load(flags: Mapping[str, Any], variables: Mapping[str, str], section: Mapping[str, str]) -> Measuring:
    """Read the settings: a flag beats a variable beats the section of cqlshrc; raises UsageError."""
    return Measuring(**read_settings(SETTINGS, flags, variables, section))
