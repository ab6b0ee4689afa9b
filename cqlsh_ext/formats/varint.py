"""Base-128 lengths, least significant group first, as snappy and its kin write them."""

MORE = 0x80
MAXIMUM_BYTES = 5


def read_varint32(stored: bytes | memoryview, at: int = 0) -> tuple[int, int] | None:
    """Return the number at `at` and the offset after it; None where no 32-bit number stands there."""
    if at + 1 < len(stored) and stored[at + 1] < MORE <= stored[at]:
        return stored[at] & 0x7F | stored[at + 1] << 7, at + 2  # the length of most blocks, sooner than in a loop
    value = shift = 0
    for byte in stored[at : at + MAXIMUM_BYTES]:
        at += 1
        if byte < MORE:
            value |= byte << shift
            return (value, at) if value < 1 << 32 else None
        value |= (byte & 0x7F) << shift
        shift += 7
    return None
