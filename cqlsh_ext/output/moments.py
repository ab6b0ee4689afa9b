"""Timestamps, dates, times and durations as text that loses nothing, whatever the year."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
EPOCH_ORDINAL = date(1970, 1, 1).toordinal()
CYCLE_YEARS, CYCLE_DAYS = 400, 146_097
"""After so many years, and days, the Gregorian calendar begins anew."""
MICROSECOND = timedelta(microseconds=1)
DAY_MILLISECONDS = 86_400_000
SECOND_NANOSECONDS = 1_000_000_000
MONTH_UNITS = (("y", 12), ("mo", 1))
NANOSECOND_UNITS = (
    ("h", 3600 * SECOND_NANOSECONDS), ("m", 60 * SECOND_NANOSECONDS), ("s", SECOND_NANOSECONDS),
    ("ms", 1_000_000), ("us", 1000), ("ns", 1),
)  # fmt: skip


def timestamp_text(moment: datetime | int) -> str:
    """Write a timestamp, a time in UTC or milliseconds since 1970, as ISO 8601: `2024-02-29T13:30:54.234Z`."""
    days, milliseconds = divmod(moment if isinstance(moment, int) else _milliseconds(moment), DAY_MILLISECONDS)
    seconds, fraction = divmod(milliseconds, 1000)
    return f"{date_text(days)}T{_clock(seconds)}.{fraction:03d}Z"


def date_text(days: int) -> str:
    """Write a day, counted from 1970, as ISO 8601; years beyond four digits bear a sign: `+5881580-07-11`."""
    cycles, ordinal = divmod(days + EPOCH_ORDINAL - 1, CYCLE_DAYS)
    day = date.fromordinal(ordinal + 1)
    year = day.year + cycles * CYCLE_YEARS
    sign = "-" if year < 0 else "+" if year > 9999 else ""
    return f"{sign}{abs(year):04d}-{day.month:02d}-{day.day:02d}"


def time_text(nanoseconds: int) -> str:
    """Write a time of day, in nanoseconds: `13:30:54.234567891`."""
    seconds, fraction = divmod(nanoseconds, SECOND_NANOSECONDS)
    return f"{_clock(seconds)}.{fraction:09d}"


def duration_text(months: int, days: int, nanoseconds: int) -> str:
    """Write a duration as CQL does: `1y2mo3d4h5m6s7ms8us9ns`, with one sign for all of it."""
    sign = "-" if min(months, days, nanoseconds) < 0 else ""
    parts = [*_in_units(abs(months), MONTH_UNITS), *_in_units(abs(days), (("d", 1),))]
    parts += _in_units(abs(nanoseconds), NANOSECOND_UNITS)
    return sign + ("".join(parts) or "0s")


def _milliseconds(moment: datetime) -> int:
    """Count from 1970; what stock cqlsh makes of a timestamp may be some microseconds off."""
    utc = moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)
    return ((utc - EPOCH) // MICROSECOND + 500) // 1000


def _clock(seconds: int) -> str:
    minutes, second = divmod(seconds, 60)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{second:02d}"


def _in_units(count: int, units: tuple[tuple[str, int], ...]) -> Iterator[str]:
    for unit, size in units:
        whole, count = divmod(count, size)
        if whole:
            yield f"{whole}{unit}"
