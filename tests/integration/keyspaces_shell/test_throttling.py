"""Throttled statements on Amazon Keyspaces."""

import pytest

QUORUM = "CONSISTENCY LOCAL_QUORUM; "


@pytest.fixture(scope="module")
def filled(keyspace, session):
    """Return the name of the module's keyspace, with tables."""
    session.execute("CREATE TABLE docs (id int PRIMARY KEY, body text, tags list<text>, at timeuuid)")
    session.execute("CREATE TABLE hits (id int PRIMARY KEY, n counter)")
    for number in range(250):
        session.execute("INSERT INTO docs (id, body) VALUES (%s, 'x')", [number])
    return keyspace


def run(here, keyspace, statement):
    return here.ext("-k", keyspace, "-e", QUORUM + statement)


def sent(service, text):
    """Return the connections that a statement was sent on, in order."""
    return [seen.client for seen in service.requests if seen.text.startswith(text)]


@pytest.mark.parametrize("applied", [False, True])
def test_a_write_that_can_be_repeated_is_repeated_on_its_connection(here, service, filled, session, applied):
    service.throttle.writes, service.throttle.applied = 4, applied
    done = run(here, filled, "INSERT INTO docs (id, body) VALUES (1000, 'throttled')")
    assert (done.code, done.stderr.splitlines()) == (0, [])
    clients = sent(service, "INSERT")
    assert len(clients) == 5
    assert all(client is clients[0] for client in clients)
    assert session.execute("SELECT body FROM docs WHERE id = 1000").one().body == "throttled"


def test_reads_are_repeated_page_by_page(here, service, filled):
    service.throttle.reads = 2
    done = run(here, filled, "SELECT id FROM docs")
    assert (done.code, done.stderr.splitlines()) == (0, [])
    service.throttle.read_rate = 1
    again = run(here, filled, "PAGING 100; SELECT id FROM docs")
    service.throttle.read_rate = None
    assert (again.code, again.stderr.splitlines()) == (0, [])
    assert again.stdout.count(b"\n") == done.stdout.count(b"\n") + 1
    assert service.throttle.refused > 3


def test_repeats_end_and_the_error_says_throttled(here, service, filled):
    service.throttle.writes = 1000
    done = run(here, filled, "INSERT INTO docs (id, body) VALUES (1001, 'never')")
    assert done.code == 2
    first, second = done.stderr.decode().splitlines()
    assert "WriteTimeout: " in first
    assert "'received_responses': 0" in first
    assert second.startswith("Throttled, 9 times in a row: it may have been written all the same, and can be run again")
    assert len(sent(service, "INSERT")) == 9
    assert "NoHostAvailable" not in first


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE hits SET n = n + 1 WHERE id = 1", "it adds to what is stored"),
        ("UPDATE docs SET tags = tags + ['a'] WHERE id = 1", "it adds to what is stored"),
        ("INSERT INTO docs (id) VALUES (1) IF NOT EXISTS", "it has a condition (IF)"),
        ("INSERT INTO docs (id, at) VALUES (1, now())", "now() gives something else each time"),
    ],
)
@pytest.mark.parametrize("write_type", ["SIMPLE", "COUNTER", "CAS", "BATCH_LOG"])
def test_a_write_that_cannot_is_sent_once(here, service, filled, statement, why, write_type):
    service.throttle.writes, service.throttle.write_type = 1, write_type
    done = run(here, filled, statement)
    assert done.code == 2
    message = (
        f"\nThrottled: it may have been written all the same, and was not sent again, as {why}: look before you do. "
    )
    assert message in done.stderr.decode()
    assert len(sent(service, statement.partition(" ")[0])) == 1


def test_a_read_that_stays_throttled(here, service, filled):
    service.throttle.reads = 1000
    done = run(here, filled, "SELECT * FROM docs WHERE id = 1")
    assert done.code == 2
    assert b"ReadTimeout: " in done.stderr
    assert b"\nThrottled, 9 times in a row: Amazon Keyspaces throttles above" in done.stderr


def test_stock_tells_nothing_of_throttling(here, service, filled):
    service.throttle.writes = 1
    done = here.stock("-k", filled, "-e", QUORUM + "INSERT INTO docs (id, body) VALUES (1, 'x')")
    assert b"Operation timed out - received only 0 responses." in done.stderr
    assert b"hrottle" not in done.stderr


def test_a_repeat_is_shown_on_a_terminal(here, service, filled):
    service.throttle.writes = 6
    with here.terminal("cqlsh-ext", "-k", filled) as terminal:
        terminal.until("> ")
        terminal.type("CONSISTENCY LOCAL_QUORUM;\n", "LOCAL_QUORUM.")
        terminal.type("INSERT INTO docs (id, body) VALUES (1, 'x');\n", "throttled, to be sent again (4 of 8)")
        terminal.until(f"cqlsh:{filled}> ")
        assert not any("throttled" in line for line in terminal.shown()[0])


def test_an_interrupt_ends_the_repeats(here, service, filled):
    service.throttle.writes = 1000
    with here.terminal("cqlsh-ext", "-k", filled) as terminal:
        terminal.until("> ")
        terminal.type("CONSISTENCY LOCAL_QUORUM;\n", "LOCAL_QUORUM.")
        terminal.type("INSERT INTO docs (id, body) VALUES (1, 'x');\n", "throttled, to be sent again")
        terminal.type("\x03", f"cqlsh:{filled}> ")


def test_inspect_reads_patiently(here, service, filled):
    service.throttle.reads = 3
    done = run(here, filled, "INSPECT SELECT * FROM docs LIMIT 1")
    assert (done.code, done.stderr.splitlines()) == (0, [b"no blob in the result"])
