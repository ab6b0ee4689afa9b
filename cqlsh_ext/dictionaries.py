"""Dictionaries: bytes that a compressor was given beforehand, without which what it wrote does not open."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from cqlsh_ext.errors import UsageError

ZSTD_MAGIC = b"\x37\xa4\x30\xec"
"""What a formatted Zstandard dictionary begins with (RFC 8878, 5); its id follows in 32 bits LE."""
ZSTD_ID_END = 8
LARGEST_ID = 0xFFFFFFFF
LARGEST = 16 * 1024 * 1024
"""Bytes that one dictionary may have."""
LARGEST_TOGETHER = 64 * 1024 * 1024
"""Bytes that all dictionaries at hand may have together."""
MOST = 1000
"""Dictionaries that may be at hand."""


class Naming(str, Enum):
    """Who names dictionaries, each by numbers of its own."""

    ZSTD = "zstd"
    ZLIB = "zlib"
    LZ4 = "LZ4"


@dataclass(frozen=True, eq=False)
class Dictionary:
    """One dictionary; raises UsageError for bytes that can be none.

    Bytes without the magic of a Zstandard dictionary are raw content, which no Zstandard frame names.
    """

    data: bytes
    source: str
    """Where it was read: a path or a table."""
    lz4_id: int | None = None
    """The number by which LZ4 frames name it: it is not in the bytes."""

    def __post_init__(self) -> None:
        """Refuse what is empty, cut or too large."""
        if not self.data:
            raise UsageError(f"{self.source} is no dictionary: it is empty")
        if len(self.data) > LARGEST:
            raise UsageError(f"{self.source} is larger than a dictionary may be: more than {LARGEST:,} bytes")
        if self.is_formatted and len(self.data) <= ZSTD_ID_END:
            raise UsageError(f"{self.source} is no dictionary: it ends after {len(self.data)} bytes of its header")
        if self.lz4_id is not None and not 0 < self.lz4_id <= LARGEST_ID:
            raise UsageError(f"{self.lz4_id} is no dictionary id: one is from 1 to {LARGEST_ID:,}")

    @property
    def is_formatted(self) -> bool:
        """Whether it is a Zstandard dictionary with entropy tables and an id."""
        return self.data.startswith(ZSTD_MAGIC)

    @cached_property
    def zstd_id(self) -> int | None:
        """The number by which Zstandard frames name it; None where they do not."""
        return int.from_bytes(self.data[len(ZSTD_MAGIC) : ZSTD_ID_END], "little") or None if self.is_formatted else None

    @cached_property
    def adler32(self) -> int:
        """The checksum by which zlib streams name it."""
        from zlib import adler32  # noqa: PLC0415 - the shell starts without any codec

        return adler32(self.data)

    @property
    def names(self) -> Iterator[tuple[Naming, int]]:
        """What compressed values call it."""
        if self.zstd_id:
            yield Naming.ZSTD, self.zstd_id
        yield Naming.ZLIB, self.adler32
        if self.lz4_id:
            yield Naming.LZ4, self.lz4_id

    @property
    def id(self) -> str:
        """The number that tells it from others, as reports write it."""
        own = f"{self.zstd_id:,}" if self.zstd_id else f"0x{self.adler32:08x}"
        return f"{own}, LZ4 {self.lz4_id:,}" if self.lz4_id else own

    @property
    def origin(self) -> str:
        """Where it was read, and its size, as reports write it."""
        return f"{self.source} ({len(self.data):,} bytes)"

    @property
    def kind(self) -> str:
        """What it is, in words."""
        return "zstd" if self.is_formatted else "raw content"


class Dictionaries:
    """The dictionaries at hand, by what compressed values call them, and maybe the own one of a column.

    The own one is tried on values that name none. One that is added takes the place of those that share a name
    with it.
    """

    def __init__(self, dictionaries: Iterable[Dictionary] = ()) -> None:
        self._by_name: dict[tuple[Naming, int], Dictionary] = {}
        self.own: Dictionary | None = None
        self.add(dictionaries)

    def __len__(self) -> int:
        return len(set(self._by_name.values()))

    def __bool__(self) -> bool:
        return bool(self._by_name) or self.own is not None

    def __iter__(self) -> Iterator[Dictionary]:
        return iter(dict.fromkeys(self._by_name.values()))

    @property
    def room(self) -> int:
        """Bytes that may still be added."""
        return LARGEST_TOGETHER - sum(len(each.data) for each in self)

    def add(self, dictionaries: Iterable[Dictionary]) -> None:
        """Add all of `dictionaries`, or none where they would pass a bound, which raises UsageError."""
        by_name = self._by_name
        for each in dictionaries:
            names = dict.fromkeys(each.names, each)
            replaced = {by_name[name] for name in names if name in by_name}
            by_name = {name: other for name, other in by_name.items() if other not in replaced} | names
        together = set(by_name.values())
        if len(together) > MOST:
            raise UsageError(f"there may be {MOST:,} dictionaries: these are too many")
        if sum(len(each.data) for each in together) > LARGEST_TOGETHER:
            raise UsageError(f"dictionaries may have {LARGEST_TOGETHER:,} bytes together: these are too many")
        self._by_name = by_name

    def with_own(self, dictionary: Dictionary) -> "Dictionaries":
        """Return the same dictionaries for the values of a column that has one of its own."""
        view = Dictionaries()
        view._by_name = self._by_name
        view.own = dictionary
        return view

    def find(self, naming: Naming, number: int | None) -> Dictionary | None:
        """Return what `naming` calls `number`, or the own dictionary of the column for a value that names none.

        zlib always names one; LZ4 names one by a number that an own dictionary need not know.
        """
        own = self.own
        if not number:
            return None if naming is Naming.ZLIB else own
        if own and ((naming, number) in own.names or (naming is Naming.LZ4 and not own.lz4_id)):
            return own
        return self._by_name.get((naming, number))
