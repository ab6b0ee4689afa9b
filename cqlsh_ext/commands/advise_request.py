"""ADVISE as typed: a table, or one of its columns, and what is wanted of it."""

import re
from typing import NamedTuple

from cqlsh_ext.commands.ratio_request import DEFAULT_SAMPLE, NAME, count_of
from cqlsh_ext.errors import UsageError

MISUSE = (
    "ADVISE takes a table and a column in brackets, then SAMPLE n, FOR size, speed or balance, TO 'file.svg',"
    " SAVE DICTIONARY 'file' and AS JSON, in this order; without a column, SAMPLE and AS JSON"
)
LITERAL = r"'(?:[^']|'')*'"
STATEMENT = re.compile(
    rf"""ADVISE\s+(?:(?P<keyspace>{NAME})\s*\.\s*)?(?P<table>{NAME})
    (?:\s*\(\s*(?P<column>{NAME})\s*\))?
    (?:\s*\bSAMPLE\s+(?P<sample>\d+))?
    (?:\s*\bFOR\s+(?P<goal>SIZE|SPEED|BALANCE))?
    (?:\s*\bTO\s*(?P<plot>{LITERAL}))?
    (?:\s*\bSAVE\s+DICTIONARY\s*(?P<dictionary>{LITERAL}))?
    (?P<json>\s*\bAS\s+JSON)?\s*;?\s*\Z""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)


class Request(NamedTuple):
    """What is asked for; names and literals as typed."""

    keyspace: str | None
    table: str
    column: str | None
    """None for advice on the table's own compression."""
    sample: int
    is_sample_asked: bool
    goal: str
    plot: str | None
    """The file to draw the plot to."""
    dictionary: str | None
    """The file to save the dictionary to."""
    as_json: bool


def parse(text: str) -> Request:
    """Read a statement; raises UsageError."""
    match = STATEMENT.match(text)
    if not match:
        raise UsageError(MISUSE)
    if match["column"] is None and (match["goal"] or match["plot"] or match["dictionary"]):
        raise UsageError("FOR, TO and SAVE DICTIONARY are about a column: write it in brackets behind the table")
    return Request(
        match["keyspace"],
        match["table"],
        match["column"],
        count_of(match["sample"]) or DEFAULT_SAMPLE,
        match["sample"] is not None,
        (match["goal"] or "balance").lower(),
        match["plot"],
        match["dictionary"],
        match["json"] is not None,
    )
