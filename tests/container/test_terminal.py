"""The image through a terminal: what a person sees, types, and how it ends."""

import socket
import subprocess
import time

import pytest
from container.boxes import docker, leave
from integration.compressed import TEXT

CTRL_C, TAB, ENTER, UP = "\x03", "\t", "\r", "\x1b[A"
HOME = "/home/cqlsh/.cassandra"
AT_ONCE = 3
"""Seconds, on a machine that is busy."""


@pytest.fixture
def silent():
    """Return host and port of a server that takes a connection and says nothing, and a function that waits for it."""
    kept = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(30)
        host, port = listener.getsockname()
        yield host, str(port), lambda: kept.append(listener.accept())
        for connection, _ in kept:
            connection.close()


def test_a_session(box, server, tables, volume):
    with box.screen(*server, "-k", tables, options=("--volume", f"{volume}:{HOME}")) as person:
        prompt = f"cqlsh:{tables}> "
        person.until(prompt.rstrip())
        person.type("sele" + TAB, f"{prompt}SELECT")
        person.type(" id, b FROM documents WHERE id = 1;")
        assert person.color_of("SELECT") == ("blue", True)
        person.type(ENTER, "(1 rows)")
        assert f"1 | ‹gzip› {TEXT}" in person.text
        assert leave(person) == 0
    with box.screen(*server, "-k", tables, options=("--volume", f"{volume}:{HOME}")) as person:
        person.until(prompt.rstrip())
        person.type(UP, "SELECT id, b FROM documents WHERE id = 1;")
        person.type(CTRL_C)
        assert leave(person) == 0


def test_a_long_result_is_paged(box, server, filled):
    with box.screen(*server, "-k", filled) as person:
        person.until(f"cqlsh:{filled}>")
        person.type("SELECT p, c FROM rows;" + ENTER, lambda: person.lines[-1] == ":")
        first = person.text
        assert person.type(" ", lambda: person.lines[-1] == ":" and person.text != first)
        person.type("q", lambda: person.lines[-1] != ":")
        person.type("SELECT key FROM system.local;" + ENTER, "(1 rows)")
        assert leave(person) == 0


def test_ctrl_c_ends_it_while_it_connects(box, silent):
    host, port, connected = silent
    with box.screen(host, port, "--connect-timeout", "60") as person:
        connected()
        began = time.monotonic()
        person.child.send(CTRL_C)
        assert person.end() == 1
        assert time.monotonic() - began < AT_ONCE
        assert "Connection aborted." in person.text


def stop(person):
    """Have the container stopped, see that it ends at once, and return its exit code."""
    began = time.monotonic()
    docker("stop", person.container)
    code = person.end()
    assert time.monotonic() - began < AT_ONCE
    return code


def test_docker_stop_ends_it_while_it_connects(box, silent):
    host, port, connected = silent
    with box.screen(host, port, "--connect-timeout", "60") as person:
        connected()
        assert stop(person) == 143


def test_docker_stop_ends_it_at_the_prompt_and_in_the_pager(box, server, filled):
    for typed, shown in (("", f"cqlsh:{filled}>"), ("SELECT p, c FROM rows;" + ENTER, "\n:")):
        with box.screen(*server, "-k", filled) as person:
            person.until(f"cqlsh:{filled}>")
            person.type(typed, shown)
            assert stop(person) == 143


def test_docker_stop_ends_statements_that_run(box, server, filled):
    with subprocess.Popen(
        ["docker", *box.command(*server, "-k", filled, "-e", "SELECT * FROM rows; " * 5000)], stdout=subprocess.PIPE
    ) as process:
        process.stdout.read(10_000)
        process.terminate()
        process.communicate(timeout=AT_ONCE)
    assert process.returncode == 143


def test_the_screen_s_size_is_known(box, server):
    with box.screen(*server, columns=90, lines=20) as person:
        person.until("cqlsh>")
        person.resize(60, 30)
        person.type("SELECT table_name FROM system_schema.tables;" + ENTER, lambda: person.lines[-1] == ":")
        assert len(person.lines) == 30
