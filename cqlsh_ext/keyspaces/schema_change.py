"""Statements that change the schema, which Amazon Keyspaces carries out some time after it has answered."""

from itertools import islice
from typing import NamedTuple

from cqlsh_ext.keyspaces.tokens import Token, walk

ACTIONS = frozenset({"CREATE", "ALTER", "DROP", "RESTORE"})
KINDS = {"KEYSPACE": "keyspace", "SCHEMA": "keyspace", "TABLE": "table", "COLUMNFAMILY": "table", "TYPE": "type"}
CONDITIONS = (["IF", "NOT", "EXISTS"], ["IF", "EXISTS"])
HEAD = 8
"""As many tokens as the longest statement has up to the end of the name: `CREATE TABLE IF NOT EXISTS ks . t`."""


class SchemaChange(NamedTuple):
    """A change of one keyspace, table or type; names as the server spells them."""

    action: str
    """`create`, `alter` or `drop`; a table that is restored is created."""
    kind: str
    """`keyspace`, `table` or `type`."""
    keyspace: str
    name: str | None
    """None for a keyspace."""

    def __str__(self) -> str:
        """Name the object: `table shop.carts`."""
        return f"{self.kind} {self.keyspace}" + (f".{self.name}" if self.name else "")


def find_schema_change(statement: str, used: str | None) -> SchemaChange | None:
    """Tell what a statement changes of the schema; `used` is the keyspace in use; None for every other statement."""
    tokens = list(islice(walk(statement), HEAD))
    if len(tokens) < 3 or tokens[0].keyword not in ACTIONS or tokens[1].keyword not in KINDS:
        return None
    action, kind, rest = tokens[0].keyword.lower(), KINDS[tokens[1].keyword], tokens[2:]
    for condition in CONDITIONS:
        if [token.keyword for token in rest[: len(condition)]] == condition:
            rest = rest[len(condition) :]
    keyspace, name = _read_name(rest)
    if kind != "keyspace":
        keyspace = keyspace or used
    else:
        keyspace, name = name, None
    if keyspace is None or (name is None and kind != "keyspace"):
        return None
    return SchemaChange("create" if action == "restore" else action, kind, keyspace, name)


def _read_name(tokens: list[Token]) -> tuple[str | None, str | None]:
    """Read `[keyspace.]name`."""
    if not tokens or not tokens[0].is_name:
        return None, None
    if len(tokens) > 2 and tokens[1].keyword == "." and tokens[2].is_name:
        return tokens[0].name, tokens[2].name
    return None, tokens[0].name
