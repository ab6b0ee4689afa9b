"""What the service refuses by the look of a statement: consistency levels, statements, functions and clauses.

Of the texts, those on consistency, on `count` and on TTL were seen from the service; the others follow their pattern.
"""

from itertools import pairwise

from .errors import Invalid
from .messages import Consistency
from .statements import DDL, READ, TABLE_CLAUSE, WRITE
from .tokens import Cursor, no_alternative

LEVELS = {
    WRITE: (Consistency.LOCAL_QUORUM,),
    READ: (Consistency.ONE, Consistency.LOCAL_QUORUM, Consistency.LOCAL_ONE),
}
CHANGES = {
    *("CREATE KEYSPACE", "ALTER KEYSPACE", "DROP KEYSPACE", "CREATE TABLE", "ALTER TABLE", "DROP TABLE"),
    *("CREATE TYPE", "DROP TYPE"),
}
REFUSED = frozenset({"TRUNCATE", "GRANT", "REVOKE", "LIST"})
AGGREGATES = frozenset({"COUNT", "MIN", "MAX", "SUM", "AVG"})
SUBQUERIES = 100


def check_consistency(statement, consistency, serial, settings):
    """Refuse the levels that the service does not have; statements on the schema may have any."""
    levels = LEVELS.get(statement.treatment)
    if levels and consistency not in levels:
        supported = ", ".join(level.name for level in levels)
        raise Invalid(
            f"Consistency level {consistency.name} is not supported for this operation. "
            f"Supported consistency levels are: {supported}"
        )
    if settings.refuse_serial and serial == Consistency.SERIAL and statement.treatment == WRITE:
        raise Invalid("Consistency level SERIAL is not supported for this operation.")


def check_supported(statement):
    """Refuse the statements that the service does not have."""
    if statement.treatment == DDL:
        if statement.verb not in CHANGES:
            raise unsupported(statement.verb)
    elif statement.verb in REFUSED or statement.verb in {"CREATE", "ALTER", "DROP"}:
        raise unsupported(statement.verb)
    elif statement.verb == "RESTORE":
        raise Invalid("This stand-in for the service has no backups to restore from.")
    elif statement.treatment not in {READ, WRITE} and statement.verb != "USE":
        raise no_alternative(statement.tokens[0] if statement.tokens else None)
    for one in (statement, *statement.statements):
        check_data(one)


def unsupported(what):
    return Invalid(f"{what} is not yet supported.")


def check_data(statement):
    if statement.treatment == WRITE and statement.parts:
        statement.required(TABLE_CLAUSE[statement.verb])
    if statement.treatment == READ:
        check_select(statement)
    elif statement.verb in {"UPDATE", "DELETE"} and any(is_in(tokens) for tokens in statement.conditions()):
        raise unsupported(f"IN in {statement.verb}")


def check_select(statement):
    selected = statement.required("SELECT")
    statement.required("FROM")
    for name in called(statement):
        if name in AGGREGATES:
            raise unsupported(name.lower())
    if selected[0].keyword == "DISTINCT":
        raise unsupported("DISTINCT")
    if statement.clause("GROUP") is not None:
        raise unsupported("GROUP BY")
    if statement.clause("PER") is not None:
        raise unsupported("PER PARTITION LIMIT")
    check_in(statement.conditions())


def check_writetime(statement, features):
    """Refuse WRITETIME where client-side timestamps, the first of the features, are not on."""
    if not features[0] and "WRITETIME" in called(statement):
        raise unsupported("WRITETIME")


def called(statement):
    """Yield each function that a SELECT calls, in capitals."""
    for token, following in pairwise(statement.required("SELECT")):
        if token.keyword and following.text == "(":
            yield token.keyword


def check_in(conditions):
    """Hold IN against its limits: how many subqueries, no TOKEN, no slice beside it."""
    lists = [tokens for tokens in conditions if is_in(tokens)]
    if not lists:
        return
    if any(tokens[0].keyword == "TOKEN" for tokens in conditions):
        raise unsupported("TOKEN with IN")
    if any(token.text in {"<", ">", "<=", ">="} for tokens in conditions for token in tokens):
        raise unsupported("A slice with IN")
    count = 1
    for tokens in lists:
        count *= len(in_terms(tokens) or "1")
    if count > SUBQUERIES:
        raise Invalid(f"IN with more than {SUBQUERIES} subqueries is not supported.")


def is_in(tokens):
    """Tell whether a condition is `... IN ...`."""
    return any(token.keyword == "IN" for token in tokens[1:])


def in_terms(tokens):
    """Return the terms of `column IN (term, ...)`, each as its tokens; none for another form."""
    cursor = Cursor(tokens)
    if not tokens[0].is_name or not cursor.next() or not cursor.take("IN") or not cursor.left:
        return []
    return cursor.groups() if cursor.left[0].text == "(" else []
