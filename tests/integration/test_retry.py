"""`--retry`, as processes: what is tried again, and what ends it."""

import os
import signal
import socket
import time

import pytest
from integration.programs import EXT, SECONDS

MISSING = ("-e", "SELECT * FROM late")


@pytest.fixture
def listener():
    """Return a socket on which connections arrive."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(SECONDS)
        yield listener


@pytest.fixture
def failing(programs, keyspace):
    """Run what fails, with three attempts, on a terminal until the first has failed."""
    with programs.terminal(EXT, "--retry", "60", "3", "-k", keyspace, *MISSING) as terminal:
        terminal.until("attempt 1 of 3 failed, the next is in 5 s")
        yield terminal


def test_what_succeeds_is_done_once(ext, keyspace, session):
    session.execute("CREATE TABLE once (id int PRIMARY KEY)")
    session.execute("CREATE TABLE counts (id int PRIMARY KEY, n counter)")
    done = ext("--retry", "30", "9", "-k", keyspace, "-e", "UPDATE counts SET n = n + 1 WHERE id = 1")
    assert done == (0, b"", b"")
    assert [row.n for row in session.execute("SELECT n FROM counts")] == [1]


def test_until_it_succeeds(failing, session):
    session.execute("CREATE TABLE late (id int PRIMARY KEY)")
    failing.until("(0 rows)")
    assert failing.end() == 0
    session.execute("DROP TABLE late")


def test_no_attempt_begins_too_late(ext, keyspace):
    done = ext("--retry", "4", "9", "-k", keyspace, *MISSING)
    assert done.code == 2
    assert done.stderr.count(b"InvalidRequest") == 1
    assert b"attempt" not in done.stderr


def test_a_server_that_is_not_there_is_tried_again(ext, listener):
    host, port = listener.getsockname()
    listener.close()
    done = ext("--retry", "9", "2", host, str(port))
    assert done.code == 1
    assert done.stderr.count(b"refuses connections") == 2
    assert done.stderr.count(b"attempt 1 of 2 failed") == 1


def test_ctrl_c_in_a_pause_ends_it(failing):
    began = time.monotonic()
    failing.child.sendintr()
    assert failing.end() == 128 + signal.SIGINT
    assert time.monotonic() - began < 2


def test_a_signal_ends_the_attempt_too(programs, listener):
    host, port = listener.getsockname()
    with programs.terminal(EXT, "--retry", "60", "3", host, str(port), "--connect-timeout", "60") as terminal:
        connection, _ = listener.accept()
        os.kill(terminal.child.pid, signal.SIGTERM)
        assert terminal.end() == 128 + signal.SIGTERM
        connection.settimeout(SECONDS)
        while connection.recv(1 << 16):
            pass


@pytest.mark.parametrize("limit", [("0", "3"), ("3", "-1"), ("soon", "3")])
def test_misuse_is_told_at_once(ext, limit):
    done = ext("--retry", *limit, *MISSING)
    assert done.code == 2
    assert b"--retry" in done.stderr
    assert b"Traceback" not in done.stderr
