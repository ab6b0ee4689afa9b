"""`cqlsh-ext --inspect`: the report without a server, from files and pipes."""

import json
import subprocess
from pathlib import Path

import pytest
from integration.compressed import GZIP, JSON, SNAPPY
from integration.programs import BIN, EXT


@pytest.fixture
def files(programs):
    """Write files into the home."""
    for name, data in {
        "a.gz": GZIP,
        "b": SNAPPY,
        "cut.gz": GZIP[:-5],
        "plain": b"\x00\x01",
        "hex": GZIP.hex().encode(),
    }.items():
        (programs.home / name).write_bytes(data)


@pytest.mark.usefixtures("files")
class TestFiles:
    @pytest.mark.parametrize(
        ("arguments", "code", "statuses"),
        [
            (["a.gz"], 0, ["decoded"]),
            (["a.gz", "b", "hex"], 0, ["decoded"] * 3),
            (["plain"], 0, ["plain"]),
            (["a.gz", "cut.gz"], 1, ["decoded", "damaged"]),
            (["a.gz", "-d", "zstd"], 0, ["plain"]),
            (["a.gz", "--max-output", "10"], 1, ["over-limit"]),
        ],
    )
    def test_exit_codes(self, ext, arguments, code, statuses):
        done = ext("--inspect", *arguments, "--json")
        assert (done.code, done.stderr) == (code, b"")
        found = [json.loads(line) for line in done.stdout.splitlines()]
        assert [each["status"] for each in found] == statuses
        assert found[0]["place"] == arguments[0]

    @pytest.mark.parametrize("stdin", [GZIP, GZIP.hex().encode(), f" 0x{GZIP.hex()}\n".encode()])
    def test_a_pipe(self, ext, stdin):
        done = ext("--inspect", "-", "--json", stdin=stdin)
        [found] = [json.loads(line) for line in done.stdout.splitlines()]
        assert (done.code, found["place"], found["plain_size"]) == (0, "standard input", len(JSON))

    def test_for_a_person(self, ext):
        done = ext("--inspect", "a.gz", "--verbose")
        assert done.stdout.startswith(b"a.gz\n  ")
        assert b"\x1b" not in done.stdout
        assert b"  detection\n     gzip: it is\n" in done.stdout

    def test_colors_on_a_terminal_alone(self, programs):
        for env, colored in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
            with programs.terminal("cqlsh-ext", "--inspect", "a.gz", env=env) as terminal:
                assert terminal.end() == 0
            assert (b"\x1b[" in terminal.written) is colored

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (["missing"], b"cqlsh-ext: 'missing' cannot be read: No such file or directory\n"),
            (["a.gz", "--nonsense"], b"unrecognized arguments: --nonsense"),
            ([], b"expected at least one argument"),
            (["a.gz", "--max-output", "9223372036854775808"], b"the limit 'output' is a whole number from 1 to"),
            (["a.gz", "-d", "rot13"], b"unknown codec 'rot13'"),
        ],
    )
    def test_misuse(self, ext, arguments, told):
        done = ext("--inspect", *arguments)
        assert done.code == 2
        assert told in done.stderr
        assert b"Traceback" not in done.stderr

    def test_what_was_read_before_a_missing_file_is_reported(self, ext):
        done = ext("--inspect", "a.gz", "missing", "--json")
        assert json.loads(done.stdout)["status"] == "decoded"
        assert done.code == 2

    @pytest.mark.parametrize("arguments", [["--insp", "a.gz"], ["--json"], ["-e", "SELECT 1", "--verbose"]])
    def test_flags_that_go_with_the_flag_in_full(self, ext, arguments):
        done = ext(*arguments)
        assert (done.code, done.stdout) == (2, b"")
        assert b"--json and --verbose go with --inspect, which is written in full" in done.stderr

    def test_a_full_disk(self, programs):
        command = [BIN / EXT, "--inspect", "a.gz"]
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                command,
                env=programs.environment({}),
                cwd=programs.home,
                stdout=full,
                stderr=subprocess.PIPE,
                check=False,
            )
        assert done.returncode == 1
        assert done.stderr.count(b"\n") == 1
        assert b"No space left on device" in done.stderr
