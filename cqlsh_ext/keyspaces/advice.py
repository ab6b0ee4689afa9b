"""What to do about an error of Amazon Keyspaces: a second line below what the service says."""

import re
from itertools import chain
from typing import NamedTuple

from cqlsh_ext.keyspaces.tokens import walk

ROW_TOO_LARGE = re.compile(r"exceed the maximum allowed size")
"""Told apart as what to do depends on the statement; see `row_advice`."""


class Advice(NamedTuple):
    """What to do where an error, or a statement, reads so."""

    pattern: re.Pattern[str]
    text: str


def _advice(pattern: str, text: str) -> Advice:
    return Advice(re.compile(pattern, re.IGNORECASE), text)


BY_ERROR = (
    _advice(r"Consistency level (?:LOCAL_)?SERIAL is not supported", "use SERIAL CONSISTENCY LOCAL_SERIAL, or for a"
            " SELECT CONSISTENCY LOCAL_QUORUM"),
    _advice(r"Consistency level \w+ is not supported", "writes need LOCAL_QUORUM, reads LOCAL_QUORUM, LOCAL_ONE or ONE:"
            " use CONSISTENCY LOCAL_QUORUM"),
    _advice(r"unconfigured (?:keyspace|table)|(?:keyspace|table) \S+ does not exist", "if the name is right, it was"
            " created just now and is still on its way: DESCRIBE TABLE tells the status, and cqlsh-ext waits for it"
            " after CREATE unless told otherwise"),
    _advice(r"is being deleted", "what was dropped goes some time later: try again in a moment"),
    _advice(r"Range delete requests are limited", "one DELETE may take 1,000 rows: delete by narrower ranges of the"
            " clustering columns, or by the full key"),
    _advice(r"Batches with more than \d+ statements|Only UNLOGGED Batches|batch\b.*(?:too large|limit|exceed)",
            "an unlogged batch may have 30 statements, a logged one 100 (50 with static columns) and 4 MB, and neither"
            " counters: split it"),
    _advice(r"\bTTL is not yet supported", "turn it on first, for good: ALTER TABLE ... WITH custom_properties ="
            " {'ttl': {'status': 'enabled'}}"),
    _advice(r"\b(?:TIMESTAMP|WRITETIME) is not yet supported", "turn client-side timestamps on first, for good: ALTER"
            " TABLE ... WITH custom_properties = {'client_side_timestamps': {'status': 'enabled'}}"),
    _advice(r"\b(?:count|countRows|min|max|sum|avg) is not yet supported", "there are no aggregates: SELECT the key and"
            " read the number of rows below the result, or aggregate what COPY ... TO writes"),
    _advice(r"subquer", "IN may come to 100 subqueries, the product of all its lists: ask in several statements"),
    _advice(r"partition key exceeds|clustering column exceeds", "a partition key may have 2,048 bytes, a clustering"
            " column 850: use a hash of it as the key, and keep it in a column"),
    _advice(r"number of columns exceeds", "one statement may write 225 columns, 166 with a TTL: split it"),
    _advice(r"has no permissions|not authorized", "the IAM policy of this user does not allow it: it takes"
            " cassandra:Select for reads, also of the system tables, and cassandra:Modify for writes"),
    _advice(r"duration", "there is no duration: store seconds in a bigint, or ISO 8601 in a text"),
    _advice(r"replication", "use replication = {'class': 'SingleRegionStrategy'}"),
)  # fmt: skip
"""By what the service says; the first that fits."""

BY_STATEMENT = (
    _advice(r"TRUNCATE\b", "there is no TRUNCATE: DROP the table and run what DESCRIBE TABLE prints, or DELETE by"
            " partition"),
    _advice(r"(?:CREATE|DROP) (?:CUSTOM )?INDEX\b", "there are no secondary indexes: write a second table that has the"
            " column as its key"),
    _advice(r"(?:CREATE|ALTER|DROP) MATERIALIZED\b", "there are no materialized views: write to a second table as well,"
            " in one logged batch"),
    _advice(r"(?:CREATE|DROP) (?:OR REPLACE )?(?:FUNCTION|AGGREGATE|TRIGGER)\b", "the service runs no code: compute in"
            " the application"),
    _advice(r"(?:CREATE|ALTER|DROP) (?:ROLE|USER)\b|GRANT\b|REVOKE\b|LIST\b", "users and what they may do are a matter"
            " of AWS IAM"),
    _advice(r"ALTER TYPE\b", "types cannot be changed: create another, and a column of it"),
    _advice(r"ALTER TABLE\b.* (?:DROP|RENAME)\b", "columns can be added, not dropped or renamed: leave it, or COPY"
            " what is to stay into a new table"),
    _advice(r"ALTER TABLE\b.* CUSTOM_PROPERTIES\b", "one statement changes one custom property"),
    _advice(r"SELECT DISTINCT\b", "there is no DISTINCT: SELECT the partition key, and drop what repeats"),
    _advice(r"SELECT\b.* (?:GROUP BY|PER PARTITION)\b", "there is no GROUP BY and no PER PARTITION LIMIT: do it"
            " with what is read"),
    _advice(r"(?:UPDATE|DELETE)\b.* IN\b", "UPDATE and DELETE take one key each: write one statement for each key"),
)  # fmt: skip
"""By the keywords of a statement that was refused, whatever the service says; the first that fits."""


def advise(error: str, statement: str) -> str | None:
    """Return what to do about an error, given the statement that it answers; None where that is not known."""
    words = " ".join(filter(None, (token.keyword for token in walk(statement))))
    texts = chain(
        (advice.text for advice in BY_ERROR if advice.pattern.search(error)),
        (advice.text for advice in BY_STATEMENT if advice.pattern.match(words)),
    )
    return next(texts, None)
