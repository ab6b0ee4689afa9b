from datetime import date, datetime, timedelta, timezone

import pytest
from cassandra.util import datetime_from_timestamp
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.output.moments import date_text, duration_text, time_text, timestamp_text

MILLISECOND = timedelta(milliseconds=1)


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        # the rest is what java.time.Instant of Java 17 writes
        (253_402_300_800_000, "+10000-01-01T00:00:00.000Z"),
        (-62_135_596_800_001, "0000-12-31T23:59:59.999Z"),
        (-62_167_219_200_001, "-0001-12-31T23:59:59.999Z"),
        (2**63 - 1, "+292278994-08-17T07:12:55.807Z"),
        (-(2**63), "-292275055-05-16T16:47:04.192Z"),
    ],
)
def test_timestamps(milliseconds, text):
    assert timestamp_text(milliseconds) == text


@given(st.datetimes(timezones=st.just(timezone.utc)))
def test_a_timestamp_reads_back(moment):
    rounded = datetime.fromisoformat(timestamp_text(moment).replace("Z", "+00:00"))
    assert abs(rounded - moment) <= MILLISECOND / 2


@given(st.integers(-62_135_596_800_000, 253_402_300_799_999))
def test_a_timestamp_that_went_through_stock_s_float_is_exact(milliseconds):
    assert timestamp_text(datetime_from_timestamp(milliseconds / 1000.0)) == timestamp_text(milliseconds)


@given(st.dates())
def test_dates_are_those_of_python(day):
    assert date_text((day - date(1970, 1, 1)).days) == day.isoformat()


@pytest.mark.parametrize(
    ("days", "text"), [(2**31 - 1, "+5881580-07-11"), (-(2**31), "-5877641-06-23"), (-719_528, "0000-01-01")]
)
def test_dates_beyond_python(days, text):
    assert date_text(days) == text


@pytest.mark.parametrize(
    ("nanoseconds", "text"), [(0, "00:00:00.000000000"), (86_399_999_999_999, "23:59:59.999999999")]
)
def test_times(nanoseconds, text):
    assert time_text(nanoseconds) == text


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((0, 0, 0), "0s"),
        ((14, 25, 18_367_008_009_010), "1y2mo25d5h6m7s8ms9us10ns"),
        ((-1, -2, -3), "-1mo2d3ns"),
        ((0, -1, 0), "-1d"),
        ((12, 0, 1), "1y1ns"),
    ],
)
def test_durations(parts, text):
    assert duration_text(*parts) == text
