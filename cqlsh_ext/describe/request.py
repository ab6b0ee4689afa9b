"""What a DESCRIBE statement asks for."""

from collections.abc import Sequence
from typing import NamedTuple

LISTS = frozenset({"keyspaces", "tables", "types", "functions", "aggregates"})
ALONE = LISTS | {"cluster", "schema"}
"""What is not followed by a name."""
SYNONYMS = {"columnfamilies": "tables", "columnfamily": "table"}
NAMED = frozenset({"table", "index", "type", "function", "aggregate"})
OBJECT = "object"
"""A name alone: a keyspace, a table, an index or a materialized view, in this order."""


class Request(NamedTuple):
    """A DESCRIBE statement: what it is about, and names as the server spells them."""

    what: str
    """One of ALONE, `keyspace`, one of NAMED, `view`, or OBJECT."""
    keyspace: str | None = None
    name: str | None = None
    only: bool = False
    """The keyspace without what is in it."""
    full: bool = False
    """The schema with the system keyspaces."""
    internals: bool = False


def parse(words: Sequence[str]) -> Request:
    """Read the words behind DESCRIBE, dots among them, of a statement that cqlsh's grammar has accepted."""
    lowered = [word.lower() for word in words]
    if lowered[-2:] == ["with", "internals"]:
        return parse(words[:-2])._replace(internals=True)
    if lowered[:2] in (["only", "keyspace"], ["full", "schema"]):
        return parse(words[1:])._replace(only=lowered[0] == "only", full=lowered[0] == "full")
    what, rest = SYNONYMS.get(lowered[0], lowered[0]), words[1:]
    if what in ALONE and not rest:
        return Request(what)
    if what == "keyspace":
        return Request(what, unquote(rest[0]) if rest else None)
    if lowered[:2] == ["materialized", "view"]:
        what, rest = "view", words[2:]
    elif what not in NAMED or not rest or rest[0] == ".":
        what, rest = OBJECT, words
    names = [unquote(word) for word in rest if word != "."]
    return Request(what, names[-2] if len(names) > 1 else None, names[-1])


def unquote(name: str) -> str:
    """Return a name as the server spells it: lower case unless it is in double quotes."""
    return name[1:-1].replace('""', '"') if name.startswith('"') else name.lower()
