"""RESULT bodies: rows read and written, prepared statements read."""

from dataclasses import dataclass, replace
from enum import IntEnum, IntFlag

from .cqltypes import column_notation, decode, encode, read_type
from .wire import Reader, integer, short_bytes, string, value


class Result(IntEnum):
    """What a RESULT is."""

    VOID = 1
    ROWS = 2
    SET_KEYSPACE = 3
    PREPARED = 4
    SCHEMA_CHANGE = 5


class RowsFlag(IntFlag):
    """What the metadata of rows carry."""

    GLOBAL_TABLE = 0x01
    MORE_PAGES = 0x02
    NO_METADATA = 0x04


VOID = integer(Result.VOID)


@dataclass(frozen=True)
class Column:
    """A column of rows, or a variable of a statement."""

    keyspace: str
    table: str
    name: str
    kind: object


@dataclass(frozen=True)
class Rows:
    """Rows as they travel: the metadata without flags and paging state, and the rows' bytes."""

    columns: tuple[Column, ...]
    rows: tuple[bytes, ...]
    """Each row's cells, as one piece."""
    column_count: int
    metadata: bytes
    flags: int
    paging_state: bytes | None = None

    @classmethod
    def read(cls, body):
        """Read a RESULT of kind ROWS."""
        reader = Reader(body)
        reader.integer()
        flags, column_count = reader.integer(), reader.integer()
        state = reader.value() if flags & RowsFlag.MORE_PAGES else None
        start = reader.at
        columns = () if flags & RowsFlag.NO_METADATA else tuple(read_columns(reader, flags, column_count))
        metadata = body[start : reader.at]
        rows = []
        for _ in range(reader.integer()):
            start = reader.at
            for _ in range(column_count):
                reader.value()
            rows.append(body[start : reader.at])
        return cls(columns, tuple(rows), column_count, metadata, flags & ~RowsFlag.MORE_PAGES, state)

    def page(self, rows, paging_state):
        """Return the same result with other rows and another paging state."""
        return replace(self, rows=tuple(rows), paging_state=paging_state)

    def encode(self):
        """Return the body of the RESULT."""
        flags, state = self.flags, b""
        if self.paging_state is not None:
            flags, state = flags | RowsFlag.MORE_PAGES, value(self.paging_state)
        head = integer(Result.ROWS) + integer(flags) + integer(self.column_count) + state + self.metadata
        return head + integer(len(self.rows)) + b"".join(self.rows)

    def decoded(self):
        """Return the rows as mappings of column to value."""
        return [
            {column.name: decode(column.kind, reader.value()) for column in self.columns}
            for reader in map(Reader, self.rows)
        ]


def read_columns(reader, flags, count):
    """Read the columns of metadata."""
    shared = (reader.string(), reader.string()) if flags & RowsFlag.GLOBAL_TABLE else None
    for _ in range(count):
        keyspace, table = shared or (reader.string(), reader.string())
        yield Column(keyspace, table, reader.string(), read_type(reader))


def metadata(keyspace, table, columns):
    """Return names and types of the columns of one table, as they stand in metadata."""
    return string(keyspace) + string(table) + b"".join(column_notation(name, kind) for name, kind in columns)


def rows(keyspace, table, columns, records):
    """Return the body of a RESULT with rows of one table; `columns` are pairs of name and type."""
    head = integer(Result.ROWS) + integer(RowsFlag.GLOBAL_TABLE) + integer(len(columns))
    cells = (value(encode(kind, cell)) for record in records for (_, kind), cell in zip(columns, record, strict=True))
    return head + metadata(keyspace, table, columns) + integer(len(records)) + b"".join(cells)


def prepared(statement_id, keyspace, table, variables, columns):
    """Return the body of a RESULT for a prepared statement whose partition key is not of interest."""
    bind = integer(RowsFlag.GLOBAL_TABLE) + integer(len(variables)) + integer(0) + metadata(keyspace, table, variables)
    answer = integer(RowsFlag.GLOBAL_TABLE) + integer(len(columns)) + metadata(keyspace, table, columns)
    return integer(Result.PREPARED) + short_bytes(statement_id) + bind + answer


def read_prepared(body):
    """Return the id in a RESULT for a prepared statement."""
    reader = Reader(body)
    reader.integer()
    return reader.short_bytes()


def kind_of(body):
    """Return which kind of RESULT a body is."""
    return Reader(body).integer()


def set_keyspace(keyspace):
    """Return the body of a RESULT for USE."""
    return integer(Result.SET_KEYSPACE) + string(keyspace)


def schema_change(change, target, keyspace, name=""):
    """Return the body of a RESULT for a change of the schema."""
    options = string(keyspace) + (string(name) if target != "KEYSPACE" else b"")
    return integer(Result.SCHEMA_CHANGE) + string(change) + string(target) + options
