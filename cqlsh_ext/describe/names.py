"""Names as CQL writes them."""

import re

PLAIN = re.compile(r"[a-z][a-z0-9_]*")
RESERVED = frozenset({
    "add", "allow", "alter", "and", "apply", "asc", "authorize", "batch", "begin", "by", "columnfamily",
    "create", "default", "delete", "desc", "describe", "drop", "entries", "execute", "from", "full", "grant",
    "if", "in", "index", "infinity", "insert", "into", "is", "keyspace", "limit", "materialized", "mbean",
    "mbeans", "modify", "nan", "norecursive", "not", "null", "of", "on", "or", "order", "primary", "rename",
    "replace", "revoke", "schema", "select", "set", "table", "to", "token", "truncate", "unlogged", "unset",
    "update", "use", "using", "view", "where", "with",
})  # fmt: skip
"""The reserved words of Cassandra; the driver's list has many more, of another product."""


def quote(name: str) -> str:
    """Write a name as CQL takes it, in double quotes where it has to be."""
    return name if PLAIN.fullmatch(name) and name not in RESERVED else '"' + name.replace('"', '""') + '"'
