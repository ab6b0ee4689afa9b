"""What the service knows of the schema beyond Cassandra: changes under way, custom properties, tags, regions.

Changes of the schema are asynchronous. The Cassandra behind carries them out at once; the catalog keeps them from sight
until their time is over, so that it need not undo anything where the server ends early.
"""

import time
from dataclasses import dataclass, field

CREATING, UPDATING, DELETING, ACTIVE = "CREATING", "UPDATING", "DELETING", "ACTIVE"


@dataclass
class Change:
    """A change under way: its status, when it ends on the monotonic clock, and what is not in sight until then."""

    status: str
    ends: float
    columns: frozenset = frozenset()
    """The columns that it adds."""
    row: dict | None = None
    """What the object looked like before it was dropped."""


@dataclass
class Catalog:
    """Changes by kind, keyspace and name; properties by keyspace and table; tags and replication by keyspace."""

    changes: dict = field(default_factory=dict)
    properties: dict = field(default_factory=dict)
    tags: dict = field(default_factory=dict)
    replication: dict = field(default_factory=dict)
    history: list = field(default_factory=list)
    """Rows of tables_history."""

    def begin(self, status, key, seconds, columns=frozenset(), row=None):
        """Begin a change of the object with this key."""
        self.changes[key] = Change(status, time.monotonic() + seconds, columns, row)

    def features(self, keyspace, table):
        """Tell whether a table has client-side timestamps, and whether it has TTL."""
        properties = self.properties.get((keyspace, table), {})
        states = (properties.get(name, {}).get("status", "") for name in ("client_side_timestamps", "ttl"))
        return tuple(state.lower() == "enabled" for state in states)

    def forget(self, keyspace, table=None):
        """Forget the properties and tags of a table, or of a keyspace and all of its tables."""
        for kept in (self.properties, self.tags):
            for key in [key for key in kept if key[0] == keyspace and table in {None, key[1]}]:
                del kept[key]
        if table is None:
            self.replication.pop(keyspace, None)

    def change(self, kind, keyspace, name=None):
        """Return the change that is under way for an object, or None."""
        change = self.changes.get((kind, keyspace, name))
        if change is not None and time.monotonic() >= change.ends:
            self.changes.pop((kind, keyspace, name), None)
            return None
        return change

    def finish(self):
        """End all changes that are under way."""
        for change in list(self.changes.values()):
            change.ends = 0.0

    def status(self, kind, keyspace, name=None):
        """Return the status of an object."""
        change = self.change(kind, keyspace, name)
        return change.status if change else ACTIVE

    def shows(self, kind, keyspace, name=None):
        """Tell whether statements can use an object yet, and still."""
        within = kind == "KEYSPACE" or self.shows("KEYSPACE", keyspace)
        return within and self.status(kind, keyspace, name) in {ACTIVE, UPDATING}

    def added_columns(self, keyspace, table):
        """Return the columns of a table that are not there yet."""
        change = self.change("TABLE", keyspace, table)
        return change.columns if change else frozenset()

    def shows_column(self, row):
        """Tell whether statements can use a column, a row of `system_schema.columns`, yet."""
        keyspace, table = row["keyspace_name"], row["table_name"]
        return self.shows("TABLE", keyspace, table) and row["column_name"] not in self.added_columns(keyspace, table)

    def dropped(self, kind):
        """Return the rows of the objects of a kind that are being deleted."""
        changes = [self.change(*key) for key in list(self.changes) if key[0] == kind]
        return [change.row for change in changes if change and change.status == DELETING and change.row]
