"""RATIO as typed: what is read, and how much of it."""

import re
from typing import NamedTuple

from cqlsh_ext.errors import UsageError

MISUSE = (
    "RATIO takes a table, columns in brackets, WHERE, then SAMPLE n, LIMIT n or FULL, or it takes a SELECT;"
    " both may end in AS JSON"
)
DEFAULT_SAMPLE = 1_000
LARGEST_COUNT = 10_000_000
NAME = r'(?:[a-z]\w*|"(?:[^"]|"")+")'
STATEMENT = re.compile(r"RATIO\s+(.*?)(\s+AS\s+JSON)?\s*;?\s*\Z", re.IGNORECASE | re.DOTALL)
SELECT = re.compile(r"SELECT\b", re.IGNORECASE)
TABLE = re.compile(
    rf"""(?:(?P<keyspace>{NAME})\s*\.\s*)?(?P<table>{NAME})
    (?:\s*\(\s*(?P<columns>{NAME}(?:\s*,\s*{NAME})*)\s*\))?
    (?:\s*\bWHERE\b\s*(?P<where>\S.*?))??
    (?:\s+(?:(?P<word>SAMPLE|LIMIT)\s+(?P<count>\d+)|(?P<full>FULL)))?\Z""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)


class TableRequest(NamedTuple):
    """A table as typed, and the rows of it that are wanted."""

    keyspace: str | None
    table: str
    columns: tuple[str, ...]
    """As typed; empty for all that hold blobs."""
    where: str
    """What stands behind WHERE, empty where nothing does."""
    sample: int | None
    limit: int | None
    """Where neither is there, all rows are wanted."""
    is_sample_asked: bool


class SelectRequest(NamedTuple):
    """A SELECT as typed."""

    statement: str


class Request(NamedTuple):
    """What is asked for."""

    source: TableRequest | SelectRequest
    as_json: bool


def parse(text: str) -> Request:
    """Read a statement; raises UsageError."""
    match = STATEMENT.match(text)
    if not match:
        raise UsageError(MISUSE)
    if SELECT.match(match[1]):
        return Request(SelectRequest(match[1]), bool(match[2]))
    table = TABLE.match(match[1])
    if not table:
        raise UsageError(MISUSE)
    return Request(_table(table), bool(match[2]))


def _table(found: re.Match[str]) -> TableRequest:
    word, count = (found["word"] or "").upper(), count_of(found["count"])
    by_default = DEFAULT_SAMPLE if not word and not found["full"] else None
    return TableRequest(
        found["keyspace"],
        found["table"],
        tuple(re.findall(NAME, found["columns"] or "", re.IGNORECASE)),
        (found["where"] or "").strip(),
        count if word == "SAMPLE" else by_default,
        count if word == "LIMIT" else None,
        word == "SAMPLE",
    )


def count_of(text: str | None) -> int | None:
    """Read a number of rows; raises UsageError."""
    if text is None:
        return None
    if len(text) > len(str(LARGEST_COUNT)) or not 0 < int(text) <= LARGEST_COUNT:
        raise UsageError(f"the number of rows is one from 1 to {LARGEST_COUNT:,}")
    return int(text)
