"""What COPY is told on Amazon Keyspaces where the user has not said otherwise.

The rules are those of https://docs.aws.amazon.com/keyspaces/latest/devguide/bulk-upload-config.html.
"""

from collections.abc import Mapping

CAPACITY_SHARE = 0.9
"""The part of a table's provisioned writes that COPY may take."""
ON_DEMAND_RATE = 1500
"""Rows a second for a table without provisioned capacity, as in the cqlshrc that AWS gives out."""
PROCESS_RATE = 2500
"""Rows a second that one worker, with its connections, should send at most."""
BATCH_ROWS = 25
"""The service takes 30 statements in an unlogged batch."""
ATTEMPTS = 100
PAGE_SECONDS = 300
"""A page may be throttled for a while before it comes."""


def copy_options(direction: str, given: Mapping[str, str], processes: int, write_units: int | None) -> dict[str, str]:
    """Return options, by name in small letters, for COPY `from` or `to`; `write_units` are what is provisioned."""
    defaults: dict[str, int] = {"maxattempts": ATTEMPTS}
    if direction == "to":
        defaults["pagetimeout"] = PAGE_SECONDS
    else:
        processes = _number(given, "numprocesses", processes)
        wanted = int(CAPACITY_SHARE * write_units) if write_units else ON_DEMAND_RATE
        rate = _number(given, "ingestrate", max(min(wanted, PROCESS_RATE * processes), 1))
        rows = _number(given, "maxbatchsize", BATCH_ROWS)
        chunk = max(rate // processes // rows, 1)
        defaults |= {"ingestrate": rate, "maxbatchsize": rows, "chunksize": chunk}
    return {name: str(value) for name, value in defaults.items() if name not in given}


def _number(given: Mapping[str, str], name: str, default: int) -> int:
    """Return what the user set, if that is a number; COPY itself tells of what is none."""
    text = str(given.get(name, ""))
    return max(int(text), 1) if text.isdecimal() else default


def read_write_units(properties: Mapping[str, object]) -> int | None:
    """Return the write capacity in a table's custom properties, None where it is not provisioned."""
    mode = properties.get("capacity_mode")
    units = str(mode.get("write_capacity_units", "")) if isinstance(mode, Mapping) else ""
    return int(units) if units.isdecimal() and int(units) else None
