"""Frames of the native protocol, version 4: a header of nine bytes, and a body of bounded length."""

import struct
from enum import IntEnum, IntFlag
from typing import NamedTuple

from .wire import Reader

HEADER = struct.Struct(">BBHBI")
VERSION = 4
RESPONSE = 0x80


class Opcode(IntEnum):
    """What a frame is."""

    ERROR = 0x00
    STARTUP = 0x01
    READY = 0x02
    AUTHENTICATE = 0x03
    OPTIONS = 0x05
    SUPPORTED = 0x06
    QUERY = 0x07
    RESULT = 0x08
    PREPARE = 0x09
    EXECUTE = 0x0A
    REGISTER = 0x0B
    EVENT = 0x0C
    BATCH = 0x0D
    AUTH_CHALLENGE = 0x0E
    AUTH_RESPONSE = 0x0F
    AUTH_SUCCESS = 0x10


class Flag(IntFlag):
    """What precedes the message in a body, or how the body is packed."""

    COMPRESSED = 0x01
    TRACING = 0x02
    CUSTOM_PAYLOAD = 0x04
    WARNING = 0x08


class Frame(NamedTuple):
    """A request or a response."""

    opcode: int
    body: bytes = b""
    stream: int = 0
    flags: int = 0

    def encode(self, direction=0):
        """Return the bytes; `direction` is 0 for a request and RESPONSE for a response."""
        return HEADER.pack(direction | VERSION, self.flags, self.stream, self.opcode, len(self.body)) + self.body

    def message(self, direction=0):
        """Return the body without what its flags put before the message."""
        reader = Reader(self.body)
        if self.flags & Flag.TRACING and direction == RESPONSE:
            reader.take(16)
        if self.flags & Flag.WARNING:
            reader.string_list()
        if self.flags & Flag.CUSTOM_PAYLOAD:
            reader.bytes_map()
        return reader.rest()


class UnsupportedVersion(Exception):
    """The other side speaks another version of the protocol."""

    def __init__(self, version, stream):
        super().__init__(version)
        self.version = version
        self.stream = stream


class FrameTooLarge(Exception):
    """A header announces more than the limit; nothing was read after it."""

    def __init__(self, length, limit, stream):
        super().__init__(f"Request is too big: length {length} exceeds maximum allowed length {limit}.")
        self.stream = stream


async def read_frame(stream, limit, direction=0):
    """Read one frame of at most `limit` bytes of body.

    Raises IncompleteReadError where the other side leaves, even within a frame, UnsupportedVersion and FrameTooLarge.
    """
    version, flags, stream_id, opcode, length = HEADER.unpack(await stream.readexactly(HEADER.size))
    if version != direction | VERSION:
        raise UnsupportedVersion(version & ~RESPONSE, stream_id if version & ~RESPONSE > 2 else 0)
    if length > limit:
        raise FrameTooLarge(length, limit, stream_id)
    return Frame(opcode, await stream.readexactly(length), stream_id, flags)
