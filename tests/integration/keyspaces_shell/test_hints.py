"""The second line of errors on Amazon Keyspaces."""

import pytest

from cqlsh_ext.keyspaces.row_size import Column, Role, Table, measure
from cqlsh_ext.keyspaces.writes import find_writes

QUORUM = "CONSISTENCY LOCAL_QUORUM; "
COLUMNS = {
    "id": ("text", Role.PARTITION),
    "at": ("timestamp", Role.CLUSTERING),
    "n": ("bigint", Role.CLUSTERING),
    "owner": ("text", Role.STATIC),
    "body": ("text", Role.REGULAR),
    "data": ("blob", Role.REGULAR),
    "tags": ("set<text>", Role.REGULAR),
    "notes": ("frozen<list<text>>", Role.REGULAR),
    "counts": ("map<int, text>", Role.REGULAR),
    "ok": ("boolean", Role.REGULAR),
    "price": ("decimal", Role.REGULAR),
}
TABLE = Table({name: Column(kind, role) for name, (kind, role) in COLUMNS.items()})
KEY = "id, at, n"
KEY_VALUES = "'key', '2026-01-01', 12345"
ROWS = {
    "text": f"INSERT INTO docs ({KEY}, body) VALUES ({KEY_VALUES}, '{'é' * 300}')",
    "blob": f"INSERT INTO docs ({KEY}, data, ok) VALUES ({KEY_VALUES}, 0x{'ab' * 500}, true)",
    "set": f"INSERT INTO docs ({KEY}, body, tags) VALUES ({KEY_VALUES}, '{'x' * 400}', {{'a', 'bc', 'def'}})",
    "map": f"INSERT INTO docs ({KEY}, body, counts) VALUES ({KEY_VALUES}, '{'x' * 400}', {{1: 'a', 23: 'bc'}})",
    "null": f"INSERT INTO docs ({KEY}, body, price) VALUES ({KEY_VALUES}, '{'x' * 400}', null)",
    "update": f"UPDATE docs SET body = '{'x' * 400}', ok = false WHERE id = 'key' AND at = '2026-01-01' AND n = 100",
    "json": f"""INSERT INTO docs JSON '{{"id": "key", "at": "2026-01-01", "n": 5, "body": "{"x" * 500}"}}'
        DEFAULT UNSET""",
}


@pytest.fixture(scope="module")
def table(keyspace, session):
    """Return the name of the module's keyspace, with a table."""
    columns = ", ".join(f"{name} {kind}{' static' * (role is Role.STATIC)}" for name, (kind, role) in COLUMNS.items())
    session.execute(f"CREATE TABLE docs ({columns}, PRIMARY KEY (id, at, n))")
    session.execute("CREATE TABLE plain (id int PRIMARY KEY)")
    return keyspace


def hint(here, keyspace, statement):
    done = here.ext("-k", keyspace, "-e", QUORUM + statement)
    assert done.code == 2
    error, second = done.stderr.decode().splitlines()
    assert "Error from server: code=" in error or "SyntaxException: " in error
    return second


@pytest.mark.parametrize("name", ROWS)
def test_the_size_of_a_row_is_the_one_that_the_service_counts(here, service, table, name):
    statement = ROWS[name].replace("'key'", f"'{name}'").replace('"key"', f'"{name}"')
    (write,) = find_writes(statement)
    total = measure(write, TABLE).total
    service.settings.row_bytes = total
    assert here.ext("-k", table, "-e", QUORUM + statement).code == 0
    service.settings.row_bytes = total - 1
    assert f" {total:,} bytes of the 1 MB that it may" in hint(here, table, statement)


def test_features_of_the_table_count(here, service, table):
    service.settings.row_bytes = 300
    plain = hint(here, table, ROWS["text"])
    service.catalog.properties[table, "docs"] = {"ttl": {"status": "enabled"}}
    assert f"{int(plain.split()[4]) + 16} bytes" in hint(here, table, ROWS["text"])


def test_an_oversized_row_names_the_column_to_compress(here, table):
    statement = f"INSERT INTO docs ({KEY}, body) VALUES ({KEY_VALUES}, '{'all work ' * 120_000}')"
    done = here.ext("-k", table, stdin=f"{QUORUM}{statement};".encode())
    assert b"1,080,001 of them body: compress body before it is written; zlib makes about" in done.stderr


@pytest.mark.parametrize(
    ("statement", "advice"),
    [
        ("CONSISTENCY QUORUM; SELECT * FROM docs", "Hint: writes need LOCAL_QUORUM"),
        ("TRUNCATE docs", "Hint: there is no TRUNCATE"),
        ("SELECT count(*) FROM docs", "Hint: there are no aggregates"),
        ("CREATE INDEX ON docs (body)", "Hint: there are no secondary indexes"),
        ("SELECT * FROM nothing", "Hint: if the name is right"),
        ("SELECT DISTINCT id FROM docs", "Hint: there is no DISTINCT"),
        ("DELETE FROM docs WHERE id IN ('a', 'b')", "Hint: UPDATE and DELETE take one key each"),
        ("INSERT INTO plain (id) VALUES (1) USING TTL 5", "Hint: turn it on first"),
        ("CREATE ROLE r", "Hint: users and what they may do are a matter of AWS IAM"),
        ("ALTER TABLE docs DROP body", "Hint: columns can be added"),
        (
            "BEGIN UNLOGGED BATCH " + "INSERT INTO plain (id) VALUES (1); " * 31 + "APPLY BATCH",
            "Hint: an unlogged batch",
        ),
    ],
)
def test_errors_say_what_to_do(here, table, statement, advice):
    assert hint(here, table, statement).startswith(advice)


def test_a_range_delete_over_the_limit(here, table, session):
    insert = session.prepare(f"INSERT INTO {table}.docs (id, at, n) VALUES ('many', '2026-01-01', ?)")
    for number in range(1001):
        session.execute_async(insert, [number])
    session.execute(f"SELECT * FROM {table}.docs WHERE id = 'many'")
    assert hint(here, table, "DELETE FROM docs WHERE id = 'many'").startswith("Hint: one DELETE may take 1,000 rows")


def test_an_error_of_the_users_has_no_second_line(here, table):
    done = here.ext("-k", table, "-e", QUORUM + "SELECT nothing FROM docs")
    assert len(done.stderr.splitlines()) == 1


def test_cassandra_gets_no_hints(ext, table):
    done = ext("-k", table, "-e", "SELECT * FROM nothing; SELECT DISTINCT nothing FROM docs")
    assert b"Hint" not in done.stderr
