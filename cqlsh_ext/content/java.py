"""Java serialisation: strings, byte arrays and the class names of objects, read and never deserialised.

Grammar: Java Object Serialization Specification, chapter 6. Strings are modified UTF-8 (java.io.DataInput):
NUL is `c0 80`, and characters beyond U+FFFF are two surrogates of three bytes each.
"""

import re

from cqlsh_ext.content import text
from cqlsh_ext.content.kind import Content, Kind

STREAM = b"\xac\xed\x00\x05"
STRING, LONG_STRING = STREAM + b"\x74", STREAM + b"\x7c"
BYTE_ARRAY = STREAM + b"\x75\x72\x00\x02[B\xac\xf3\x17\xf8\x06\x08\x54\xe0\x02\x00\x00\x78\x70"
BLOCK_DATA = (STREAM + b"\x77", STREAM + b"\x7a")
CLASS = re.compile(rb"\xac\xed\x00\x05[\x73\x75\x76\x7e]\x72(..)", re.DOTALL)
"""An object, an array, a class or an enum constant, and the length of its class's name."""
CLASS_NAME = re.compile(r"[\w$.;/\[-]+")
SURROGATE = re.compile("[\ud800-\udfff]")
LONE_SURROGATE = re.compile("[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]")


def _read_string(data: bytes) -> Content | None:
    body = _body(data, len(STRING), 2 if data.startswith(STRING) else 8)
    return None if body is None else Content("java-string", decode_modified_utf8(body), "modified utf-8")


def _read_bytes(data: bytes) -> Content | None:
    body = _body(data, len(BYTE_ARRAY), 4)
    if body is None:
        return None
    string, encoding = text.decode(body) or (None, None)
    return Content("java-bytes", string, encoding, f"{len(body):,} bytes")


def _read_object(data: bytes) -> Content:
    if data.startswith(BLOCK_DATA):
        return Content("java-object", detail="block data")
    found = CLASS.match(data)
    return Content("java-object", detail=_class_name(data, found.end(), found[1]) if found else None)


def _class_name(data: bytes, at: int, length: bytes) -> str | None:
    size = int.from_bytes(length, "big")
    name = str(data[at : at + size], "utf-8", "replace")
    return name if at + size <= len(data) and CLASS_NAME.fullmatch(name) else None


def _body(data: bytes, at: int, width: int) -> bytes | None:
    """Return what follows the length of `width` bytes at `at`, if it is that length."""
    body = data[at + width :]
    return body if len(data) >= at + width and int.from_bytes(data[at : at + width], "big") == len(body) else None


def decode_modified_utf8(data: bytes) -> str:
    """Decode Java's UTF-8; a surrogate without its other half becomes U+FFFD."""
    string = str(data.replace(b"\xc0\x80", b"\0"), "utf-8", "surrogatepass")
    if SURROGATE.search(string):
        paired = LONE_SURROGATE.sub("\ufffd", string)
        string = str(paired.encode("utf-16-le", "surrogatepass"), "utf-16-le")
    return string


JAVA_STRING = Kind(
    "java-string", "Java serialised string", magics=(STRING, LONG_STRING), read=_read_string, extension="ser"
)
JAVA_BYTES = Kind("java-bytes", "Java serialised byte[]", magics=(BYTE_ARRAY,), read=_read_bytes, extension="ser")
JAVA_OBJECT = Kind("java-object", "Java serialised object", magics=(STREAM,), read=_read_object, extension="ser")
