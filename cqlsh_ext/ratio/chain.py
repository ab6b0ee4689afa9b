"""The figures of one chain of formats, or of several together."""

from dataclasses import dataclass, field
from operator import gt

from cqlsh_ext.decoding import Status
from cqlsh_ext.ratio.clusters import Pair
from cqlsh_ext.ratio.sizes import Sizes

UNOPENED = frozenset({Status.DAMAGED, Status.OVER_LIMIT, Status.UNSUPPORTED})


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
