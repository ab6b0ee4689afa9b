"""CRC-32C as the snappy containers store it: masked, so that a checksum of checksums stays one."""

import google_crc32c

from cqlsh_ext.errors import Damaged

MASK = 0xA282EAD8


def masked_crc32c(plain: bytes) -> int:
    """Return the masked CRC-32C (google/snappy framing_format.txt, section 3)."""
    crc: int = google_crc32c.value(plain)
    return ((crc >> 15 | crc << 17) + MASK) & 0xFFFFFFFF


def check_crc32c(plain: bytes, stored: int, offset: int) -> None:
    """Raise Damaged unless `stored`, which stands at `offset`, is the masked CRC-32C of the plain bytes."""
    if (computed := masked_crc32c(plain)) != stored:
        raise Damaged("checksum mismatch", offset=offset, detail=f"stored 0x{stored:08x}, computed 0x{computed:08x}")
