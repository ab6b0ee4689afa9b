"""Writes in flight together leave what they leave one after the other, and errors name the same lines."""

import random

import pytest

AWKWARD = """\
INSERT INTO events (id, n) VALUES (1, 1); INSERT INTO events (id, n) VALUES (1, 2);
INSERT INTO events (id, n) VALUES (2, 'wrong');
INSERT INTO nowhere (id) VALUES (2);
UPDATE events SET n = 5
WHERE id = 3;
DELETE FROM events WHERE id = 1; INSERT INTO events (id, n) VALUES (4);
SELECT ` FROM events;
SELECT id, n FROM events;
INSERT INTO events (id, n) VALUES (5, 5) IF NOT EXISTS;
INSERT INTO events (id, n) VALUES (6, 6);
USE system; INSERT INTO events (id, n) VALUES (7, 7);
INSERT INTO events (id) VALUES ('no');
INSERT INTO events (id, n) VALUES (8
"""


@pytest.fixture(scope="module")
def events(keyspace, session):
    """Return the name of the module's keyspace, with a table."""
    session.execute("CREATE TABLE events (id int PRIMARY KEY, n int, l list<int>)")
    return keyspace


@pytest.fixture
def left(ext, events, session, programs):
    """Run a script on the emptied table in one way; return what it leaves there and says."""

    def run(script, *arguments, stdin=b""):
        session.execute("TRUNCATE events")
        (programs.home / "script.cql").write_text(script)
        done = ext("-k", events, *arguments, stdin=stdin)
        return {row.id: (row.n, row.l) for row in session.execute("SELECT * FROM events")}, done

    return run


@pytest.mark.parametrize("way", [("-f", "script.cql"), ("-e", "SOURCE 'script.cql'"), ("-e", AWKWARD), ()])
def test_awkward_scripts(left, way):
    stdin = b"" if way else AWKWARD.encode()
    expected, one_by_one = left(AWKWARD, *way, stdin=stdin)
    rows, together = left(AWKWARD, *way, "--concurrency", "8", stdin=stdin)
    assert together == one_by_one
    assert rows == expected
    assert expected or way == ("-e", AWKWARD), "which cannot be lexed, and so does nothing"


def test_writes_to_the_same_partition_stay_in_order(left):
    source = random.Random(5)
    lines = []
    for number in range(600):
        key = source.choice([1, 1, 2, 3, source.randrange(100)])
        lines.append(
            source.choice(
                [
                    f"INSERT INTO events (id, n) VALUES ({key}, {number});",
                    f"UPDATE events SET l = l + [{number}] WHERE id = 0{key};",
                    f"UPDATE events SET n = {number} WHERE id IN ({key}, {key + 1});",
                    f"DELETE FROM events WHERE id = {key};",
                    f'INSERT INTO events JSON \'{{"id": {key}, "n": {number}}}\';',
                ]
            )
        )
    script = "\n".join(lines)
    expected, done = left(script, "-f", "script.cql")
    assert done == (0, b"", b"")
    for writes in ("2", "64"):
        assert left(script, "-f", "script.cql", "--concurrency", writes) == (expected, done)


def test_appends_to_one_list_stay_in_order(left):
    numbers = list(range(500))
    script = "\n".join(f"UPDATE events SET l = l + [{number}] WHERE id = {'0' * (number % 3)}1;" for number in numbers)
    rows, _ = left(script, "-f", "script.cql", "--concurrency", "64")
    assert rows == {1: (None, numbers)}


def test_wrong_numbers_are_told(ext):
    done = ext("--concurrency", "0", "-e", "EXIT")
    assert (done.code, done.stderr) == (2, b"cqlsh-ext: --concurrency: '0' is not a whole number of at least 1\n")
