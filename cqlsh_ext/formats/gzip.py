"""gzip: DEFLATE in members with a CRC-32 and a length each (RFC 1952)."""

from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.format import Evidence, Format, Integrity, Opened
from cqlsh_ext.formats.gzip_fields import read_header
from cqlsh_ext.formats.inflate import GZIP_MEMBER
from cqlsh_ext.formats.streams import decode_streams
from cqlsh_ext.limits import Limits

MAGIC = b"\x1f\x8b\x08"
RESERVED_FLAGS = 0xE0


def may_be(blob: bytes) -> bool:
    """Tell whether the fixed header is one that RFC 1952 allows."""
    return blob[:3] == MAGIC and len(blob) > 3 and not blob[3] & RESERVED_FLAGS


def open_gzip(blob: bytes, limits: Limits) -> Opened:
    """Decode every member; zero padding after the last is allowed, as the gzip tools allow it."""
    if not may_be(blob):
        raise Refused("does not start with 1f 8b 08 and clean flags")
    plain, parts = decode_streams(GZIP_MEMBER, blob, MAGIC, limits, _skip_zeros)
    return Opened(plain, Integrity.CHECKSUM, parts)


def _skip_zeros(blob: bytes, at: int) -> int:
    """Return the end of the blob where nothing but zeros is left."""
    zeros_only = blob[at : at + 1] == b"\0" and blob.count(0, at) == len(blob) - at
    return len(blob) if zeros_only else at


GZIP = Format(
    name="gzip",
    title="gzip",
    extension="gz",
    specification="RFC 1952",
    evidence=Evidence.MAGIC,
    checks="CRC-32 and length of every member",
    magics=(MAGIC,),
    may_be=may_be,
    open=open_gzip,
    read_header=read_header,
)
