"""The bounds that one value is decoded within."""

from dataclasses import dataclass

from cqlsh_ext.errors import OverLimit, UsageError

LARGEST = 1 << 62
"""What any bound may be: bytes that a decoder of C can count."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far decoding may go; every bound holds before anything is allocated."""

    output: int = 16 * 1024 * 1024
    """Bytes that any one layer may give."""
    layers: int = 5
    """Layers that are peeled from one value."""
    members: int = 1000
    """Members, frames, streams or chunks in one layer."""

    def __post_init__(self) -> None:
        """Refuse bounds that let nothing through, or more than can be counted; raises UsageError."""
        for name in ("output", "layers", "members"):
            bound = getattr(self, name)
            if not isinstance(bound, int) or not 1 <= bound <= LARGEST:
                raise UsageError(f"the limit {name!r} is a whole number from 1 to {LARGEST:,}, not {bound!r}")

    def check_output(self, size: int) -> None:
        """Raise OverLimit if a layer gives `size` bytes, more than the bound."""
        if size > self.output:
            raise OverLimit("over the limit", detail=f"more than {self.output:,} bytes of output")

    def check_members(self, count: int) -> None:
        """Raise OverLimit if a layer holds `count` members, more than the bound."""
        if count > self.members:
            raise OverLimit("over the limit", detail=f"more than {self.members:,} members")
