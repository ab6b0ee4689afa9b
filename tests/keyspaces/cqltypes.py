"""The CQL types of system tables, and of sizes: names, their notation on the wire, values as bytes."""

import ipaddress
import re
import struct
from dataclasses import dataclass, replace
from uuid import UUID

from .wire import Malformed, Reader, integer, short, string, value

CODES = {
    "custom": 0x00,
    "ascii": 0x01,
    "bigint": 0x02,
    "blob": 0x03,
    "boolean": 0x04,
    "counter": 0x05,
    "decimal": 0x06,
    "double": 0x07,
    "float": 0x08,
    "int": 0x09,
    "timestamp": 0x0B,
    "uuid": 0x0C,
    "text": 0x0D,
    "varint": 0x0E,
    "timeuuid": 0x0F,
    "inet": 0x10,
    "date": 0x11,
    "time": 0x12,
    "smallint": 0x13,
    "tinyint": 0x14,
    "list": 0x20,
    "map": 0x21,
    "set": 0x22,
    "udt": 0x30,
    "tuple": 0x31,
}
NAMES = {code: name for name, code in CODES.items()}
DEEPEST = 16
NUMBERS = {"bigint": ">q", "boolean": ">?", "counter": ">q", "double": ">d", "float": ">f", "int": ">i"}
NUMBERS |= {"smallint": ">h", "tinyint": ">b", "timestamp": ">q"}
WORD = re.compile(r'\s*("(?:[^"]|"")+"|\w+|[<>,])')


@dataclass(frozen=True)
class Type:
    """A CQL type: `list`, `map` and `tuple` with what they hold, a user-defined one with its fields' types."""

    name: str
    of: tuple["Type", ...] = ()
    fields: tuple[str, ...] = ()
    label: tuple[str, ...] = ()
    """Keyspace and name of a user-defined type, or the Java class of a custom one."""
    frozen: bool = False

    def notation(self):
        """Return the type as it stands in the metadata of rows."""
        if self.name in {"udt", "custom"}:
            raise NotImplementedError(f"system tables have no {self.name}")
        count = short(len(self.of)) if self.name == "tuple" else b""
        return short(CODES[self.name]) + count + b"".join(part.notation() for part in self.of)


def parse_type(text):
    """Return the type that CQL writes like this; other names are those of user-defined types."""
    words = WORD.findall(text)

    def read():
        name = words.pop(0)
        of = []
        if words and words[0] == "<":
            while words.pop(0) != ">":
                of.append(read())
        if name == "frozen":
            return replace(of[0], frozen=True)
        name = {"varchar": "text"}.get(name, name)
        return Type(name, tuple(of)) if name in CODES else Type("udt", label=(name,))

    return read()


def read_type(reader, depth=0):
    """Read a type from the metadata of rows."""
    if depth > DEEPEST:
        raise Malformed("types nested too deep")
    name = NAMES.get(reader.short(), "custom")
    if name == "custom":
        return Type(name, label=(reader.string(),))
    if name == "udt":
        label = (reader.string(), reader.string())
        fields = [(reader.string(), read_type(reader, depth + 1)) for _ in range(reader.short())]
        return Type(name, tuple(kind for _, kind in fields), tuple(field for field, _ in fields), label)
    count = {"list": 1, "set": 1, "map": 2, "tuple": 0}.get(name, 0)
    if name == "tuple":
        count = reader.short()
    return Type(name, tuple(read_type(reader, depth + 1) for _ in range(count)))


def number(form):
    """Return how a number of a fixed form is written and read; empty bytes are no number."""
    return (lambda thing: struct.pack(form, thing)), (lambda data: struct.unpack(form, data)[0] if data else None)


TEXT = (str.encode, bytes.decode)
IDENTIFIER = (lambda thing: thing.bytes), (lambda data: UUID(bytes=data))
ADDRESS = (lambda thing: ipaddress.ip_address(thing).packed), (lambda data: str(ipaddress.ip_address(data)))
RAW = (bytes, bytes)
SCALARS = {name: number(form) for name, form in NUMBERS.items()}
SCALARS |= {"text": TEXT, "ascii": TEXT, "uuid": IDENTIFIER, "timeuuid": IDENTIFIER, "inet": ADDRESS}
"""How values are written and read, by type; bytes of other types stay bytes."""


def encode(kind, thing):
    """Return a value as the bytes of its type; None stays None."""
    if thing is None:
        return None
    if kind.name in {"list", "set"}:
        return integer(len(thing)) + b"".join(value(encode(kind.of[0], one)) for one in thing)
    if kind.name == "map":
        pairs = (value(encode(kind.of[0], key)) + value(encode(kind.of[1], one)) for key, one in thing.items())
        return integer(len(thing)) + b"".join(pairs)
    return SCALARS.get(kind.name, RAW)[0](thing)


def decode(kind, data):
    """Return the value that bytes of a type are; bytes themselves where the type is of no interest here."""
    if data is None:
        return None
    reader = Reader(data)
    if kind.name in {"list", "set"}:
        return [decode(kind.of[0], reader.value()) for _ in range(reader.integer())]
    if kind.name == "map":
        return dict([decode(part, reader.value()) for part in kind.of] for _ in range(reader.integer()))
    return SCALARS.get(kind.name, RAW)[1](data)


def column_notation(name, kind):
    """Return a column as it stands in the metadata of rows of one table."""
    return string(name) + kind.notation()
