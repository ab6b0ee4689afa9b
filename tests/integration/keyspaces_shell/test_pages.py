"""Pages of results on Amazon Keyspaces: counted by what is read, short, and sometimes empty."""

import pytest

QUORUM = "CONSISTENCY LOCAL_QUORUM; "
ROWS = 100


@pytest.fixture(scope="module")
def filled(keyspace, session):
    """Return the name of the module's keyspace, with a table of as many rows as a page has."""
    session.execute("CREATE TABLE docs (id int PRIMARY KEY, even boolean, data blob)")
    for number in range(ROWS):
        session.execute("INSERT INTO docs (id, even) VALUES (%s, %s)", [number, number % 2 == 0])
    session.execute("CREATE TABLE large (id int PRIMARY KEY, data blob)")
    for number in range(6):
        session.execute("INSERT INTO large (id, data) VALUES (%s, %s)", [number, bytes(400_000)])
    session.execute("CREATE TABLE empty (id int PRIMARY KEY, even boolean)")
    return keyspace


def asked(service):
    """Return the page sizes that were asked for, of SELECTs on the tables of the keyspace."""
    return [seen.page_size for seen in service.requests if "FROM docs" in seen.text or "FROM large" in seen.text]


def select(here, keyspace, statement):
    done = here.ext("-k", keyspace, "-e", QUORUM + statement)
    assert (done.code, done.stderr) == (0, b"")
    return done.stdout.decode()


def read_on(terminal, statement, prompt):
    """Type a statement and a key at each ---MORE---; return how often that was."""
    keys, seen = statement, terminal.type(statement, "---MORE---", prompt)
    count = 0
    while seen.endswith(b"---MORE---"):
        count += 1
        keys = "\n"
        seen = terminal.type(keys, "---MORE---", prompt)
    return count


@pytest.mark.parametrize("empty", [0, 1, 5])
def test_a_result_is_the_same_whatever_its_pages(empty, filled, here, service, stock):
    service.settings.empty_pages = service.settings.leading_empty_pages = empty
    service.settings.page_rows = 7
    for statement in ("SELECT * FROM docs", "SELECT * FROM docs WHERE even = true ALLOW FILTERING"):
        expected = stock("-k", filled, "-e", QUORUM + statement).stdout.decode()
        assert select(here, filled, statement) == expected


def test_an_empty_result_is_one_table(filled, here, service):
    service.settings.leading_empty_pages = 3
    printed = select(here, filled, "SELECT * FROM empty WHERE even = true ALLOW FILTERING")
    assert printed.count("even") == 1
    assert printed.endswith("(0 rows)\n")


def test_nobody_is_asked_for_more_where_nothing_is(filled, here, service):
    service.settings.empty_pages = service.settings.leading_empty_pages = 3
    with here.terminal("cqlsh-ext", "--pager", "off", "-k", filled) as terminal:
        prompt = f"cqlsh:{filled}> "
        terminal.until(prompt)
        terminal.type("CONSISTENCY LOCAL_QUORUM;\n", prompt)
        assert read_on(terminal, "SELECT id FROM docs;\n", prompt) == 0
        assert read_on(terminal, "SELECT id FROM docs WHERE even = true ALLOW FILTERING;\n", prompt) == 0
        terminal.type("PAGING 40;\n", prompt)
        assert read_on(terminal, "SELECT id FROM docs;\n", prompt) == 2
        lines = terminal.shown()[0]
        assert lines.count("(100 rows)") == 2
        assert lines.count(" id") == 1 + 1 + 3


def test_stock_asks_for_more_of_nothing(filled, here, service):
    service.settings.leading_empty_pages = 3
    with here.terminal("cqlsh", "-k", filled) as terminal:
        prompt = f"cqlsh:{filled}> "
        terminal.until(prompt)
        terminal.type("CONSISTENCY LOCAL_QUORUM;\n", prompt)
        assert read_on(terminal, "SELECT id FROM docs;\n", prompt) > 0


def test_a_limit_bounds_what_is_read(filled, here, service):
    for statement in ("SELECT * FROM docs LIMIT 3", "PAGING OFF; SELECT * FROM docs LIMIT 3"):
        assert "(3 rows)" in select(here, filled, statement)
    assert asked(service) == [3, 3]


def test_a_limit_that_filters_reads_whole_pages(filled, here, service):
    service.settings.page_rows = 10
    assert "(3 rows)" in select(here, filled, "SELECT * FROM docs WHERE even = true LIMIT 3 ALLOW FILTERING")
    assert set(asked(service)) == {100}


def test_a_limit_over_several_pages(filled, here, service):
    service.settings.page_rows = 10
    printed = select(here, filled, "SELECT id FROM docs LIMIT 25")
    assert "(25 rows)" in printed
    assert len({line for line in printed.splitlines() if line.strip().isdecimal()}) == 25


def test_large_rows_come_in_short_pages(filled, here):
    assert "(6 rows)" in select(here, filled, "SELECT * FROM large")
    assert "(5 rows)" in select(here, filled, "SELECT * FROM large LIMIT 5")


def test_a_person_pays_for_the_pages_that_are_shown_and_one_more(filled, here, service):
    with here.terminal("cqlsh-ext", "--pager", "off", "-k", filled) as terminal:
        prompt = f"cqlsh:{filled}> "
        terminal.until(prompt)
        terminal.type("CONSISTENCY LOCAL_QUORUM; PAGING 10;\n", prompt)
        terminal.type("SELECT id FROM docs;\n", "---MORE---")
        terminal.type("\x03", prompt)
    assert asked(service) == [10, 10]
