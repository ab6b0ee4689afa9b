"""Bands, prices and requests as a user sets them."""

from decimal import Decimal

import pytest

from cqlsh_ext.errors import UsageError
from cqlsh_ext.ratio.settings import Measuring, load


def test_defaults():
    assert load({}, {}, {}) == Measuring()


def test_all_of_them():
    section = {
        "bands": "2, 16,64",
        "price_write_units": "1.25",
        "price_read_units": "0.25",
        "price_gb": "0.30",
        "monthly_writes": "3000000",
        "monthly_reads": "90000000",
        "sample_seed": "7",
        "advise_seconds": "120",
    }
    prices = Decimal("1.25"), Decimal("0.25"), Decimal("0.30")
    assert load({}, {}, section) == Measuring((2, 16, 64), *prices, 3_000_000, 90_000_000, 7, 120)


@pytest.mark.parametrize("text", ["", "0", "4, 1", "1, 1", "1, x", "1,,2", "-1", "1.5", "9999999", "٣"])
def test_no_bands(text):
    with pytest.raises(UsageError, match=r"bands in .cqlsh-ext. of cqlshrc: .* is not a list of rising"):
        load({}, {}, {"bands": text or ","})


def test_too_many_bands():
    with pytest.raises(UsageError, match="more than 12 bands"):
        load({"bands": ",".join(map(str, range(1, 14)))}, {}, {})


@pytest.mark.parametrize("text", ["-1", "nan", "inf", "$3", "1,25"])
def test_no_price(text):
    with pytest.raises(UsageError, match=r"--price-gb: .* is not a price, such as 0\.30"):
        load({"price_gb": text}, {}, {})


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "86401", "9" * 400])
def test_no_time(text):
    with pytest.raises(UsageError, match=r"--advise-seconds: .* is not a (whole number|number of seconds from 1 to)"):
        load({"advise_seconds": text}, {}, {})
