"""The record that says everything about one compressed format."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, NamedTuple, Protocol

from cqlsh_ext.dictionaries import Dictionaries, Naming
from cqlsh_ext.limits import Limits

SMALL = 16_000
"""Bytes under which no format gives 16 MiB, so that the fourth byte of a true length is zero."""
SHOWN = 16
"""Members, frames, streams, blocks or names that a header lists one by one; all of them are counted."""
WALKED = 1024 * 1024
"""Stored bytes whose elements a header counts one by one, where only a walk in Python can."""
HeaderValue = int | str | bool | None | list["HeaderValue"] | dict[str, "HeaderValue"]


class Evidence(str, Enum):
    """What lets a blob be taken for a format without being told."""

    MAGIC = "magic"
    """Constant bytes at the start: a body that fails is damage."""
    CHECKSUM = "checksum"
    """No constant bytes, but a checksum over the content."""
    STRUCTURE = "structure"
    """A declared length and a grammar that chance does not satisfy."""
    CONTENT = "content"
    """Nothing of its own: only readable content speaks for it."""
    INSIDE = "inside"
    """A wrapping in text: only a format with a magic or a checksum inside speaks for it."""


class Integrity(str, Enum):
    """What would show that the stored bytes were changed."""

    CHECKSUM = "checksum"
    STRUCTURE = "structure"
    """Only lengths must agree: a flipped bit would not show."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Field:
    """One named field of a header; `offset` and `size` in bytes where it stands as such in the stored bytes."""

    name: str
    value: HeaderValue
    offset: int | None = None
    size: int = 0


def magic_field(magic: bytes, at: int = 0) -> Field:
    """Give the constant bytes that a format is told by."""
    return Field("magic", magic.hex(" "), at, len(magic))


def within(fields: Iterable[Field], size: int) -> Iterator[Field]:
    """Leave out what a cut at `size` bytes took away, wholly or in part."""
    return (field for field in fields if field.offset is None or field.offset + field.size <= size)


class Opened(NamedTuple):
    """What a format gives back: the plain bytes, and how sure they are to be the ones that were stored."""

    plain: bytes
    integrity: Integrity
    parts: tuple[int, ...] = (0,)
    """Where each member or stream begins and the last one ends, in formats where finding that takes a decode."""


class DictionaryOpener(Protocol):
    """What serves as both `open` and `open_with` of a format that knows dictionaries."""

    def __call__(self, blob: bytes, limits: Limits, dictionaries: Dictionaries | None = None, /) -> Opened:
        """Open the blob, with the dictionaries at hand."""


def anything(_blob: bytes) -> bool:
    """Rule nothing out."""
    return True


def take_as_is(_blob: bytes, _plain: bytes) -> bool:
    """Ask for nothing beyond a decode that succeeds."""
    return True


@dataclass(frozen=True, slots=True)
class Format:
    """One compressed format: how to tell it, read its header and decode it.

    `open` decodes strictly and completely: every stored byte must be accounted for. It raises Refused where the
    bytes are not of this format (a reason for the detection story), Damaged where the header says that they are
    and the rest is broken (believed only of formats with a magic, or when the user named the format),
    OverLimit before it would pass a bound, Unsupported where no decoder exists. It raises nothing else.
    `open_with` does the same with the dictionaries at hand, in formats that know such, which `naming` looks up.
    `read_header` is lazy, gives what is readable and never raises, for damaged bytes as well; it takes the parts
    that `open` found, or `(0,)` where that failed. No two fields have a place in the same byte.
    `may_be` is cheap and may only rule out what `open` would refuse.
    `accept` says, for a format that nothing but structure or content speaks for, whether a decode that
    succeeded is to be believed; it is not asked when the user named the format.
    """

    name: str
    title: str
    specification: str
    evidence: Evidence
    checks: str
    """What the format carries against damage, in words: `CRC-32 and length`, `none`."""
    open: Callable[[bytes, Limits], Opened]
    read_header: Callable[[bytes, tuple[int, ...]], Iterable[Field]]
    magics: tuple[bytes, ...] = ()
    first_bytes: bytes = b""
    """What a blob of this format can begin with; empty where that is anything."""
    length_order: Literal["little", "big"] | None = None
    """The byte order of the plain length that a blob begins with, in 32 or 64 bits, where it does."""
    minimum: int = 9
    """Bytes of the shortest blob that is taken for this format unasked."""
    may_be: Callable[[bytes], bool] = field(default=anything)
    accept: Callable[[bytes, bytes], bool] = field(default=take_as_is)
    open_with: Callable[[bytes, Limits, Dictionaries], Opened] | None = None
    naming: Naming | None = None
    extension: str = "bin"
    """How the name of a file of this format ends, where there are such files."""

    def decode(self, blob: bytes, limits: Limits, dictionaries: Dictionaries) -> Opened:
        """Do what `open` does, with the dictionaries at hand where the format knows any."""
        if self.open_with is None:
            return self.open(blob, limits)
        return self.open_with(blob, limits, dictionaries)

    def may_start_with(self, first: int, fourth: int, *, small: bool) -> bool:
        """Tell whether a blob of this format, of less than SMALL bytes if `small`, can have these bytes."""
        possible = bytes(magic[0] for magic in self.magics) or self.first_bytes
        if possible and first not in possible:
            return False
        highest = {"big": first, "little": fourth, None: 0}[self.length_order]
        return not (small and highest)
