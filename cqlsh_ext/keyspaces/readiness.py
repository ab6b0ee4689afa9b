"""Whether a change of the schema is done, as the system tables of Amazon Keyspaces tell it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cqlsh_ext.keyspaces.schema_change import SchemaChange

ACTIVE = "ACTIVE"
BROKEN = frozenset({"INACCESSIBLE_ENCRYPTION_CREDENTIALS"})
"""What no waiting makes better."""
UNLISTED = "not listed yet"
FIRST_PAUSE, LONGEST_PAUSE, GROWTH = 0.1, 1.0, 1.3


class Readiness(NamedTuple):
    """How far a change is."""

    done: bool
    status: str


QUERIES = {
    "keyspace": "SELECT keyspace_name FROM system_schema_mcs.keyspaces WHERE keyspace_name = %s",
    "table": "SELECT status FROM system_schema_mcs.tables WHERE keyspace_name = %s AND table_name = %s",
    "type": "SELECT status FROM system_schema_mcs.types WHERE keyspace_name = %s AND type_name = %s",
}


def readiness_query(change: SchemaChange) -> tuple[str, tuple[str, ...]]:
    """Return the SELECT that tells how far a change is, and the values of its variables."""
    return QUERIES[change.kind], (change.keyspace, change.name) if change.name else (change.keyspace,)


def judge(change: SchemaChange, rows: Sequence[Mapping[str, Any]]) -> Readiness:
    """Tell from the rows of the SELECT how far a change is; a keyspace is ready as soon as it is listed."""
    status = str(rows[0].get("status", ACTIVE)) if rows else UNLISTED
    return Readiness(not rows if change.action == "drop" else status == ACTIVE, status)


def next_pause(pause: float) -> float:
    """Return the seconds until the next look but one: it is looked less and less often."""
    return min(pause * GROWTH, LONGEST_PAUSE)
