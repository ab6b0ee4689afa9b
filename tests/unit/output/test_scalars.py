import math
import struct
from decimal import Decimal
from ipaddress import ip_address
from uuid import UUID

import pytest
from cassandra.util import Date, Duration, Time
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.output.scalars import TEXTS, double_text, float_text, integer_text


def as_float(value):
    return struct.pack(">f", value)


@given(st.floats(width=32))
def test_a_float_reads_back(value):
    assert as_float(float(float_text(value))) == as_float(value) or math.isnan(value)


@pytest.mark.parametrize(
    ("stored", "text"),
    [
        ("3dcccccd", "0.1"),
        ("3eaaaaab", "0.33333334"),
        ("7f7fffff", "3.4028235e+38"),
        ("00000001", "1.4013e-45"),
        ("4b800000", "16777216.0"),
        ("80000000", "-0.0"),
        ("7fc00000", "NaN"),
        ("ff800000", "-Infinity"),
    ],
)
def test_a_float_takes_no_more_digits_than_it_needs(stored, text):
    (value,) = struct.unpack(">f", bytes.fromhex(stored))
    assert float_text(value) == text


@given(st.floats(allow_nan=False))
def test_a_double_reads_back(value):
    assert struct.pack(">d", float(double_text(value))) == struct.pack(">d", value)


@given(st.integers() | st.integers(13_990, 14_010).flatmap(lambda bits: st.sampled_from([1 << bits, -1 << bits])))
def test_an_integer_of_any_size_reads_back(value):
    assert int(integer_text(value), 0) == value


def test_a_huge_integer_takes_no_time():
    assert len(integer_text(1 << 8_000_000)) == 2_000_003


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_a_decimal_keeps_its_scale(value):
    assert Decimal(TEXTS["decimal"](value)).as_tuple() == value.as_tuple()


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("bigint", -(2**63), "-9223372036854775808"),
        ("blob", b"\xca\xfe", "0xcafe"),
        ("blob", b"", "0x"),
        ("boolean", True, "true"),
        ("date", Date(19_782), "2024-02-29"),
        ("decimal", Decimal("1.10"), "1.10"),
        ("duration", Duration(-1, -2, -3), "-1mo2d3ns"),
        ("inet", ip_address("2001:db8::1"), "2001:db8::1"),
        ("text", "it's", "it's"),
        ("time", Time(1), "00:00:00.000000001"),
        ("timestamp", -1, "1969-12-31T23:59:59.999Z"),
        ("uuid", UUID("123e4567-e89b-12d3-a456-426614174000"), "123e4567-e89b-12d3-a456-426614174000"),
    ],
)
def test_texts(name, value, text):
    assert TEXTS[name](value) == text
