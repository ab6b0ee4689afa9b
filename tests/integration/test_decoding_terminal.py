"""What a person sees of compressed values, and types about them, on a terminal."""

import re

import pytest
from integration.compressed import BROKEN, GZIP, LONG, TEXT
from integration.programs import EXT

CTRL_A, CTRL_D, CTRL_K, TAB = "\x01", "\x04", "\x0b", "\t"


@pytest.fixture
def written(programs, tables):
    """Run statements with -e on a terminal; return the bytes written to it."""

    def run(statements, *arguments, env=None):
        with programs.terminal(EXT, "-k", tables, "-e", statements, *arguments, env=env) as terminal:
            assert terminal.end() == 0
        return terminal.written.decode().replace("\r\n", "\n")

    return run


@pytest.fixture
def talk(programs, tables):
    """Let a person type lines; return what answers each of them."""

    def run(lines, *arguments):
        prompt = f"cqlsh:{tables}> "
        with programs.terminal(EXT, "-k", tables, *arguments) as terminal:
            terminal.until(prompt)
            answers = [terminal.type(f"{line}\r", prompt).decode().replace("\r\n", "\n") for line in lines]
            terminal.type(CTRL_D, "\n")
            assert terminal.end() == 0
        return [re.sub(r"\x1b\[(\?2004[hl]|[0-9;]*m)|\r", "", answer) for answer in answers]

    return run


def test_tags_are_dim(written):
    text = written("SELECT b FROM documents WHERE id = 6")
    assert f"\x1b[2m‹gzip > zlib›\x1b[0m \x1b[0;1;33m{TEXT}\x1b[0m\n" in text
    assert "‹" not in written("SELECT b FROM documents WHERE id = 8")
    text = written("SELECT b FROM documents WHERE id = 6", "--no-color")
    assert f" ‹gzip > zlib› {TEXT}\n" in text
    assert "\x1b" not in text
    assert f" {TEXT}\n" in written("SELECT b FROM documents WHERE id = 6", "--no-color", "--tags", "off")
    assert f" ‹gzip > zlib› {TEXT}\n" in written("SELECT b FROM documents WHERE id = 6", env={"TERM": "dumb"})


def test_columns_stand_below_each_other(written):
    for table in ("documents", "odd"):
        lines = written(f"SELECT b, id FROM {table}", "--no-color").splitlines()
        rule = lines[2].index("+")
        for line in lines[3:]:
            if " | " in line and line.isascii():
                assert line.index("|") == rule


def test_long_text_is_cut(written):
    hidden = len(LONG) - 500
    assert (
        written("SELECT b FROM long", "--no-color").splitlines()[3]
        == f" ‹gzip› {LONG[:500].decode()}… +{hidden:,} chars"
    )
    text = written("SELECT b FROM long", "--no-color", "--cell-width", "21", "--tags", "off")
    assert text.splitlines()[3] == f" all work and no play … +{len(LONG) - 21:,} chars"
    assert LONG.decode() in written("EXPAND ON; SELECT b FROM long", "--no-color")
    assert f" 0x{BROKEN[3].hex()[:498]}… +{2 * len(BROKEN[3]) - 498:,} chars\n" in written(
        "SELECT b FROM broken WHERE id = 3", "--no-color"
    )


def test_no_control_character_of_a_value_reaches_the_terminal(written):
    text = written("SELECT * FROM odd; EXPAND ON; SELECT * FROM odd", "--no-color")
    assert not set("\x1b\x07\x08\r\t\x9b") & set(text)
    colored = written("SELECT * FROM odd; EXPAND ON; SELECT * FROM odd; SELECT * FROM nested")
    assert set(re.findall(r"\x1b[^m]*m", colored)) <= {f"\x1b[{code}m" for code in
        ("0", "2", "0;35", "0;1;31", "0;1;32", "0;1;33", "0;1;34", "0;1;35")}  # fmt: skip


def test_broken_values_are_told_in_red(written):
    assert "\n\x1b[0;1;31m1 value: gzip, truncated\x1b[0m\n" in written("SELECT b FROM broken WHERE id = 1")


def test_broken_values_are_told_once_for_all_pages(programs, tables):
    with programs.terminal(EXT, "-k", tables, "--pager", "off") as terminal:
        terminal.until("> ")
        terminal.type("PAGING 2\r", "Page size: 2")
        terminal.type("SELECT b FROM broken;\r", "---MORE---")
        terminal.type("\r", "---MORE---")
        told = terminal.type("\r", "(5 rows)\r\n") + terminal.until("\n" + f"cqlsh:{tables}> ")
    assert told.count(b"2 values: gzip, truncated") == 1
    assert b"truncated" not in terminal.written[: -len(told)]


def test_decompress(talk):
    answers = talk(
        [
            "DECOMPRESS OFF",
            "SELECT b FROM documents WHERE id = 1;",
            "decompress gzip, zlib;",
            "SELECT b FROM documents WHERE id = 1;",
            "DECOMPRESS nothing",
            "HELP DECOMPRESS",
            "HELP decompress",
            "DECOMPRESS",
        ]
    )
    assert answers[0].splitlines()[1] == "DECOMPRESS set to OFF"
    assert f" 0x{GZIP.hex()}\n" in answers[1]
    assert answers[2].splitlines()[1] == "DECOMPRESS set to gzip, zlib"
    assert f" ‹gzip› {TEXT}\n" in answers[3]
    assert answers[4].splitlines()[1].startswith("unknown codec 'nothing': choose from auto, off, gzip, ")
    assert "DECOMPRESS <codec>[, <codec>...] FOR [<keyspace>.]<table>.<column>" in answers[5]
    assert answers[6].splitlines()[1:] == answers[5].splitlines()[1:]
    assert answers[7].splitlines()[1] == "DECOMPRESS is gzip, zlib"


COMPLETED = {
    "DECOM": "DECOMPRESS ",
    "DECOMPRESS sn": "DECOMPRESS snappy",
    "DECOMPRESS AU": "DECOMPRESS AUTO ",
    "DECOMPRESS gz": "DECOMPRESS gzip ",
    "DECOMPRESS lz4-j": "DECOMPRESS lz4-java ",
    "DECOMPRESS gzip, zs": "DECOMPRESS gzip, zstd ",
    "DECOMPRESS gzip F": "DECOMPRESS gzip FOR ",
    "DECOMPRESS gzip FOR docu": "DECOMPRESS gzip FOR documents.",
    "DECOMPRESS gzip FOR documents.i": "DECOMPRESS gzip FOR documents.id ",
    "DECOMPRESS gzip FOR system.batc": "DECOMPRESS gzip FOR system.batches ",
    "DECOMPRESS gzip FOR system.local.clu": "DECOMPRESS gzip FOR system.local.cluster_name ",
    'DECOMPRESS gzip FOR "Texts".pl': 'DECOMPRESS gzip FOR "Texts".plain ',
    "HELP DECOM": "HELP DECOMPRESS ",
    "COPY documents TO 'x' WITH DECOM": "COPY documents TO 'x' WITH DECOMPRESS = ",
}


def test_completion(programs, tables):
    prompt = f"cqlsh:{tables}> "
    with programs.terminal(EXT, "-k", tables) as terminal:
        terminal.until(prompt)
        for typed in COMPLETED:
            # the comment sign in front lets the line do nothing, the hash shows where the completion ended
            terminal.type(f"{typed}{TAB}#{CTRL_A}-- \r", prompt)
        terminal.type(CTRL_D, "\n")
        terminal.end()
    lines, _ = terminal.shown()
    start = f"{prompt}-- "
    completed = [line.removeprefix(start).partition("#")[0] for line in lines if line.startswith(start)]
    assert dict(zip(COMPLETED, completed, strict=True)) == COMPLETED


def test_completion_lists_codecs(talk):
    answer = talk([f"DECOMPRESS {TAB}{TAB}{CTRL_A}{CTRL_K}"])[0]
    assert {"AUTO", "OFF", "gzip", "zlib", "snappy", "lz4", "zstd", "lz4-java", "brotli"} <= set(answer.split())
