"""Base-128 lengths, least significant group first, as snappy and its kin write them."""

MORE = 0x80
MAXIMUM_BYTES = 5


def read_varint32(stored: bytes | memoryview, at: int = 0) -> tuple[int, int] | None:
    """Return the number at `at` and the offset after it; None where no 32-bit number stands there."""
    value = shift = 0
    for byte in stored[at : at + MAXIMUM_BYTES]:
        at += 1
        if byte < MORE:
            value |= byte << shift
            return (value, at) if value < 1 << 32 else None
        value |= (byte & 0x7F) << shift
        shift += 7
    return None
