"""Avro object container files, with the codec of their blocks; a bare Avro value carries no mark."""

from cqlsh_ext.content.kind import Content, Kind

MAGIC = b"Obj\x01"
CODEC_KEY = b"\x14avro.codec"
"""The key in the header's map, its length as a zigzag varint before it."""
HEADER = 64 * 1024
"""Bytes in which the key is looked for."""


def read(data: bytes) -> Content:
    """Name the codec; a file that names none has plain blocks."""
    at = data.find(CODEC_KEY, 0, HEADER)
    if at < 0:
        return Content("avro", detail="codec null")
    at += len(CODEC_KEY)
    size = int.from_bytes(data[at : at + 1], "big") >> 1
    codec = data[at + 1 : at + 1 + size].decode("ascii", "replace")
    return Content("avro", detail=f"codec {codec}" if codec.isalnum() else None)


AVRO = Kind("avro", "Avro object container file", magics=(MAGIC,), read=read, extension="avro")
