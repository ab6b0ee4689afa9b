"""Protocol Buffers: one message whose fields use up every byte and half of whose bytes are readable strings.

The wire format has no mark of its own, so this rather misses a message than names another: fields must stand in
the order of their numbers, as every generated serialiser writes them, begin with one below 16 and not be empty.
"""

from cqlsh_ext.content.kind import Kind
from cqlsh_ext.content.text import is_text

MINIMUM, MAXIMUM = 8, 128 * 1024
"""Bytes between which a message is looked for."""
DEPTH = 4
"""Messages within messages that are looked into for strings."""
FIRST_FIELD, LAST_FIELD = 15, 200
SHORTEST_STRING = 4
VARINT, FIXED64, COUNTED, FIXED32 = 0, 1, 2, 5
VARINT_BITS = 64


class NoMessage(Exception):
    """These bytes are not a message."""


def is_protobuf(data: bytes) -> bool:
    """Tell whether `data` is a message that hardly anything else could be; raises if it is not one."""
    return MINIMUM <= len(data) <= MAXIMUM and not is_text(data) and 2 * _readable(data, DEPTH) >= len(data)


def _readable(message: bytes, depth: int) -> int:
    """Return how many bytes of the message are readable strings."""
    at = last = readable = 0
    while at < len(message):
        key, at = _varint(message, at)
        field, wire = key >> 3, key & 7
        if not max(last, 1) <= field <= (LAST_FIELD if last else FIRST_FIELD):
            raise NoMessage
        last = field
        size = 0
        if wire == VARINT:
            _, at = _varint(message, at)
        elif wire == COUNTED:
            size, at = _varint(message, at)
            if size == 0:
                raise NoMessage
            readable += _readable_value(message[at : at + size], depth)
        elif wire in (FIXED64, FIXED32):
            size = 8 if wire == FIXED64 else 4
            if sum(0x20 <= byte < 0x7F for byte in message[at : at + size]) > size / 2:
                raise NoMessage
        else:
            raise NoMessage
        at += size
    if at != len(message):
        raise NoMessage
    return readable


def _readable_value(value: bytes, depth: int) -> int:
    if len(value) < SHORTEST_STRING:
        return 0
    if is_text(value):
        return len(value)
    try:
        return _readable(value, depth - 1) if depth else 0
    except (IndexError, NoMessage):
        return 0


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """Return the number at `at` and where it ends; more bytes than it needs are none that a serialiser writes."""
    number = 0
    for shift in range(0, VARINT_BITS, 7):
        byte = message[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            break
    else:
        raise NoMessage
    if byte == 0 and shift:
        raise NoMessage
    return number, at


PROTOBUF = Kind(
    "protobuf",
    "Protocol Buffers message",
    leads=bytes(number << 3 | wire for number in range(1, 16) for wire in (0, 1, 2, 5)),
    matches=is_protobuf,
    is_evidence=False,
    extension="pb",
)
