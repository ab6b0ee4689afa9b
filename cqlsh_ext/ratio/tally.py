"""What is counted of the values of one column, by the chain of formats that was found in each."""

from collections.abc import Callable, Sequence
from time import thread_time
from typing import TYPE_CHECKING, Any

from cqlsh_ext.decoding import Decoded, Status
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.ratio.chain import Chain, Tally
from cqlsh_ext.ratio.entropy import SAMPLE_BYTES

if TYPE_CHECKING:
    from cqlsh_ext.ratio.counts import Extract

Row = Sequence[Any]
Cell = bytes | Sequence[bytes] | None
"""Null, a value, or several."""
PLACES_KEPT = 3
TIMED, TIMED_ONE_IN = 1000, 16
"""The first values are all timed, of those that follow one in so many: to ask for the time takes its own."""


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
