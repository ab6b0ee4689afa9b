"""Readers that leave, streams that are closed, and interrupts end cqlsh-ext as they should."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from integration.programs import BIN, EXT, SECONDS, STOCK

from cqlsh_ext.settings import Layout

KEY = "SELECT key FROM system.local"


@pytest.fixture
def start(programs):
    """Start a program, and leave the rest to the test."""

    def run(program, *arguments):
        return subprocess.Popen(
            [BIN / program, *arguments],
            env=programs.environment(None),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    return run


@pytest.mark.parametrize(
    "statement", ["SELECT * FROM rows; SELECT * FROM rows", "SHOW HOST", "HELP", "SOURCE 'all.cql'"]
)
def test_a_reader_that_has_enough(start, filled, programs, statement):
    (programs.home / "all.cql").write_text("SELECT * FROM rows;")
    with start(EXT, "-k", filled, "-e", statement.replace("all.cql", f"{programs.home}/all.cql")) as process:
        process.stdout.readline() if "SELECT" in statement else process.stdout.close()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(SECONDS) == 1


WRITTEN = (
    "SELECT * FROM blobs", "DESCRIBE SCHEMA", "DESCRIBE KEYSPACES", "DESCRIBE TABLES", "DESCRIBE CLUSTER",
    "DESCRIBE rows", "INSPECT SELECT * FROM blobs LIMIT 20", "COPY rows TO STDOUT",
)  # fmt: skip
"""What writes data to standard output in every format."""
NARRATED = ("SHOW VERSION", "HELP COPY", "CONSISTENCY", "DECOMPRESS", "FORMAT", "COPY rows TO '/dev/null'")
"""What tells a person something, beside data for programs on standard error."""


@pytest.mark.parametrize(
    ("layout", "statement"),
    [
        *((layout.value, statement) for layout in Layout for statement in WRITTEN),
        *(("table", statement) for statement in NARRATED),
    ],
)
def test_a_reader_that_has_left_before(programs, filled, layout, statement):
    reader, writer = os.pipe()
    os.close(reader)
    command = [BIN / EXT, "-k", filled, "--format", layout, "-e", f"{statement}; {statement}"]
    try:
        done = subprocess.run(
            command, env=programs.environment(None), stdout=writer, stderr=subprocess.PIPE, timeout=60, check=False
        )
    finally:
        os.close(writer)
    assert done.returncode == 1
    assert re.fullmatch(rb"(\(\d+ rows\)\n)*", done.stderr)


@pytest.mark.parametrize(
    "statement", ["INSPECT SELECT * FROM blobs LIMIT 20 VERBOSE", "DESCRIBE SCHEMA", "HELP; FORMAT"]
)
def test_a_reader_of_both_streams_that_has_enough(programs, filled, statement):
    command = (
        f'"{BIN / EXT}" -k {filled} --timing -e "$0; SELECT nothing FROM rows; $0" 2>&1 | true; echo ${{PIPESTATUS[0]}}'
    )
    done = subprocess.run(
        ["bash", "-c", command, statement],
        env=programs.environment(None), capture_output=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (b"1\n", b"")


@pytest.mark.parametrize(("closed", "lines"), [("<&-", 6), (">&-", 0), ("2>&-", 6), ("<&- 2>&-", 6)])
def test_closed_streams(programs, closed, lines):
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -e "$1" {closed}', BIN / EXT, KEY],
        env=programs.environment(None),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout.splitlines()) == lines


def test_a_full_disk_is_told(programs):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [BIN / EXT, "-e", KEY], env=programs.environment(None), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert set(done.stderr.splitlines()) == {
        b"<stdin>:1:[Errno 28] No space left on device",
        b"cqlsh-ext: [Errno 28] No space left on device",
    }


def test_module(ext, programs):
    expected = ext("-e", KEY)
    done = subprocess.run(
        [sys.executable, "-m", "cqlsh_ext", "-e", KEY],
        env=programs.environment(None),
        cwd=programs.home,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == expected


def test_interrupt_while_it_connects(start):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for program in (STOCK, EXT):
            with start(program, "127.0.0.1", str(silent.getsockname()[1])) as process:
                silent.accept()
                process.send_signal(signal.SIGINT)
                assert process.communicate(timeout=SECONDS) == (b"", b"Connection aborted.\n")
                assert process.returncode == 1


def test_interrupt_while_it_prints(start, filled):
    for program in (STOCK, EXT):
        with start(program, "-k", filled, "-e", "SELECT * FROM rows; " * 50) as process:
            process.stdout.read(10_000)
            process.send_signal(signal.SIGINT)
            _, told = process.communicate(timeout=SECONDS)
            assert (process.returncode, told) == (0, b"")
