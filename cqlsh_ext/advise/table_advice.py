"""All that ADVISE tells about the compression of a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cqlsh_ext.advise.chunks import (
    DEFAULT_CLASS,
    DISK_TOLERANCE,
    KB,
    LENGTHS,
    Chunking,
    Contents,
    choose,
    chunk_length,
    chunking,
    compress_like,
    compressor,
)

LEAST_RATIO = 1.1
"""What compression has to give for a table that has none."""


@dataclass(frozen=True)
class TableAdvice:
    """All that ADVISE tells about a table."""

    place: str
    compression: Mapping[str, str]
    """The options in force; empty where the table is not compressed."""
    contents: Contents
    facts: Mapping[str, str]
    """What the server tells of the table beside its data: by the name of the source."""
    lengths: Sequence[Chunking]
    today: Chunking | None
    choice: Chunking | None
    reason: str
    statement: str | None
    """The statement that changes the table; None where nothing is to change."""
    notes: Sequence[str] = field(default_factory=list)


def advise_table(
    place: str, what: str, compression: Mapping[str, str], contents: Contents, facts: Mapping[str, str]
) -> TableAdvice:
    """Reckon what chunk lengths cost, and choose one; `what` is `TABLE` and its name in CQL."""
    options = compression or {"class": DEFAULT_CLASS}
    compress = compress_like(options)
    lengths = [chunking(contents, length, compress) for length in LENGTHS]
    today = chunking(contents, chunk_length(compression), compress) if compression else None
    choice = choose(lengths, today)
    if not compression and max(each.ratio or 1 for each in lengths) < LEAST_RATIO:
        choice = None
    return TableAdvice(
        place,
        compression,
        contents,
        facts,
        lengths,
        today,
        choice,
        _reason(choice, today),
        choice and _statement(what, options, choice),
        _notes(compression, contents),
    )


def _reason(choice: Chunking | None, today: Chunking | None) -> str:
    if choice is None and today is None:
        return "leave it uncompressed: what is in it does not get a tenth smaller"
    if choice is None or choice.length == (today and today.length):
        return "leave it: no other length lets reads decompress a tenth less and takes as little disk"
    told = (
        f"chunks of {choice.length // KB} KB: the shortest that take at most {100 * (DISK_TOLERANCE - 1):.0f} %"
        " more disk than the best length"
    )
    return f"{told}; a read decompresses {today.decompressed / choice.decompressed:.1f} times less" if today else told


def _statement(what: str, options: Mapping[str, str], choice: Chunking) -> str:
    kept = {key: value for key, value in options.items() if key not in REPLACED}
    told = {"class": compressor(options), "chunk_length_in_kb": str(choice.length // KB), **kept}
    written = ", ".join(f"{_literal(key)}: {_literal(value)}" for key, value in told.items())
    return f"ALTER {what} WITH compression = {{{written}}};"


REPLACED = frozenset(("class", "sstable_compression", "chunk_length_in_kb", "chunk_length_kb", "enabled"))


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _notes(compression: Mapping[str, str], contents: Contents) -> list[str]:
    found = []
    if contents.has_counters:
        found.append(
            "counters: a read needs 8 bytes and a write reads first, so short chunks pay twice; so does a larger"
            " counter_cache_size in cassandra.yaml"
        )
    if compression and compress_like(compression) is None:
        found.append(f"{compressor(compression)} is not known here: ratios are left out")
    if len(contents.sample) < max(LENGTHS):
        found.append("the sample does not fill a chunk of 64 KB: ratios tell little")
    return found
