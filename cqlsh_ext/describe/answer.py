"""The answers to DESCRIBE, as rows like those of a server that knows it; errors in that server's words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cqlsh_ext.describe.names import quote
from cqlsh_ext.describe.request import OBJECT, Request
from cqlsh_ext.describe.statements import TableText, keyspace_text, of_keyspace, of_table, plain_table_text
from cqlsh_ext.errors import UsageError

SYSTEM = frozenset({
    "system", "system_schema", "system_schema_mcs", "system_multiregion_info", "system_auth", "system_distributed",
    "system_traces", "system_views", "system_virtual_schema",
})  # fmt: skip
"""The keyspaces that DESCRIBE SCHEMA leaves out, those of Amazon Keyspaces among them."""
MEMBERS = {"tables": "tables", "types": "user_types", "functions": "functions", "aggregates": "aggregates"}


class NotDescribed(UsageError):
    """There is nothing of the name that DESCRIBE was asked for."""


@dataclass(frozen=True)
class Describer:
    """Describes one schema, the driver's keyspaces by name."""

    keyspaces: Mapping[str, Any]
    current: str | None
    """The keyspace in use."""
    table_text: TableText = plain_table_text

    def keyspace_names(self) -> list[str]:
        """Return the names of all keyspaces."""
        return [quote(name) for name in sorted(self.keyspaces, key=str.lower)]

    def members(self, what: str) -> Iterator[tuple[str, str]]:
        """Return keyspace and name of all `tables`, `types`, `functions` or `aggregates`; of the one in use, if any."""
        for keyspace in [self.current] if self.current else sorted(self.keyspaces, key=str.lower):
            members = getattr(self._keyspace(keyspace), MEMBERS[what])
            for name in sorted(members, key=str.lower):
                yield quote(keyspace), _signature(members[name])

    def statements(self, request: Request) -> Iterable[str]:
        """Return the statements that create what is asked for; raises NotDescribed."""
        if request.what == "schema":
            chosen = [name for name in sorted(self.keyspaces, key=str.lower) if request.full or name not in SYSTEM]
            return [text for name in chosen for text in of_keyspace(self.keyspaces[name], self.table_text)]
        if request.what == "keyspace":
            keyspace = self._keyspace(request.keyspace or self.current)
            return [keyspace_text(keyspace)] if request.only else of_keyspace(keyspace, self.table_text)
        if request.what == OBJECT and request.keyspace is None and request.name:
            if request.name in self.keyspaces:
                return of_keyspace(self.keyspaces[request.name], self.table_text)
            return self._member(request, self._keyspace(self.current or request.name))
        return self._member(request, self._keyspace(request.keyspace or self.current))

    def _keyspace(self, name: str | None) -> Any:
        if name is None:
            raise NotDescribed("No keyspace specified and no current keyspace")
        if name not in self.keyspaces:
            raise NotDescribed(f"'{name}' not found in keyspaces")
        return self.keyspaces[name]

    def _member(self, request: Request, keyspace: Any) -> Iterable[str]:
        name = request.name
        if request.what in ("table", OBJECT) and name in keyspace.tables:
            return of_table(keyspace.tables[name], self.table_text)
        if request.what in ("index", OBJECT) and name in keyspace.indexes:
            return [keyspace.indexes[name].export_as_string()]
        if request.what in ("view", OBJECT) and name in keyspace.views:
            return [keyspace.views[name].export_as_string()]
        if request.what == "type" and name in keyspace.user_types:
            return [keyspace.user_types[name].export_as_string()]
        functions = {"function": keyspace.functions, "aggregate": keyspace.aggregates}.get(request.what, {})
        if found := [one.export_as_string() for one in functions.values() if one.name == name]:
            return found
        raise NotDescribed(NOT_FOUND[request.what].format(name=name, keyspace=keyspace.name))


NOT_FOUND = {
    "table": "Table '{name}' not found in keyspace '{keyspace}'",
    "index": "Table for existing index '{name}' not found in '{keyspace}'",
    "view": "Materialized view '{name}' not found in '{keyspace}'",
    "type": "User defined type '{name}' not found in '{keyspace}'",
    "function": "User defined function '{name}' not found in '{keyspace}'",
    "aggregate": "User defined aggregate '{name}' not found in '{keyspace}'",
    OBJECT: "'{name}' not found in keyspace '{keyspace}'",
}


def _signature(member: Any) -> str:
    """Return a name as it is listed; functions and aggregates with the types of their arguments."""
    arguments = getattr(member, "argument_types", None)
    name: str = quote(member.name)
    return name if arguments is None else f"{name}({', '.join(arguments)})"
