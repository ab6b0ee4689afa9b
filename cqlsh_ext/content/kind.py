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
    """One kind of binary content: how to tell it without running or unpacking anything, and what to show.

    `matches` is strict, for a wrong name is worse than a hexdump; by default a magic is enough. `read` is
    asked on its own, gives None for what is not of this kind, and by default gives no more than the name.
    Both may raise whatever the library under them raises: that is a no as well.
    """

    name: str
    title: str
    magics: tuple[bytes, ...] = ()
    leads: bytes = b""
    """First bytes, where there is no magic."""
    matches: Callable[[bytes], bool] | None = None
    read: Callable[[bytes], Content | None] | None = None
    is_evidence: bool = True
    """Whether a decode that gave such content is to be believed for it."""
    extension: str = "bin"
    """How the name of a file of this kind ends."""

    @property
    def first_bytes(self) -> frozenset[int]:
        """The bytes that content of this kind may start with."""
        return frozenset((*self.leads, *(magic[0] for magic in self.magics)))

    def is_kind_of(self, data: bytes) -> bool:
        """Tell whether `data` is of this kind."""
        if self.magics and not data.startswith(self.magics):
            return False
        return self.matches is None or self.matches(data)

    def content_of(self, data: bytes) -> Content | None:
        """Say what can be said of `data`, if it is of this kind."""
        if self.read is None:
            return Content(self.name) if self.is_kind_of(data) else None
        return self.read(data) if not self.magics or data.startswith(self.magics) else None


@dataclass(frozen=True, slots=True)
class TextKind:
    """One kind of readable text: how to tell it once it is decoded; a `matches` that raises says no."""

    name: str
    title: str
    matches: Callable[[str], bool]
    extension: str
