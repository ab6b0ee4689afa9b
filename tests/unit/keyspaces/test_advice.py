"""What to do about each error."""

import pytest

from cqlsh_ext.keyspaces.advice import BY_ERROR, BY_STATEMENT, ROW_TOO_LARGE, advise

LEVELS = "is not supported for this operation. Supported consistency levels are: LOCAL_QUORUM"
ERRORS = {
    f"Consistency level ONE {LEVELS}": "use CONSISTENCY LOCAL_QUORUM",
    f"Consistency level SERIAL {LEVELS}": "SERIAL CONSISTENCY LOCAL_SERIAL",
    "unconfigured table shop.carts": "DESCRIBE TABLE tells the status",
    "unconfigured keyspace shop": "still on its way",
    "table carts does not exist": "still on its way",
    "Table shop.carts is being deleted": "try again in a moment",
    "Range delete requests are limited by the amount of items that can be deleted in a single range.": "1,000 rows",
    "Batches with more than 30 statements are not supported.": "30 statements",
    "Only UNLOGGED Batches are supported at this time.": "30 statements",
    "TTL is not yet supported.": "{'ttl': {'status': 'enabled'}}",
    "WRITETIME is not yet supported.": "{'client_side_timestamps': {'status': 'enabled'}}",
    "count is not yet supported.": "no aggregates",
    "countRows is not yet supported": "no aggregates",
    "IN with more than 100 subqueries is not supported.": "several statements",
    "The partition key exceeds the maximum of 2048 bytes": "hash",
    "The number of columns exceeds the maximum that one statement can change": "225",
    "User arn:aws:iam::111122223333:user/testuser has no permissions.": "IAM policy",
    "duration type is not supported": "ISO 8601",
    "Unable to find replication strategy class 'X'": "SingleRegionStrategy",
}
STATEMENTS = {
    "TRUNCATE shop.carts": "no TRUNCATE",
    "create index on carts (note)": "no secondary indexes",
    "CREATE CUSTOM INDEX i ON carts (note) USING 'x'": "no secondary indexes",
    "CREATE MATERIALIZED VIEW v AS SELECT * FROM t": "no materialized views",
    "CREATE OR REPLACE FUNCTION f (a int) RETURNS int": "runs no code",
    "CREATE TRIGGER t ON c USING 'x'": "runs no code",
    "CREATE ROLE r": "IAM",
    "LIST ROLES": "IAM",
    "ALTER TYPE a ADD b int": "cannot be changed",
    "ALTER TABLE t DROP note": "not dropped or renamed",
    "ALTER TABLE t WITH custom_properties = {'a': {}, 'b': {}}": "one custom property",
    "SELECT DISTINCT a FROM t": "no DISTINCT",
    "SELECT a FROM t GROUP BY a": "no GROUP BY",
    "SELECT a FROM t PER PARTITION LIMIT 1": "no GROUP BY",
    "DELETE FROM t WHERE a IN (1, 2)": "one key each",
    "UPDATE t SET b = 1 WHERE a IN (1, 2)": "one key each",
}


@pytest.mark.parametrize(("error", "advice"), ERRORS.items())
def test_by_what_the_service_says(error, advice):
    assert advice in advise(f'Error from server: code=2200 [Invalid query] message="{error}"', "SELECT 1")


@pytest.mark.parametrize(("statement", "advice"), STATEMENTS.items())
def test_by_the_statement_that_was_refused(statement, advice):
    assert advice in advise("line 1:0 no viable alternative", statement)


def test_every_advice_is_tested():
    texts = {advise(error, "") for error in ERRORS} | {advise("", statement) for statement in STATEMENTS}
    assert texts == {advice.text for advice in (*BY_ERROR, *BY_STATEMENT)}


def test_nothing_is_said_of_the_unknown():
    assert advise("Undefined column name x", "SELECT x FROM t WHERE b = 'GROUP BY'") is None


def test_a_row_too_large_is_told_apart():
    assert ROW_TOO_LARGE.search("The update would cause the row to exceed the maximum allowed size")
