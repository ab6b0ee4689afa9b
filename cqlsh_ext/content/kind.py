"""The record that says everything about one kind of plain bytes, and the answer to what some bytes are."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Content:
    """What some plain bytes are, and the text in them for a person to read, if there is one."""

    kind: str
    text: str | None = None
    encoding: str | None = None
    detail: str | None = None
    """One fact that the kind knows: the class of a Java object, the size of an image."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of binary content: how to tell it without running or unpacking anything, and what to show of it.

    `matches` is asked only when the first byte is one of `leads` or of a magic; it is strict, for a wrong name
    is worse than a hexdump. `text` and `detail` are asked only after it said yes.
    """

    name: str
    title: str
    magics: tuple[bytes, ...] = ()
    leads: bytes = b""
    matches: Callable[[bytes], bool] | None = None
    """Where it is None, a magic is enough."""
    text: Callable[[bytes], str | None] | None = None
    detail: Callable[[bytes], str | None] | None = None

    def is_kind_of(self, data: bytes) -> bool:
        """Tell whether `data` is of this kind."""
        return (not self.magics or data.startswith(self.magics)) and (self.matches is None or self.matches(data))

    def read(self, data: bytes) -> Content:
        """Say what can be said of `data`, which is of this kind."""
        return Content(
            self.name,
            text=self.text(data) if self.text else None,
            detail=self.detail(data) if self.detail else None,
        )


@dataclass(frozen=True, slots=True)
class TextKind:
    """One kind of readable text: how to tell it once it is decoded."""

    name: str
    title: str
    matches: Callable[[str], bool]
