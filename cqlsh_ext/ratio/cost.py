"""What reading costs on Amazon Keyspaces, told before it is paid."""

from cqlsh_ext.ratio.batch import Probe
from cqlsh_ext.ratio.rows import READ_UNIT

ASKED_ABOVE = 10_000
"""Read units that nobody is charged with unasked."""
HALF_LEVELS = frozenset({"ONE", "LOCAL_ONE"})
"""Levels of consistency at which a unit reads twice as much."""


def read_units(rows: float, probe: Probe, consistency: str) -> float:
    """Estimate the units that reading so many rows takes: one at least for each partition."""
    partitions = rows / max(probe.rows_each, 1)
    return _at(consistency, max(rows * probe.row_bytes / READ_UNIT, partitions))


def scan_units(probe: Probe, consistency: str) -> float:
    """Estimate the units that reading a whole table takes."""
    return read_units(probe.partitions * probe.rows_each, probe, consistency)


def _at(consistency: str, units: float) -> float:
    return units / 2 if consistency in HALF_LEVELS else units
