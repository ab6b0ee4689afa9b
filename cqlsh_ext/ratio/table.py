"""What is known of a table whose values are measured."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from cqlsh_ext.keyspaces.row_size import Role, Table
from cqlsh_ext.keyspaces.tokens import tokenize

TEXTS = frozenset({"text", "ascii", "varchar"})
ALLOW_FILTERING = re.compile(r"\s+ALLOW\s+FILTERING\s*\Z", re.IGNORECASE)


class TableFacts(NamedTuple):
    """A table: its names as the server spells them, its columns, and how the server compresses it."""

    keyspace: str
    name: str
    sizing: Table
    partition: Sequence[str]
    clustering: Sequence[str]
    blob_types: Collection[str]
    """The types that hold blobs: `blob` itself, and user-defined types."""
    compression: Mapping[str, str]
    """The options of the table's compression; empty where it has none, or the server ignores them."""
    is_view: bool = False
    """Whether it is a materialized view."""

    def holds_blobs(self, kind: str) -> bool:
        """Tell whether a type, as the schema writes it, is made of blobs."""
        return not set(re.findall(r"\w+", kind)).isdisjoint(self.blob_types)

    def binds_partition(self, where: str) -> bool:
        """Tell whether conditions name columns of the partition key, so that they choose partitions by themselves."""
        tokens = tokenize(where)
        names = {token.name for token in tokens if token.is_name}
        return not names.isdisjoint(self.partition) or any(token.keyword == "TOKEN" for token in tokens)

    def role(self, name: str) -> Role:
        """Return what a column is."""
        return self.sizing.columns[name].role


class Conditions(NamedTuple):
    """What stands behind WHERE, as typed, and the ALLOW FILTERING at its end."""

    text: str
    end: str

    @classmethod
    def read(cls, where: str) -> "Conditions":
        """Take the end from what stands behind WHERE, which may be nothing."""
        found = ALLOW_FILTERING.search(where)
        return cls(where[: found.start()], found[0]) if found else cls(where, "")

    def clause(self, *more: str) -> str:
        """Return the WHERE clause with more conditions, empty where there are none; without the end."""
        parts = [*more, *([self.text] if self.text.strip() else [])]
        return f" WHERE {' AND '.join(parts)}" if parts else ""
