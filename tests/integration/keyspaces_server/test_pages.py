"""Pages: short after a megabyte, empty where a SELECT filters, ten values of IN at a time."""

import struct

import pytest
from cassandra import ConsistencyLevel
from cassandra.query import SimpleStatement
from integration.keyspaces_server.clients import read_error

ROWS = 100
QUERY, RESULT, PAGING_STATE = 0x07, 0x08, 0x08


@pytest.fixture(scope="module", autouse=True)
def tables(session, keyspace):
    """Make the tables of these tests; behind the service, so that they are there at once."""
    session.set_keyspace(keyspace)
    session.execute("CREATE TABLE t (p int, c int, v text, PRIMARY KEY (p, c))")
    session.execute("CREATE TABLE large (p int, c int, v blob, PRIMARY KEY (p, c))")
    for number in range(ROWS):
        session.execute("INSERT INTO t (p, c, v) VALUES (%s, %s, %s)", (number % 25, number, str(number)))
    for number in range(25):
        session.execute("INSERT INTO large (p, c, v) VALUES (1, %s, %s)", (number, bytes(100_000)))


@pytest.fixture
def pages(cql):
    """Return the rows of each page of a SELECT."""

    def fetch(statement, *values, size=None):
        if isinstance(statement, str):
            statement = SimpleStatement(statement, fetch_size=size)
        result = cql.execute(statement, *values)
        found = [list(result.current_rows)]
        while result.has_more_pages:
            result.fetch_next_page()
            found.append(list(result.current_rows))
        return found

    return fetch


def lengths(pages):
    return [len(page) for page in pages]


def test_page_size(pages):
    found = pages("SELECT * FROM t", size=30)
    assert lengths(found) == [30, 30, 30, 10]
    assert len({row.c for page in found for row in page}) == ROWS


@pytest.mark.parametrize("size", [None, 5000, 24])
def test_a_page_ends_after_a_megabyte(pages, size):
    found = pages("SELECT * FROM large", size=size)
    assert lengths(found) == [9, 9, 7]
    assert [row.c for page in found for row in page] == list(range(25))


def test_a_row_always_fits(service, pages):
    service.settings.page_bytes = 10
    assert lengths(pages("SELECT * FROM large LIMIT 3")) == [1, 1, 1]


def test_limit(pages):
    assert sum(lengths(pages("SELECT * FROM large LIMIT 12"))) == 12
    assert sum(lengths(pages("SELECT * FROM t LIMIT 55", size=10))) == 55


@pytest.mark.parametrize("prepared", [False, True])
def test_filtering_gives_empty_and_short_pages(cql, pages, prepared):
    text = "SELECT c FROM t WHERE v > '5' ALLOW FILTERING"
    if prepared:
        statement = cql.prepare(text)
        statement.fetch_size = 40
    else:
        statement = SimpleStatement(text, fetch_size=40)
    found = pages(statement)
    assert lengths(found)[:2] == [0, 20]
    assert {row.c for page in found for row in page} == {number for number in range(ROWS) if str(number) > "5"}


def test_empty_pages_on_demand(service, pages):
    service.settings.leading_empty_pages = 3
    assert lengths(pages("SELECT * FROM t", size=60)) == [0, 0, 0, 60, 40]


def test_short_pages_on_demand(service, pages):
    service.settings.page_rows = 7
    assert set(lengths(pages("SELECT * FROM t", size=60))[:-1]) == {7}


def test_in_keeps_the_order_of_its_list(pages):
    values = [7, 3, 24, 0, 11, 12, 13, 14, 1, 2, 9, 99, 8]
    found = pages(f"SELECT p, c FROM t WHERE p IN ({', '.join(map(str, values))})", size=5000)
    assert len(found) == 2
    assert [row.p for page in found for row in page][::4] == [value for value in values if value != 99]


def test_in_of_variables(cql, pages):
    names = ", ".join("?" * 12)
    statement = cql.prepare(f"SELECT c FROM t WHERE p IN ({names}) AND c = ? LIMIT ?")
    values = [*reversed(range(12)), 31, 5]
    found = pages(statement, values)
    assert [row.c for page in found for row in page] == [31]


def test_in_with_a_limit(pages):
    found = pages("SELECT p FROM t WHERE p IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) LIMIT 42")
    assert lengths(found) == [40, 2]
    assert lengths(pages("SELECT p FROM t WHERE p IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) LIMIT 3")) == [3]


STATES = (b"", b"page", b"page\x00\x00\x00\xff\xff", b"list\x7f\xff\xff\xff\0\0\0\0", b"x" * 50)


@pytest.mark.parametrize("condition", ["", " WHERE p IN (1, 2)"])
@pytest.mark.parametrize("state", STATES)
def test_state_that_is_not_of_the_service(raw, keyspace, state, condition):
    connection = raw()
    connection.login()
    text = f"SELECT * FROM {keyspace}.t{condition}".encode()
    parameters = struct.pack(">HB", ConsistencyLevel.ONE, PAGING_STATE) + struct.pack(">i", len(state)) + state
    answer = connection.ask(QUERY, struct.pack(">i", len(text)) + text + parameters)
    assert read_error(answer)[0] == 0x000A
    assert connection.query("SELECT key FROM system.local")[1] == RESULT
