"""Compressed values are shown for what they hold; in a pipe as bare text."""

import pytest
from integration.compressed import BROKEN, GZIP, INSIDE, JSON, LONG, TEXT


def test_a_pipe_gets_bare_text(cells):
    shown = cells("SELECT id, b FROM documents")
    assert [shown[str(number)] for number in range(1, 7)] == [TEXT] * 6
    assert (shown["7"], shown["8"], shown["9"]) == ("null", f"0x{JSON.hex()}", "0x")


def test_odd_text_is_escaped_as_stock_escapes_text(cells):
    shown = cells("SELECT id, b FROM odd")
    assert shown["1"] == r"plain text\twith a tab\nand lines\r\nand \\ and \x08"
    assert shown["3"] == r"\x1b[31mred \x9b1m\x07"
    assert shown["4"] == r'{"a": "\\u001b[31m\x9b1m"}'
    assert shown["6"].startswith("0x89504e47")
    assert shown["7"] == ""
    assert shown["8"] == "日本語 😀"


@pytest.mark.parametrize("arguments", [(), ("-C",), ("-C", "--tags", "on"), ("--encoding", "latin1")], ids=" ".join)
def test_no_control_character_of_a_value_is_printed(ext, tables, arguments):
    done = ext("-k", tables, "-e", "SELECT * FROM odd; EXPAND ON; SELECT * FROM odd", *arguments)
    text = done.stdout.decode()
    assert not set("\x07\x08\r\t\x9b") & set(text)
    assert "\x1b[31m" not in text
    assert "\x1b]" not in text


def test_tags_name_layers_and_kinds(cells):
    shown = cells("SELECT id, b FROM documents", "--tags", "on")
    tags = {number: text.partition("› ")[0] for number, text in shown.items() if text.startswith("‹")}
    assert tags == {"1": "‹gzip", "2": "‹zlib", "3": "‹snappy", "4": "‹lz4-frame", "5": "‹zstd", "6": "‹gzip > zlib"}
    assert cells("SELECT id, b FROM odd", "--tags", "on")["3"].startswith("‹gzip > java-string› ")


def test_nested_blobs(ext, tables):
    done = ext("-k", tables, "-e", "EXPAND ON; SELECT * FROM nested; DECOMPRESS OFF; SELECT l FROM nested")
    told = done.stdout.decode()
    inside = "'it''s inside'"
    for line in (
        f" l  | [{inside}, 0xca]", f" s  | {{{inside}}}", f" m  | {{'k': {inside}}}", f" t  | (1, {inside})",
        f" u  | {{a: {inside}, b: 'b'}}", f" v  | [{inside}, 0xff]", f" f  | [{{a: {inside}, b: null}}]",
        f" l | [0x{INSIDE.hex()}, 0xca]",
    ):  # fmt: skip
        assert f"\n{line}\n" in told
    assert b"\xe2\x80\xb9gzip\xe2\x80\xba 'it" in ext("-k", tables, "-e", "SELECT l FROM nested", "--tags=on").stdout


def test_expand_lays_json_out(ext, tables):
    told = ext(
        "-k", tables, "-e", "EXPAND ON; SELECT id, b FROM documents WHERE id = 1", "--tags", "on"
    ).stdout.decode()
    assert told.splitlines()[4:15] == [
        " id | 1",
        " b  | ‹gzip› {",
        *(f"    | {line}" for line in (
            '  "order": 17,', '  "items": [', "    1,", "    2.50,", "    null", "  ],", '  "name": "café"', "}"
        )),
        "",
    ]  # fmt: skip


def test_broken_values_are_told_below_the_result(ext, tables):
    statement = "SELECT id, b FROM broken; SELECT b FROM broken WHERE id = 4; SELECT b FROM broken WHERE id = 1"
    done = ext("-k", tables, "-e", statement)
    told = done.stdout.decode().splitlines()
    below = told.index("(5 rows)") + 1
    assert told[below] == "2 values: gzip, truncated"
    assert set(told[below + 1 : below + 3]) == {
        "1 value: gzip, over the limit (more than 16,777,216 bytes of output)",
        "1 value: gzip, checksum mismatch",
    }
    assert told[-4:] == [f" 0x{BROKEN[1].hex()}", "", "(1 rows)", "1 value: gzip, truncated"]
    assert sum("value" in line for line in told) == 4
    assert (done.code, done.stderr) == (0, b"")


def test_limits(ext, tables):
    assert (
        b"over the limit (more than 10 bytes of output)"
        in ext("-k", tables, "-e", "SELECT b FROM documents WHERE id = 1", "--max-output", "10").stdout
    )
    shown = ext("-k", tables, "-e", "SELECT b FROM broken WHERE id = 3", "--max-output", str(18 << 20))
    assert shown.stdout.count(b"\n") == 6


def test_a_pipe_and_a_capture_get_the_whole_text(ext, tables, programs):
    captured = "SELECT b FROM long; EXPAND ON; SELECT b FROM long; SELECT * FROM broken"
    done = ext("-k", tables, "-C", "-e", f"SELECT b FROM long; CAPTURE 'captured.txt'; {captured}")
    assert done.stdout.count(LONG) == 1
    captured = (programs.home / "captured.txt").read_bytes()
    assert captured.count(LONG) == 2
    assert b"2 values: gzip, truncated\n" in captured
    assert b"\x1b" not in captured
    assert "‹".encode() not in captured


def test_lwt_json_and_functions(cells, ext, tables):
    assert cells("SELECT id, b AS doc FROM documents WHERE id = 1")["1"] == TEXT
    assert cells("SELECT id, (blob) b FROM documents WHERE id = 1")["1"] == TEXT
    assert GZIP.hex() in cells("SELECT id, toJson(b) FROM documents WHERE id = 1")["1"]
    applied = ext("-k", tables, "-e", "UPDATE documents SET b = 0x WHERE id = 1 IF b = 0x00")
    assert applied.stdout.decode().splitlines()[3] == f"     False | {TEXT}"
