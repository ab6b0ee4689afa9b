"""Tables that the server answers itself: SELECT over rows that are computed when they are asked for."""

import hashlib
import operator
from dataclasses import dataclass
from uuid import UUID

from . import results
from .cqltypes import Type, decode, parse_type
from .errors import Invalid
from .tokens import Cursor, split

INT = Type("int")
OPERATORS = {"=": operator.eq, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}


class VirtualTable:
    """A table of a system keyspace: its columns, and how its rows come about."""

    def __init__(self, keyspace, name, columns, key, rows):
        self.keyspace = keyspace
        self.name = name
        self.columns = {column: parse_type(kind) for column, kind in columns.items()}
        self.texts = columns
        """The types of the columns as CQL writes them."""
        self.key = key
        """The names of the primary key: the first is the partition key."""
        self.rows = rows
        """A coroutine function of a View that returns mappings; columns that are missing are null."""


@dataclass(frozen=True)
class Term:
    """A value in a WHERE or LIMIT: a literal of the statement, or the variable with this number."""

    token: object
    number: int | None
    kind: Type
    name: str

    def value(self, values):
        """Return the value, given those of the variables as bytes."""
        if self.number is not None:
            return decode(self.kind, values[self.number])
        return literal(self.token, self.kind)


def literal(token, kind):
    """Return the value of a literal as one of a type."""
    if token.kind == "string" and kind.name in {"text", "ascii", "inet"}:
        return token.content
    if token.kind == "uuid" and kind.name in {"uuid", "timeuuid"}:
        return UUID(token.text)
    if token.kind == "number" and kind.name in {"int", "bigint", "double"}:
        return float(token.text) if kind.name == "double" else int(token.text)
    if token.keyword in {"TRUE", "FALSE"} and kind.name == "boolean":
        return token.keyword == "TRUE"
    raise Invalid(f"Invalid constant ({token.text}) for a column of type {kind.name}")


class Selection:
    """A SELECT on a virtual table."""

    def __init__(self, statement, table):
        self.table = table
        self.variables = []
        self.columns = list(self.read_columns(statement.clause("SELECT")))
        self.relations = [self.read_relation(Cursor(tokens)) for tokens in statement.conditions()]
        limit = statement.clause("LIMIT")
        self.limit = self.term(limit[0], INT, "[limit]") if limit else None

    def read_columns(self, tokens):
        """Read what is selected, and return pairs of the name shown and the column."""
        if [token.text for token in tokens] == ["*"]:
            yield from ((name, name) for name in self.table.columns)
            return
        for part in split(tokens, ","):
            cursor = Cursor(part)
            name = cursor.name()
            if name not in self.table.columns:
                raise Invalid(f"Undefined column name {name}")
            shown = cursor.name() if cursor.take("AS") else name
            if cursor.left:
                raise Invalid(f"System tables are selected by column, not by {''.join(t.text for t in part)}")
            yield shown, name

    def read_relation(self, cursor):
        """Read `column operator value` or `column IN (values)`."""
        name = cursor.name()
        if name not in self.table.columns:
            raise Invalid(f"Undefined column name {name}")
        kind = self.table.columns[name]
        if cursor.take("IN"):
            terms = [self.term(part[0], kind, name) for part in cursor.groups()]
            return name, None, terms
        sign = cursor.next().text
        if sign not in OPERATORS:
            raise Invalid(f"System tables are not searched with {sign}")
        return name, OPERATORS[sign], [self.term(cursor.next(), kind, name)]

    def term(self, token, kind, name):
        if token.kind != "marker":
            return Term(token, None, kind, name)
        self.variables.append((name, kind))
        return Term(token, len(self.variables) - 1, kind, name)

    def prepared(self):
        """Return id and body of the RESULT for preparing this."""
        statement_id = hashlib.sha256(
            repr((self.table.name, self.columns, self.relations, self.limit)).encode()
        ).digest()[:16]
        shown = [(shown, self.table.columns[name]) for shown, name in self.columns]
        return statement_id, results.prepared(statement_id, self.table.keyspace, self.table.name, self.variables, shown)

    async def run(self, view, values):
        """Return the body of the RESULT."""
        if len(values) != len(self.variables):
            raise Invalid(f"there were {len(self.variables)} markers(?) in CQL but {len(values)} bound variables")
        tests = [(name, test, [term.value(values) for term in terms]) for name, test, terms in self.relations]
        records = [row for row in await self.table.rows(view) if all(matches(row, *test) for test in tests)]
        if self.limit:
            records = records[: self.limit.value(values)]
        cells = [[row.get(name) for _, name in self.columns] for row in records]
        shown = [(shown, self.table.columns[name]) for shown, name in self.columns]
        return results.rows(self.table.keyspace, self.table.name, shown, cells)


def matches(row, name, test, wanted):
    """Tell whether a row has one of the values, or one that stands so to the value."""
    cell = row.get(name)
    if test is None:
        return cell in wanted
    return cell is not None and test(cell, wanted[0])
