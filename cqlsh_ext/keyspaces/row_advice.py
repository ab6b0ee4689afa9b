"""What to do about a row that is too large: how large it is, and which column to compress."""

import zlib
from collections.abc import Callable, Mapping

from cqlsh_ext.keyspaces.row_size import Role, Table, measure
from cqlsh_ext.keyspaces.tokens import OPENING, Kind
from cqlsh_ext.keyspaces.writes import JsonValue, Write, find_writes

GENERAL = (
    "a row may take 1 MB, its key and 100 bytes of metadata included: compress the largest text or blob before it is"
    " written, or keep it elsewhere and store where"
)
FAST = 1
"""The level of zlib that the guess at a compressed size is made with."""
WORTH = 0.9
"""A column that stays larger than this part of itself is not worth compressing."""

VALUES = frozenset({Role.REGULAR, Role.STATIC})

FindTable = Callable[[str | None, str], Table | None]
"""Returns what is known of a table, by keyspace and name."""


def explain_row(statement: str, find_table: FindTable) -> str:
    """Tell how large the largest row of a statement is and what to do; what to do alone where it cannot be told."""
    found = ((write, find_table(write.keyspace, write.table)) for write in find_writes(statement))
    measured = [(measure(write, table), write, table) for write, table in found if table is not None]
    if not measured:
        return GENERAL
    size, write, table = max(measured, key=lambda each: each[0].total)
    values = {name: taken for name, taken in size.columns.items() if table.columns[name].role in VALUES}
    if not values:
        return GENERAL
    largest = max(values, key=values.__getitem__)
    least = "at least " if write.is_update else ""
    return (
        f"the row takes {least}{size.total:,} bytes of the 1 MB that it may, {values[largest]:,} of them {largest}:"
        f" {_remedy(largest, _plain_bytes(write, largest))}"
    )


def explain_values(values: Mapping[str, object]) -> str:
    """Tell what to do about a row of these values by column, of which texts and blobs are looked at."""
    texts = {name: value.encode() for name, value in values.items() if isinstance(value, str)}
    plain = texts | {name: bytes(value) for name, value in values.items() if isinstance(value, (bytes, bytearray))}
    if not plain:
        return GENERAL
    largest = max(plain, key=lambda name: len(plain[name]))
    taken = len(plain[largest])
    return f"{largest} takes {taken:,} bytes of the 1 MB that the row may: {_remedy(largest, plain[largest])}"


def _remedy(name: str, plain: bytes | None) -> str:
    if plain is None:
        return f"make {name} smaller, or spread it over several rows"
    packed = len(zlib.compress(plain, FAST))
    if packed > WORTH * len(plain):
        return f"{name} would not get much smaller by compression; keep it elsewhere, or spread it over several rows"
    return f"compress {name} before it is written; zlib makes about {packed:,} bytes of its {len(plain):,}"


def _plain_bytes(write: Write, name: str) -> bytes | None:
    """Return what a text or a blob holds, None for collections and everything else."""
    value = write.values[name]
    if isinstance(value, JsonValue):
        text = value.thing if isinstance(value.thing, str) else ""
        return _unhex(text[2:]) if text.startswith("0x") else text.encode() or None
    for token in value if value[0].keyword not in OPENING else ():
        if token.kind is Kind.STRING:
            return token.content.encode()
        if token.kind is Kind.BLOB:
            return _unhex(token.text[2:])
    return None


def _unhex(digits: str) -> bytes | None:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        return None
