"""The statements that create what a schema holds, one for each object, as Cassandra 4 gives them."""

from collections.abc import Callable, Iterator
from typing import Any

TableText = Callable[[Any], str]
"""Makes the CREATE TABLE statement of a driver's table metadata."""


def keyspace_text(keyspace: Any) -> str:
    """Return the statement for a keyspace alone."""
    return f"{keyspace.as_cql_query()};"


def plain_table_text(table: Any) -> str:
    """Return the statement for a table alone, or a comment for one that CQL cannot express."""
    whole: str = table.export_as_string()
    return whole if whole.startswith("/*") else f"{table.as_cql_query(formatted=True)};"


def of_table(table: Any, text: TableText) -> Iterator[str]:
    """Return the statements for a table, its indexes and its triggers."""
    yield text(table)
    for one in (*sorted(table.indexes.values(), key=_by_name), *table.triggers.values()):
        yield f"{one.as_cql_query()};"


def of_keyspace(keyspace: Any, text: TableText) -> Iterator[str]:
    """Return the statements for a keyspace and all that is in it, each behind what it needs."""
    yield keyspace_text(keyspace)
    yield from keyspace.user_type_strings()
    for one in (
        *sorted(keyspace.functions.values(), key=_by_name),
        *sorted(keyspace.aggregates.values(), key=_by_name),
    ):
        yield one.export_as_string()
    for table in sorted(keyspace.tables.values(), key=_by_name):
        yield from of_table(table, text)
        for view in sorted(table.views.values(), key=_by_name):
            yield view.export_as_string()


def _by_name(one: Any) -> str:
    return str(one.name).lower()
