"""Base-128 lengths, least significant group first, as snappy and its kin write them."""

MAXIMUM_BYTES = 5


def read_varint32(blob: bytes, at: int = 0) -> tuple[int, int] | None:
    """Return the number at `at` and the offset after it; None where no 32-bit number stands there."""
    value = shift = 0
    for offset, byte in enumerate(blob[at : at + MAXIMUM_BYTES], at + 1):
        value |= (byte & 0x7F) << shift
        if byte < 0x80:  # noqa: PLR2004
            return (value, offset) if value < 1 << 32 else None
        shift += 7
    return None
