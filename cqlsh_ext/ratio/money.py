"""What a month costs, as far as prices and requests are told."""

from decimal import Decimal
from typing import NamedTuple

from cqlsh_ext.ratio.settings import Measuring

MILLION = 1_000_000
GB = 1 << 30


class Load(NamedTuple):
    """What a table takes: units of a mean row, and bytes of storage of all rows."""

    write_units: float
    read_units: float
    bytes: float


def monthly(load: Load, told: Measuring) -> dict[str, Decimal]:
    """Return the price of a month's writes, reads and storage, of each that prices and requests are told for."""
    parts = {
        "writes": _product(told.monthly_writes, load.write_units / MILLION, told.price_write_units),
        "reads": _product(told.monthly_reads, load.read_units / MILLION, told.price_read_units),
        "storage": _product(1, load.bytes / GB, told.price_gb),
    }
    return {name: price for name, price in parts.items() if price is not None}


def _product(count: int | None, amount: float, price: Decimal | None) -> Decimal | None:
    return None if count is None or price is None else count * Decimal(amount) * price
