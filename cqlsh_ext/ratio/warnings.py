"""What is worth a warning in the figures of a column."""

from collections.abc import Iterator, Mapping

from cqlsh_ext.decoding import Status
from cqlsh_ext.ratio.entropy import COMPRESSED_BITS
from cqlsh_ext.ratio.figures import ColumnFigures

SEPARATOR = " > "


def warnings(column: ColumnFigures, compression: Mapping[str, str]) -> Iterator[str]:
    """Give the warnings about one column of a table with these compression options, none where they do not matter."""
    whole = column.figures
    if whole.grown:
        yield f"{column.name}: {_values(whole.grown)} larger compressed than plain"
    chains = [chain for chain in column.chains if chain.status is Status.DECODED]
    if chains and compression and column.entropy is not None:
        twice = f"{column.name}: compressed by the application and by the table ({_compressor(compression)})"
        yield f"{twice}; {_told(column.entropy)}"
    unchecked = [
        f"{SEPARATOR.join(chain.formats)} {chain.figures.unchecked:,.0f}" for chain in chains if chain.figures.unchecked
    ]
    if unchecked:
        yield f"{column.name}: values without a checksum, in which damage may not show: {', '.join(unchecked)}"
    if len(chains) > 1:
        formats = ", ".join(SEPARATOR.join(chain.formats) for chain in chains)
        yield f"{column.name}: holds {len(chains)} formats: {formats}"


def _values(count: float) -> str:
    return "1 value is" if round(count) == 1 else f"{round(count):,} values are"


def _compressor(compression: Mapping[str, str]) -> str:
    return compression.get("class", compression.get("sstable_compression", "")).rpartition(".")[2]


def _told(entropy: float) -> str:
    verdict = "little is left to gain" if entropy >= COMPRESSED_BITS else "the table may still gain"
    return f"stored bytes have {entropy:.1f} bits of entropy of 8, so {verdict}"
