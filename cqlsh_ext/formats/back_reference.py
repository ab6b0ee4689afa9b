"""What a reference back into plain bytes stands for, as LZ77 and its kin write it."""


def referred(plain: bytearray, back: int, length: int) -> bytearray:
    """Return `length` bytes from `back` before the end on, going round where that is too few."""
    start = len(plain) - back
    if back >= length:
        return plain[start : start + length]
    return (plain[start:] * (length // back + 1))[:length]
