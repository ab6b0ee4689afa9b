"""The LIMIT of a SELECT."""

import re

from cqlsh_ext.keyspaces.tokens import clause, tokenize

SELECT = re.compile(r"\s*select\b", re.IGNORECASE)


def read_limit(statement: str) -> int | None:
    """Return how many rows a SELECT asks for; None for one that filters, as it reads more than it returns."""
    if not SELECT.match(statement):
        return None
    tokens = tokenize(statement)
    limit = clause(tokens, "LIMIT", until=("ALLOW",))
    if not limit or not limit[0].text.isdecimal() or clause(tokens, "ALLOW", "FILTERING") is not None:
        return None
    return int(limit[0].text) or None
