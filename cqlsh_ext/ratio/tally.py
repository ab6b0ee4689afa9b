"""What is counted of the values of one column, and of each chain of formats that was found in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import gt
from time import thread_time
from typing import TYPE_CHECKING, Any

from cqlsh_ext.decoding import Decoded, Status
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.ratio.clusters import Pair
from cqlsh_ext.ratio.entropy import SAMPLE_BYTES
from cqlsh_ext.ratio.sizes import Sizes

if TYPE_CHECKING:
    from cqlsh_ext.ratio.counts import Extract

Row = Sequence[Any]
Cell = bytes | Sequence[bytes] | None
"""Null, a value, or several."""
UNOPENED = frozenset({Status.DAMAGED, Status.OVER_LIMIT, Status.UNSUPPORTED})
PLACES_KEPT = 3
TIMED, TIMED_ONE_IN = 1000, 16
"""The first values are all timed, of those that follow one in so many: to ask for the time takes its own."""


@dataclass
class Tally:
    """The values of one chain, or of several together; bytes are those of values that could be opened."""

    values: float = 0
    stored: float = 0
    plain: float = 0
    grown: float = 0
    """Values that compression made larger."""
    unchecked: float = 0
    """Values of which a layer carries no checksum."""
    seconds: float = 0.0
    """Of the processor, for decoding the values that were timed."""
    timed: int = 0
    read: int = 0
    """Values that were read, each counted once."""
    stored_sizes: Sizes = field(default_factory=Sizes)
    plain_sizes: Sizes = field(default_factory=Sizes)
    clusters: dict[int, Pair] = field(default_factory=dict)
    """Stored and plain bytes of each cluster."""

    def merge(self, other: "Tally") -> None:
        """Add what another has counted."""
        self.values += other.values
        self.stored += other.stored
        self.plain += other.plain
        self.grown += other.grown
        self.unchecked += other.unchecked
        self.seconds += other.seconds
        self.timed += other.timed
        self.read += other.read
        self.stored_sizes.merge(other.stored_sizes)
        self.plain_sizes.merge(other.plain_sizes)
        for cluster, (stored, plain) in other.clusters.items():
            before = self.clusters.get(cluster, (0.0, 0.0))
            self.clusters[cluster] = before[0] + stored, before[1] + plain


@dataclass
class Chain:
    """What came of the values, and the formats that were peeled from them, outermost first."""

    status: Status
    formats: tuple[str, ...]
    tally: Tally = field(default_factory=Tally)
    stored_sizes: list[int] = field(default_factory=list)
    """Of values that were opened and are not counted yet."""
    plain_sizes: list[int] = field(default_factory=list)
    seen: Pair = (0.0, 0.0)
    """Bytes up to the end of the last cluster."""

    def __post_init__(self) -> None:
        """Find out once what is asked for each value."""
        self.is_unopened = self.status in UNOPENED
        self.is_warm = False

    def time(self, seconds: float) -> None:
        """Note what decoding a value took; the first one, for which code is loaded, counts only if it is alone."""
        if self.tally.timed == 1 and not self.is_warm:
            self.tally.seconds, self.is_warm = seconds, True
            return
        self.tally.seconds += seconds
        self.tally.timed += 1

    def count_opened(self, weight: float) -> None:
        """Count the values that were opened, each `weight` times."""
        stored, plain, tally = self.stored_sizes, self.plain_sizes, self.tally
        if not stored:
            return
        tally.values += weight * len(stored)
        tally.stored += weight * sum(stored)
        tally.plain += weight * sum(plain)
        tally.grown += weight * sum(map(gt, stored, plain))
        tally.stored_sizes.add_all(stored, weight)
        tally.plain_sizes.add_all(plain, weight)
        stored.clear()
        plain.clear()

    def close_cluster(self, number: int) -> None:
        """Note what the cluster that ends here has added."""
        now = self.tally.stored, self.tally.plain
        if now != self.seen:
            self.tally.clusters[number] = now[0] - self.seen[0], now[1] - self.seen[1]
            self.seen = now


class ColumnTally:
    """Counts the values of one column."""

    def __init__(self, name: str, kind: str, decode: Callable[[bytes], Decoded]) -> None:
        self.name = name
        self.kind = kind
        self.nulls: float = 0
        self.places: dict[Status, list[tuple[Row, int]]] = {}
        """The rows of the first values that could not be opened, and their numbers."""
        self.sample = bytearray()
        """The first bytes that are stored of compressed values."""
        self._decode = decode
        self._last: Chain | None = None
        self._seen = 0
        self.found: dict[tuple[str, ...], Chain] = {}
        """Chains by status and formats."""

    @property
    def chains(self) -> list[Chain]:
        """What was found, the most frequent first."""
        return sorted(self.found.values(), key=lambda chain: -chain.tally.values)

    def count(self, cells: Sequence[Cell], extract: "Extract") -> list[int]:
        """Count the values in the cells of some rows; return how many bytes each row gains without compression."""
        gained = []
        weight = extract.weight
        for number, cell in enumerate(cells):
            if cell is None:
                self.nulls += weight
                gained.append(0)
            elif isinstance(cell, bytes):
                gained.append(self._open(cell, extract, number))
            else:
                gained.append(sum([self._open(each, extract, number) for each in cell]))
        for chain in self.found.values():
            chain.count_opened(weight)
        return gained

    def merge(self, other: "ColumnTally") -> None:
        """Add what another has counted."""
        self.nulls += other.nulls
        for status, places in other.places.items():
            self.places[status] = [*self.places.get(status, []), *places][:PLACES_KEPT]
        self.sample += other.sample[: SAMPLE_BYTES - len(self.sample)]
        for key, chain in other.found.items():
            self.found.setdefault(key, Chain(chain.status, chain.formats)).tally.merge(chain.tally)

    def map_places(self, whole: Callable[[Row], Row]) -> None:
        """Let rows in places be whole ones again."""
        for places in self.places.values():
            places[:] = [(whole(row), number) for row, number in places]

    def _open(self, stored: bytes, extract: "Extract", number: int) -> int:
        """Open a value of a row, to be counted later; return how many bytes it gains without compression."""
        self._seen += 1
        is_timed = self._seen < TIMED or not self._seen % TIMED_ONE_IN
        start = thread_time() if is_timed else 0.0
        decoded = self._decode(stored)
        seconds = thread_time() - start if is_timed else 0.0
        chain = self._chain_of(decoded)
        tally = chain.tally
        tally.read += 1
        if is_timed:
            chain.time(seconds)
        if chain.is_unopened:
            tally.values += extract.weight
            self._keep(chain.status, extract, number)
            return 0
        plain_size, stored_size = len(decoded.plain), len(stored)
        chain.plain_sizes.append(plain_size)
        chain.stored_sizes.append(stored_size)
        if chain.formats:
            self._look_closer(tally, decoded, stored, extract.weight)
        return plain_size - stored_size

    def _chain_of(self, decoded: Decoded) -> Chain:
        layers, last = decoded.layers, self._last
        if last and len(layers) == 1 and last.formats == (layers[0].format,) and last.status is decoded.status:
            return last
        key = (decoded.status.value, *[layer.format for layer in layers])
        self._last = chain = self.found.get(key) or Chain(decoded.status, key[1:])
        self.found[key] = chain
        return chain

    def close_cluster(self, number: int) -> None:
        """End a cluster."""
        for chain in self.found.values():
            chain.close_cluster(number)

    def _look_closer(self, tally: Tally, decoded: Decoded, stored: bytes, weight: float) -> None:
        for layer in decoded.layers:
            if layer.integrity is not Integrity.CHECKSUM:
                tally.unchecked += weight
                break
        if len(self.sample) < SAMPLE_BYTES:
            self.sample += stored[: SAMPLE_BYTES - len(self.sample)]

    def _keep(self, status: Status, extract: "Extract", number: int) -> None:
        places = self.places.setdefault(status, [])
        if len(places) < PLACES_KEPT:
            places.append((extract.rows[number], extract.first + number))
