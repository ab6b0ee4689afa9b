"""Where a row is: as a WHERE clause that can be pasted, and by the texts of its key."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any
from uuid import UUID

from cassandra.encoder import Encoder
from cassandra.util import Date, Time

ENCODER = Encoder()
EXACT = (bool, int, float, bytes, UUID, datetime, Date, Time)
"""Types that the driver's encoder writes as the literals that they were read from."""
NAME = re.compile(r"[a-z][a-z0-9_]*")


def place(table: Any, values: Mapping[str, Any], number: int) -> str:
    """Say where a row is; by its number where the key was not selected or cannot be written."""
    if table is None:
        return f"row {number}"
    name = f"{quoted(table.keyspace_name)}.{quoted(table.name)}"
    keys = [column.name for column in table.primary_key]
    literals = [_literal(values.get(key)) for key in keys]
    if not keys or None in literals:
        return f"{name}, row {number}"
    return f"{name} WHERE {' AND '.join(f'{quoted(key)} = {each}' for key, each in zip(keys, literals, strict=True))}"


def key_reader(table: Any, result: Any) -> Callable[[Mapping[str, Any], int], list[str]]:
    """Return what gives the primary key of a row as texts, or its number where the key was not selected."""
    kinds = dict(zip(result.column_names or (), result.column_types or (), strict=True))
    keys = [column.name for column in table.primary_key] if table else []
    if not keys or not kinds.keys() >= set(keys):
        return lambda _values, number: [f"row{number}"]

    @cache
    def writers() -> list[tuple[str, Callable[[Any], str]]]:
        from cqlsh_ext.output.values import key_writer  # noqa: PLC0415 - loads the codecs

        return [(key, key_writer(kinds[key])) for key in keys]

    return lambda values, _number: [write(values[key]) for key, write in writers()]


def _literal(value: Any) -> str | None:
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, EXACT) or (isinstance(value, str) and value.isprintable()):
        with suppress(ValueError):  # a varint has more digits than Python writes
            return str(ENCODER.cql_encode_all_types(value))
    return None


def quoted(name: str) -> str:
    """Return a name as it is written in CQL."""
    return name if NAME.fullmatch(name) else '"' + name.replace('"', '""') + '"'
