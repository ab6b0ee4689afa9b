"""ADVISE at the prompt: it completes, HELP knows it, and Ctrl-C shows what was found so far."""

import json
import time

import pytest
from cassandra.concurrent import execute_concurrent_with_args
from integration.screens import screen

WORK_SECONDS = 8
"""Time in which something has been tried even on a busy machine."""
LETTERS = [json.dumps({"id": n, "site": "Rotterdam", "alarms": [n, n * 7]}).encode() * 200 for n in range(300)]


@pytest.fixture(scope="module")
def letters(keyspace, session):
    session.execute("CREATE TABLE letters (id int PRIMARY KEY, body blob)")
    insert = session.prepare("INSERT INTO letters (id, body) VALUES (?, ?)")
    execute_concurrent_with_args(session, insert, list(enumerate(LETTERS)))
    return keyspace


def test_ctrl_c_shows_what_was_found_so_far(programs, letters):
    with screen(programs, "-k", letters, "--pager", "off", "--advise-seconds", "300") as opened:
        opened.until("│")
        opened.type("ADVISE letters (body);\r")
        opened.until("trying ")
        time.sleep(WORK_SECONDS)
        opened.type("\x03")
        opened.until("recommendation: ")


@pytest.mark.parametrize("seconds", [0.1, 0.5, 1.5])
def test_ctrl_c_at_any_time_leaves_no_traceback(programs, letters, seconds):
    with screen(programs, "-k", letters, "--pager", "off", "--advise-seconds", "300") as opened:
        opened.until("│")
        opened.child.send("ADVISE letters (body);\r")
        opened.until("trying ")
        time.sleep(seconds)
        opened.type("\x03")
        opened.until(lambda: "stopped before anything" in opened.text or "recommendation" in opened.text)
        opened.settle()
        assert b"Traceback" not in opened.written


def test_help_knows_it(ext):
    done = ext("-e", "HELP ADVISE")
    assert b"ADVISE [<keyspace>.]<table> (<column>)" in done.stdout


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("ADVI", "ADVISE"), ("ADVISE letters (bo", "body"), ("ADVISE letters (body) FOR ba", "balance")],
)
def test_it_completes(programs, letters, typed, offered):
    with screen(programs, "-k", letters) as opened:
        opened.until("│")
        opened.type(f"{typed}\t")
        opened.until(offered)
