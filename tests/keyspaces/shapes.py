"""The columns of a table, as the rules on its rows need them; read from Cassandra, and kept for a moment."""

import time
from dataclasses import dataclass, field

from .cqltypes import parse_type

SECONDS = 1.0


@dataclass
class Shape:
    """A table: the types of its columns by what the columns are."""

    partition: dict = field(default_factory=dict)
    clustering: dict = field(default_factory=dict)
    regular: dict = field(default_factory=dict)
    static: dict = field(default_factory=dict)

    @classmethod
    def make(cls, rows):
        """Make one of rows of `system_schema.columns`."""
        shape = cls()
        kinds = {"partition_key": shape.partition, "clustering": shape.clustering, "static": shape.static}
        for row in sorted(rows, key=lambda row: row["position"]):
            kinds.get(row["kind"], shape.regular)[row["column_name"]] = parse_type(row["type"])
        return shape

    @property
    def columns(self):
        """All columns."""
        return self.partition | self.clustering | self.static | self.regular

    @property
    def key(self):
        """The columns of the primary key."""
        return self.partition | self.clustering

    @property
    def has_counters(self):
        """Whether it is a table of counters."""
        return any(kind.name == "counter" for kind in self.regular.values())


class Shapes:
    """Reads shapes, and keeps them so shortly that changes of the schema by others are soon seen."""

    def __init__(self):
        self.kept = {}

    async def get(self, backend, keyspace, table):
        """Return the Shape of a table, without columns where there is no such table."""
        read, shape = self.kept.get((keyspace, table), (0, None))
        if shape is None or time.monotonic() - read > SECONDS:
            query = "SELECT * FROM system_schema.columns WHERE keyspace_name = ? AND table_name = ?"
            rows = await backend.rows(query, [keyspace.encode(), table.encode()])
            shape = Shape.make(rows)
            self.kept[keyspace, table] = time.monotonic(), shape
        return shape

    def forget(self):
        """Read all anew: the schema has changed."""
        self.kept.clear()
