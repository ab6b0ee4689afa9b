"""The notations of the native protocol, version 4, section 3: reading within bounds, and writing."""

import struct

UNSET = object()
"""The value of a bound variable that the client leaves unset."""


class Malformed(ValueError):
    """A body ends early, or a length in it is impossible."""


class Reader:
    """Reads notations from a body; every length is held against what is left."""

    def __init__(self, body):
        self.body = body
        self.at = 0

    def take(self, length):
        if length < 0 or length > len(self.body) - self.at:
            raise Malformed(f"{length} bytes announced and {len(self.body) - self.at} left")
        self.at += length
        return self.body[self.at - length : self.at]

    def rest(self):
        return self.take(len(self.body) - self.at)

    def byte(self):
        return self.take(1)[0]

    def short(self):
        return int.from_bytes(self.take(2), "big")

    def integer(self):
        return int.from_bytes(self.take(4), "big", signed=True)

    def string(self):
        return decode_text(self.take(self.short()))

    def long_string(self):
        return decode_text(self.take(self.integer()))

    def short_bytes(self):
        return self.take(self.short())

    def value(self):
        """Return bytes, None or UNSET."""
        length = self.integer()
        return UNSET if length == -2 else None if length < 0 else self.take(length)

    def string_map(self):
        return {self.string(): self.string() for _ in range(self.short())}

    def string_list(self):
        return [self.string() for _ in range(self.short())]

    def bytes_map(self):
        return {self.string(): self.value() for _ in range(self.short())}


def decode_text(data):
    """Return UTF-8 as text."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Malformed("text that is not UTF-8") from error


def byte(number):
    return struct.pack(">B", number)


def short(number):
    return struct.pack(">H", number)


def integer(number):
    return struct.pack(">i", number)


def string(text):
    data = text.encode()
    return short(len(data)) + data


def long_string(text):
    data = text.encode()
    return integer(len(data)) + data


def short_bytes(data):
    return short(len(data)) + data


def value(data):
    """Write bytes, None or UNSET."""
    if data is UNSET:
        return integer(-2)
    return integer(-1) if data is None else integer(len(data)) + data


def string_multimap(lists):
    entries = (string(key) + short(len(texts)) + b"".join(map(string, texts)) for key, texts in lists.items())
    return short(len(lists)) + b"".join(entries)


def string_map(texts):
    return short(len(texts)) + b"".join(string(key) + string(text) for key, text in texts.items())
