"""Waits after a change of the schema, until Amazon Keyspaces has carried it out."""

import time
from typing import Any

from cassandra import DriverException

from cqlsh_ext.errors import UsageError
from cqlsh_ext.keyspaces.readiness import BROKEN, FIRST_PAUSE, Readiness, judge, next_pause, readiness_query
from cqlsh_ext.keyspaces.schema_change import SchemaChange
from cqlsh_ext.shell.spinner import spinner

LATE = "Amazon Keyspaces may still carry it out, and DESCRIBE tells the status; --wait sets how long is waited"
OUTCOMES = {"create": "there", "alter": "changed", "drop": "gone"}


def wait_for(change: SchemaChange, session: Any, cluster: Any, limit: float) -> None:
    """Return when the change is done and the driver knows of it; raises UsageError where that takes too long."""
    start, interval = time.monotonic(), FIRST_PAUSE
    with spinner() as pause:
        while not (readiness := _look(change, session)).done:
            status, seconds = _one_line(readiness.status), time.monotonic() - start
            if readiness.status in BROKEN:
                raise UsageError(f"{change} is {status}: it cannot be used until that is mended")
            if seconds > limit:
                raise UsageError(
                    f"{change} is not {OUTCOMES[change.action]} yet after {limit:g} seconds ({status}): {LATE}"
                )
            pause(f"waiting for {change}: {status}, {seconds:.0f} of at most {limit:g} s", interval)
            interval = next_pause(interval)
    _refresh(change, cluster)


def _look(change: SchemaChange, session: Any) -> Readiness:
    statement, values = readiness_query(change)
    try:
        return judge(change, list(session.execute(statement, values)))
    except DriverException as error:
        raise UsageError(f"whether {change} is {OUTCOMES[change.action]} cannot be told: {error}") from None


def _refresh(change: SchemaChange, cluster: Any) -> None:
    """Have the driver read the object anew: what it read right after the statement was too early."""
    try:
        if change.kind == "keyspace":
            cluster.refresh_keyspace_metadata(change.keyspace)
        elif change.kind == "table":
            cluster.refresh_table_metadata(change.keyspace, change.name)
        else:
            cluster.refresh_user_type_metadata(change.keyspace, change.name)
    except DriverException as error:
        raise UsageError(f"{change} is {OUTCOMES[change.action]}, but could not be read: {error}") from None


def _one_line(text: str) -> str:
    return " ".join(text.split()) if text.isprintable() else repr(text)
