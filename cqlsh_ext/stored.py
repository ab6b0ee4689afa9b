"""Stored values from outside a database: files, pipes and hexadecimal text."""

import re
import sys
from pathlib import Path

from cqlsh_ext.errors import UsageError

LARGEST_BYTES = 256 * 1024 * 1024
"""Twice this in hexadecimal digits; no cell of Cassandra can hold more."""
HEX = re.compile(rb"\s*(?:0[xX])?([0-9a-fA-F\s]*)\Z")
PIPE = "-"


def read_value(source: str) -> bytes:
    """Read a value from a file, or from standard input for `-`; hexadecimal text is read as what it stands for.

    Raises UsageError for what cannot be read or is too large.
    """
    try:
        if source == PIPE:
            data = sys.stdin.buffer.read(2 * LARGEST_BYTES + 1)
        else:
            with Path(source).open("rb") as stream:
                data = stream.read(2 * LARGEST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"{source!r} cannot be read: {getattr(error, 'strerror', error)}") from None
    value = from_hex(data)
    value = data if value is None else value
    if len(value) > LARGEST_BYTES:
        raise UsageError(f"{source} is larger than a value can be: more than {LARGEST_BYTES:,} bytes")
    return value


def from_hex(data: bytes) -> bytes | None:
    """Return what hexadecimal text stands for, `0x` and white space aside; None for anything else."""
    match = HEX.match(data)
    if not match:
        return None
    digits = b"".join(match[1].split())
    return bytes.fromhex(digits.decode()) if digits and not len(digits) % 2 else None
