"""How random stored bytes are: what is compressed well does not get smaller by compressing it again."""

from collections import Counter
from math import log2

SAMPLE_BYTES = 1 << 16
COMPRESSED_BITS = 7.0
"""Bits of entropy a byte from which on bytes are as good as compressed."""


def entropy(data: bytes | bytearray) -> float:
    """Return Shannon's entropy of single bytes, in bits a byte: 8 where all are equally frequent."""
    total = len(data)
    return sum(-count / total * log2(count / total) for count in Counter(data).values())
