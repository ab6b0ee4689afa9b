"""The LIMIT of a SELECT, as typed."""

import re

UNREAD = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\$.*?\$\$|--[^\n]*|//[^\n]*|/\*.*?\*/""", re.DOTALL)
"""What may say LIMIT without limiting anything: texts, quoted names and comments."""
PARTITION_LIMIT = re.compile(r"\bPER\s+PARTITION\s+LIMIT\b", re.IGNORECASE)
LIMIT = re.compile(r"\bLIMIT\b\s*(\d*)", re.IGNORECASE)


def limit_of(select: str) -> int | None:
    """Return the rows that a SELECT may give, 0 where that is not written in digits; None without a LIMIT."""
    found = LIMIT.search(PARTITION_LIMIT.sub(" ", UNREAD.sub(" ", select)))
    return int(found[1] or 0) if found else None
