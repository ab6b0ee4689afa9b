"""The requests that carry statements, and the answers that carry no rows."""

from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from .frames import Frame, Opcode
from .wire import Malformed, byte, integer, long_string, short, short_bytes, string, value


class Consistency(IntEnum):
    """How many replicas must answer."""

    ANY = 0x00
    ONE = 0x01
    TWO = 0x02
    THREE = 0x03
    QUORUM = 0x04
    ALL = 0x05
    LOCAL_QUORUM = 0x06
    EACH_QUORUM = 0x07
    SERIAL = 0x08
    LOCAL_SERIAL = 0x09
    LOCAL_ONE = 0x0A


def read_consistency(reader):
    number = reader.short()
    try:
        return Consistency(number)
    except ValueError as error:
        raise Malformed(f"unknown consistency {number}") from error


class QueryFlag(IntFlag):
    """Which parameters of a statement are there."""

    VALUES = 0x01
    SKIP_METADATA = 0x02
    PAGE_SIZE = 0x04
    PAGING_STATE = 0x08
    SERIAL_CONSISTENCY = 0x10
    TIMESTAMP = 0x20
    NAMES = 0x40


@dataclass
class Parameters:
    """The parameters of QUERY and EXECUTE."""

    consistency: Consistency = Consistency.LOCAL_QUORUM
    values: list = field(default_factory=list)
    names: list | None = None
    skip_metadata: bool = False
    page_size: int | None = None
    paging_state: bytes | None = None
    serial: Consistency | None = None
    timestamp: bytes | None = None

    @classmethod
    def read(cls, reader):
        """Read what follows the statement or its id."""
        parameters = cls(read_consistency(reader))
        flags = reader.byte()
        if flags & QueryFlag.VALUES:
            parameters.read_values(reader, named=bool(flags & QueryFlag.NAMES))
        parameters.skip_metadata = bool(flags & QueryFlag.SKIP_METADATA)
        if flags & QueryFlag.PAGE_SIZE:
            parameters.page_size = reader.integer()
        if flags & QueryFlag.PAGING_STATE:
            parameters.paging_state = reader.value()
        if flags & QueryFlag.SERIAL_CONSISTENCY:
            parameters.serial = read_consistency(reader)
        if flags & QueryFlag.TIMESTAMP:
            parameters.timestamp = reader.take(8)
        return parameters

    def read_values(self, reader, *, named):
        self.names = [] if named else None
        for _ in range(reader.short()):
            if named:
                self.names.append(reader.string())
            self.values.append(reader.value())

    def encode(self):
        """Return the bytes that follow the statement or its id."""
        flags, parts = QueryFlag(0), []
        if self.values:
            flags |= QueryFlag.VALUES | (QueryFlag.NAMES if self.names is not None else 0)
            parts.append(short(len(self.values)) + b"".join(self.encode_values()))
        if self.skip_metadata:
            flags |= QueryFlag.SKIP_METADATA
        for flag, part in self.optional_parts():
            if part is not None:
                flags |= flag
                parts.append(part)
        return short(self.consistency) + byte(flags) + b"".join(parts)

    def encode_values(self):
        names = self.names or [None] * len(self.values)
        for name, data in zip(names, self.values, strict=True):
            yield (string(name) if name is not None else b"") + value(data)

    def optional_parts(self):
        yield QueryFlag.PAGE_SIZE, None if self.page_size is None else integer(self.page_size)
        yield QueryFlag.PAGING_STATE, None if self.paging_state is None else value(self.paging_state)
        yield QueryFlag.SERIAL_CONSISTENCY, None if self.serial is None else short(self.serial)
        yield QueryFlag.TIMESTAMP, self.timestamp


class BatchType(IntEnum):
    """How the statements of a batch belong together."""

    LOGGED = 0
    UNLOGGED = 1
    COUNTER = 2


@dataclass
class Batch:
    """A BATCH request: statements as text or prepared id, each with its values."""

    kind: BatchType
    statements: list
    consistency: Consistency
    serial: Consistency | None = None

    @classmethod
    def read(cls, reader):
        number = reader.byte()
        if number not in list(BatchType):
            raise Malformed(f"unknown batch type {number}")
        statements = []
        for _ in range(reader.short()):
            statement = reader.short_bytes() if reader.byte() else reader.long_string()
            statements.append((statement, [reader.value() for _ in range(reader.short())]))
        batch = cls(BatchType(number), statements, read_consistency(reader))
        if reader.byte() & QueryFlag.SERIAL_CONSISTENCY:
            batch.serial = read_consistency(reader)
        return batch


def query(text, parameters):
    """Return a QUERY request."""
    return Frame(Opcode.QUERY, long_string(text) + parameters.encode())


def execute(statement_id, parameters):
    """Return an EXECUTE request."""
    return Frame(Opcode.EXECUTE, short_bytes(statement_id) + parameters.encode())


def prepare(text):
    """Return a PREPARE request."""
    return Frame(Opcode.PREPARE, long_string(text))
