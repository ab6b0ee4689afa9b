"""What a user sets is heeded: flags, variables, cqlshrc and DECOMPRESS."""

import base64

import pytest
from integration.compressed import GZIP, TEXT, ZLIB


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        (("--tags", "on"), f"‹gzip› {TEXT}"),
        (("--tags=off",), TEXT),
        (("--tags", "AUTO"), TEXT),
        (("-d", "off"), f"0x{GZIP.hex()}"),
        (("-d", "gzip"), TEXT),
        (("-dgzip",), TEXT),
        (("-d", "gzip, zstd"), TEXT),
        (("-d=ZSTD,GZIP",), TEXT),
        (("--decompress", "zlib"), f"0x{GZIP.hex()}"),
        (("--decompression=snappy",), f"0x{GZIP.hex()}"),
    ],
)
def test_flags(cells, arguments, first):
    assert cells("SELECT id, b FROM documents WHERE id = 1", *arguments)["1"] == first


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("-d", "nothing"), "--decompress"),
        (("-d", "gzip,nothing"), "unknown codec 'nothing': choose from auto, off, gzip, "),
        (("--tags", "maybe"), "--tags: 'maybe' is not one of auto, on, off"),
        (("--cell-width", "0"), "--cell-width: '0' is not a whole number of at least 1"),
        (("--max-output", "much"), "--max-output: 'much' is not a whole number of at least 1"),
        (("-d",), "expected one argument"),
    ],
)
def test_wrong_flags(ext, arguments, told):
    done = ext(*arguments, "-e", "SELECT key FROM system.local")
    assert (done.code, done.stdout) == (2, b"")
    assert told in done.stderr.decode()


def test_wrong_variables_and_cqlshrc(ext, cqlshrc):
    done = ext("-e", "SHOW HOST", env={"CQLSH_EXT_TAGS": "maybe"})
    assert (done.code, done.stdout) == (2, b"")
    assert done.stderr == b"cqlsh-ext: CQLSH_EXT_TAGS: 'maybe' is not one of auto, on, off\n"
    for text, told in (
        ("tags = maybe", "tags in [cqlsh-ext] of cqlshrc: 'maybe' is not one of"),
        ("decompres = off", "decompres in [cqlsh-ext] of cqlshrc: unknown setting; choose from"),
        ("decompress.table.column = off", "decompress.table.column in [cqlsh-ext] of cqlshrc: unknown setting"),
        ("decompress.k.t.c = nothing", "decompress.k.t.c in [cqlsh-ext] of cqlshrc: unknown codec 'nothing'"),
        ("nonsense", "cannot be read"),
    ):
        cqlshrc(f"[cqlsh-ext]\n{text}")
        done = ext("-e", "SHOW HOST")
        assert (done.code, done.stdout) == (2, b"")
        assert told in done.stderr.decode()


def test_a_flag_beats_a_variable_beats_cqlshrc(ext, cqlshrc):
    def decompress(*arguments, env=None):
        return ext("-e", "DECOMPRESS", *arguments, env=env).stdout.decode().splitlines()[0]

    assert decompress() == "DECOMPRESS is AUTO"
    cqlshrc("[cqlsh-ext]\ndecompress = zlib, gzip\n[DEFAULT]\nanything = goes")
    assert decompress() == "DECOMPRESS is zlib, gzip"
    assert decompress(env={"CQLSH_EXT_DECOMPRESS": "off"}) == "DECOMPRESS is OFF"
    assert decompress("-d", "auto", env={"CQLSH_EXT_DECOMPRESS": "off"}) == "DECOMPRESS is AUTO"
    assert decompress("-d", "", env={"CQLSH_EXT_DECOMPRESS": ""}) == "DECOMPRESS is zlib, gzip"


def test_every_setting_may_come_from_anywhere(cells, ext, tables, cqlshrc):
    select = "SELECT id, b FROM documents WHERE id = 6"
    assert cells(select, env={"CQLSH_EXT_TAGS": "on"})["6"] == f"‹gzip > zlib› {TEXT}"
    cqlshrc("[cqlsh-ext]\ntags = on\nmax_layers = 1")
    assert cells(select.replace("6", "1"))["1"] == f"‹gzip› {TEXT}"
    done = ext("-k", tables, "-e", select)
    assert done.stdout.endswith(b"1 value: gzip > zlib, over the limit (more than 1 layers)\n")
    assert cells(select, "--max-layers", "2", "--tags", "off")["6"] == TEXT


DECOMPRESS = """
    SELECT id, b FROM documents WHERE id = 1;
    DECOMPRESS OFF; SELECT id, b FROM documents WHERE id = 1;
    decompress gzip
    SELECT id, b FROM documents WHERE id = 1;
    DECOMPRESS zlib, Snappy; SELECT id, b FROM documents WHERE id = 1; SELECT id, b FROM documents WHERE id = 3;
    DECOMPRESS lz4-frame; SELECT id, b FROM documents WHERE id = 4; SELECT id, b FROM documents WHERE id = 1;
    DECOMPRESS nothing; DECOMPRESS gzip, nothing; DECOMPRESS gzip zlib; DECOMPRESS FOR documents.b; DECOMPRESS ,;
    DECOMPRESS gzip FOR nothing.b; DECOMPRESS gzip FOR documents.nothing; DECOMPRESS gzip FOR documents;
    DECOMPRESS auto; SELECT id, b FROM documents WHERE id = 1;
"""


def test_decompress(ext, tables, programs):
    (programs.home / "script.cql").write_text(DECOMPRESS)
    done = ext("-k", tables, "-f", "script.cql")
    told = [line.strip() for line in done.stdout.decode().splitlines()]
    stored = f"1 | 0x{GZIP.hex()}"
    assert [line for line in told if line.startswith(("DECOMPRESS", "1 |", "3 |", "4 |"))] == [
        f"1 | {TEXT}",
        *("DECOMPRESS set to OFF", stored),
        *("DECOMPRESS set to gzip", f"1 | {TEXT}"),
        *("DECOMPRESS set to zlib, snappy", stored, f"3 | {TEXT}"),
        *("DECOMPRESS set to lz4-frame", f"4 | {TEXT}", stored),
        *("DECOMPRESS set to AUTO", f"1 | {TEXT}"),
    ]
    errors = [line.split(":")[2] for line in done.stderr.decode().splitlines()]
    assert errors == [
        *["unknown codec 'nothing'"] * 2,
        *["Improper DECOMPRESS command."] * 3,
        f"there is no table {tables}.nothing",
        f"the table {tables}.documents has no column 'nothing'",
        "Improper DECOMPRESS command.",
    ]
    assert done.code == 2


def test_decompress_for_one_column(ext, tables):
    texts = f'"{tables}"."Texts"'
    done = ext(
        "-e",
        f'SELECT "Coded" FROM {texts}; DECOMPRESS base64 FOR {texts}."Coded"; DECOMPRESS off FOR {texts}.b;'
        f" DECOMPRESS base64 FOR {texts}.l; DECOMPRESS; EXPAND ON; SELECT * FROM {texts}; DECOMPRESS FOR {texts}.b;"
        f' USE {tables}; DECOMPRESS gzip FOR "Texts".b; EXPAND OFF; SELECT b FROM "Texts"',
    )
    told = done.stdout.decode()
    coded = base64.b64encode(GZIP).decode()
    assert f"\n {coded}\n" in told
    assert f"\nDECOMPRESS set to base64 for {tables}.Texts.Coded\n" in told
    assert f"\nDECOMPRESS is AUTO\n  base64 for {tables}.Texts.Coded\n  OFF for {tables}.Texts.b\n" in told
    assert '\n Coded | {\n       |   "order": 17,\n' in told
    assert f"\n plain | {coded}\n" in told
    assert f"\n l     | ['{TEXT}']\n" in told
    assert f"\n b     | 0x{GZIP.hex()}\n" in told
    assert f"\n {TEXT}\n" in told


def test_columns_in_cqlshrc(cells, cqlshrc, tables):
    own = f"decompress.{tables}.Texts.Coded = base64, gzip\ndecompress.{tables}.documents.b = gzip"
    cqlshrc(f"[cqlsh-ext]\ndecompress = off\n{own}")
    assert cells('SELECT id, "Coded" FROM "Texts"')["1"] == TEXT
    assert cells('SELECT id, b FROM "Texts"')["1"] == f"0x{GZIP.hex()}"
    shown = cells("SELECT id, b FROM documents")
    assert (shown["1"], shown["2"]) == (TEXT, f"0x{ZLIB.hex()}")


def test_source_shares_the_setting_both_ways(cells, programs):
    (programs.home / "inner.cql").write_text("DECOMPRESS; DECOMPRESS zlib;")
    (programs.home / "outer.cql").write_text("SOURCE 'inner.cql'; SELECT id, b FROM documents WHERE id = 2;")
    select = "SELECT id, b FROM documents WHERE id = 1"
    assert cells(f"DECOMPRESS off; SOURCE 'outer.cql'; {select}") == {"id": "b", "2": TEXT, "1": f"0x{GZIP.hex()}"}
