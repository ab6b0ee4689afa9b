"""What is counted of the values of one column, and of each chain of formats that was found in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import gt
from time import thread_time
from typing import Any

from cqlsh_ext.decoding import Decoded, Status
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.ratio.clusters import Pair
from cqlsh_ext.ratio.entropy import SAMPLE_BYTES
from cqlsh_ext.ratio.sizes import Sizes

Row = Sequence[Any]
Place = Callable[[Row, int], str]
"""Says where a row is, of which the number is given as well."""
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

    def __init__(self, name: str, kind: str, decode: Callable[[bytes], Decoded], place: Place) -> None:
        self.name = name
        self.kind = kind
        self.nulls: float = 0
        self.places: dict[Status, list[str]] = {}
        """Where the first values are that could not be opened."""
        self.sample = bytearray()
        """The first bytes that are stored of compressed values."""
        self._decode = decode
        self._last: Chain | None = None
        self._place = place
        self._seen = 0
        self._chains: dict[tuple[str, ...], Chain] = {}

    @property
    def chains(self) -> list[Chain]:
        """What was found, the most frequent first."""
        return sorted(self._chains.values(), key=lambda chain: -chain.tally.values)

    def open(self, stored: bytes, weight: float, row: Row, number: int) -> int:
        """Open a value, to be counted by `count_opened`; return how many bytes it gains without compression."""
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
            tally.values += weight
            self._keep(chain.status, row, number)
            return 0
        plain_size, stored_size = len(decoded.plain), len(stored)
        chain.plain_sizes.append(plain_size)
        chain.stored_sizes.append(stored_size)
        if chain.formats:
            self._look_closer(tally, decoded, stored, weight)
        return plain_size - stored_size

    def count_opened(self, weight: float) -> None:
        """Count the values that were opened, each `weight` times."""
        for chain in self._chains.values():
            chain.count_opened(weight)

    def _chain_of(self, decoded: Decoded) -> Chain:
        layers, last = decoded.layers, self._last
        if last and len(layers) == 1 and last.formats == (layers[0].format,) and last.status is decoded.status:
            return last
        key = (decoded.status.value, *[layer.format for layer in layers])
        self._last = chain = self._chains.setdefault(key, Chain(decoded.status, key[1:]))
        return chain

    def close_cluster(self, number: int) -> None:
        """End a cluster."""
        for chain in self._chains.values():
            chain.close_cluster(number)

    def _look_closer(self, tally: Tally, decoded: Decoded, stored: bytes, weight: float) -> None:
        for layer in decoded.layers:
            if layer.integrity is not Integrity.CHECKSUM:
                tally.unchecked += weight
                break
        if len(self.sample) < SAMPLE_BYTES:
            self.sample += stored[: SAMPLE_BYTES - len(self.sample)]

    def _keep(self, status: Status, row: Row, number: int) -> None:
        places = self.places.setdefault(status, [])
        if len(places) < PLACES_KEPT:
            places.append(self._place(row, number))
