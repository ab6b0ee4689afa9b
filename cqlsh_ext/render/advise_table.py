"""ADVISE's report on a table's compression, and its JSON."""

import json
from collections.abc import Iterator
from typing import Any

from cqlsh_ext.advise.chunks import KB, Chunking, Sizes
from cqlsh_ext.advise.table_advice import TableAdvice
from cqlsh_ext.render.hexdump import Paint
from cqlsh_ext.render.words import visible
from cqlsh_ext.render.wrap import wrap

LABEL = 12
AFTERWARDS = (
    "SSTables that are there keep their chunks until they are written anew: nodetool upgradesstables -a {}",
    "reads from disk shrink only if its read-ahead (blockdev --getra) is no longer than a chunk",
)


def table_report(advice: TableAdvice, paint: Paint) -> Iterator[str]:
    """Give the report's lines."""
    contents = advice.contents
    yield paint("title", visible(advice.place))
    options = ", ".join(f"{key} {value}" for key, value in advice.compression.items())
    yield from wrap(f"compression: {visible(options) or 'none'}", "  ")
    for label, sizes in (("partitions", contents.partitions), ("rows", contents.rows), ("cells", contents.cells)):
        yield f"  {label:<{LABEL}}mean {sizes.mean:,.0f} bytes, p95 {sizes.p95:,.0f}, in a sample"
    for label, told in advice.facts.items():
        yield from wrap(f"{label}: {told}", "  ")
    yield ""
    asked = "a counter" if contents.has_counters else "a mean row"
    yield from wrap(
        f"one read of {asked} asks for {contents.asked:,.0f} bytes, and takes by the length of chunks:", "  "
    )
    yield f"  {'':<{LABEL}}  from disk  decompressed  times asked    p95 row  ratio   offsets"
    if advice.today:
        yield _line(advice.today, contents.asked, " today")
    for each in advice.lengths:
        yield _line(each, contents.asked, " *" if each is advice.choice else "")
    yield from wrap("ratio: of the sample in such chunks; offsets: memory of a node, 8 bytes a chunk", "  ")
    yield ""
    yield paint("title", "recommendation")
    yield from wrap(advice.reason, "  ")
    for note in advice.notes:
        yield from wrap(visible(note), "  ")
    if advice.statement:
        for line in AFTERWARDS:
            yield from wrap(line.format(visible(advice.place.replace(".", " ", 1))), "  ")
        yield ""
        yield visible(advice.statement)


def _line(each: Chunking, asked: float, mark: str) -> str:
    ratio = f"{each.ratio:.2f}" if each.ratio else "?"
    return (
        f"  {f'{each.length // KB} KB{mark}':<{LABEL}}{each.from_disk:>11,.0f}{each.decompressed:>14,.0f}"
        f"{each.decompressed / asked:>13,.1f}{each.decompressed_p95:>11,.0f}{ratio:>7}{_memory(each.offsets):>10}"
    )


def _memory(count: float) -> str:
    for unit in ("B", "KB", "MB"):
        if count < KB:
            return f"{count:,.0f} {unit}"
        count /= KB
    return f"{count:,.1f} GB"


def table_json(advice: TableAdvice) -> str:
    """Write the report as one line."""
    contents = advice.contents
    return json.dumps({
        "place": advice.place,
        "compression": dict(advice.compression),
        "partition_bytes": _rounded(contents.partitions),
        "row_bytes": _rounded(contents.rows),
        "cell_bytes": _rounded(contents.cells),
        "data_bytes": round(contents.data),
        "server": dict(advice.facts),
        "counters": contents.has_counters,
        "asked_bytes": round(contents.asked, 1),
        "today": advice.today and _chunking(advice.today),
        "lengths": [_chunking(each) for each in advice.lengths],
        "reason": advice.reason,
        "notes": list(advice.notes),
        "statement": advice.statement,
    }, ensure_ascii=False)  # fmt: skip


def _rounded(sizes: Sizes) -> dict[str, float]:
    return {name: round(size, 1) for name, size in sizes._asdict().items()}


def _chunking(each: Chunking) -> dict[str, Any]:
    return {
        "chunk_kb": each.length // KB,
        "from_disk_bytes": round(each.from_disk),
        "decompressed_bytes": round(each.decompressed),
        "decompressed_p95_bytes": round(each.decompressed_p95),
        "ratio": each.ratio and round(each.ratio, 4),
        "offset_bytes": round(each.offsets),
    }
