"""CREATE TABLE as Amazon Keyspaces takes it: with its custom properties, without the options that it ignores."""

import copy
from collections.abc import Mapping
from typing import Any, NamedTuple

from cqlsh_ext.describe.statements import plain_table_text

MOMENTS = frozenset({"last_update_to_pay_per_request_timestamp", "earliest_restorable_timestamp"})
"""Properties that tell when something was; a statement cannot set them."""
MEANT = ("comment", "default_time_to_live")
"""The options of Cassandra that the service heeds; it takes the others and ignores them."""


class TableState(NamedTuple):
    """What `system_schema_mcs.tables` tells of a table beyond Cassandra's schema."""

    status: str | None
    properties: Mapping[str, Any]
    """Its custom properties, maps of text in maps."""


UNKNOWN = TableState(None, {})


def table_text(table: Any, state: TableState, *, internals: bool = False) -> str:
    """Return the statement for a driver's table metadata, its status in a comment; `internals` keeps every option."""
    options = table.options if internals else {name: table.options[name] for name in MEANT if table.options.get(name)}
    shown = copy.copy(table)
    shown.options = options
    text = plain_table_text(shown).removesuffix(";").removesuffix(" WITH ")
    if properties := _without_moments(state.properties):
        joint = "\n    AND" if options or table.clustering_key else " WITH"
        lines = ",\n".join(f"        {_quoted(name)}: {literal(value)}" for name, value in properties.items())
        text = f"{text}{joint} custom_properties = {{\n{lines}\n    }}"
    return f"-- status: {' '.join(state.status.split())}\n{text};" if state.status else f"{text};"


def literal(value: Any) -> str:
    """Write maps of text and numbers in CQL; a number that came as text is a number again where it counts units."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_quoted(name)}: {_entry(name, part)}" for name, part in value.items()) + "}"
    return _quoted(value)


def _entry(name: str, value: Any) -> str:
    counts = name.endswith("_units") and str(value).isdecimal()
    return str(value) if counts else literal(value)


def _quoted(text: Any) -> str:
    return "'" + str(text).replace("'", "''") + "'"


def _without_moments(properties: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in properties.items() if name not in MOMENTS}
    return {name: _without_moments(value) if isinstance(value, Mapping) else value for name, value in kept.items()}
