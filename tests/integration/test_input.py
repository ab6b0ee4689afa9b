"""Scripts are read as stock cqlsh reads them, wherever they come from; errors name the same lines."""

import pytest

SCRIPTS = {
    "several on a line": "SELECT id FROM blobs WHERE id = 1; SELECT no FROM blobs; SELECT id FROM blobs\nLIMIT 1;;",
    "commands without an end": "HELP QUIT\nCONSISTENCY\nUSE system\n;PAGING 3\nSHOW VERSION\n"
    "EXPAND -- not yet\nON\nEXIT\nno;",
    "comments": "-- one;\n/* two;\n'three' ; */ SELECT id // four;\nFROM blobs -- five\nWHERE id = 1; -- six\n/* seven",
    "strings": "SELECT what FROM blobs WHERE what = 'it''s\n;\n' ALLOW FILTERING;\nSELECT 'a''\n'';b\n' FROM blobs;\n",
    "dollars": "INSERT INTO texts (id, t) VALUES (901, $$it's;\n$ 5; \"$$); SELECT t FROM texts WHERE id = 901;\n$$\n;",
    "names": 'SELECT "nothing\n;""\n" FROM blobs;\nSELECT "id" FROM "blobs" WHERE id = 1;',
    "batch": "BEGIN UNLOGGED BATCH\nINSERT INTO texts (id) VALUES (902);\n\nINSERT INTO nowhere (id)\nVALUES (1);\n"
    "APPLY BATCH;\nBEGIN BATCH INSERT INTO texts (id) VALUES (903); APPLY BATCH;\nbegin batch no;",
    "what cannot be lexed": "SELECT id FROM blobs LIMIT 1; SELECT ` FROM\nblobs;\nSELECT id\nFROM é;\n"
    "SELECT 'é\n` &' #\n;",
    "lost in the middle": "SELECT id FROM blobs\nWHERE id = ` 'open\n1;\nSELECT id FROM blobs WHERE id = 2;\n';",
    "no line end": "SELECT id FROM blobs WHERE id = 1",
    "ends of lines": "SELECT id\r\nFROM blobs\rWHERE id = 1;\r\n-- one\r"
    "SELECT id FROM nowhere;\x0bSELECT id FROM no\u2028where;\n",
    "nothing": "\n \n\t\n",
}


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_scripts(alike, programs, filled, script):
    (programs.home / "script.cql").write_bytes(script.encode())
    alike("-k", filled, "-f", "script.cql")
    alike("-k", filled, "-e", "SOURCE 'script.cql'")
    alike("-k", filled, stdin=script.encode())
    alike("-k", filled, "-e", script)


def test_rows_in_a_script_belong_to_copy(ext, filled):
    script = b"COPY texts (id, t) FROM STDIN\n;\n904,it's\n905,;\n.\nSELECT t\nFROM texts\nWHERE id = 904;\n"
    done = ext("-k", filled, stdin=script)
    assert (done.code, done.stderr) == (0, b"")
    assert b"2 rows imported" in done.stdout
    assert b" it's\n" in done.stdout


def test_lines_that_are_typed(programs, filled):
    with programs.terminal("cqlsh-ext", "-k", filled) as terminal:
        terminal.until("> ")
        terminal.type("SELECT what\r", "   ... ")
        terminal.type("FROM blobs WHERE what = 'no;\r", "   ... ")
        terminal.type("' ALLOW FILTERING; SELECT nothing\r", "   ... ")
        terminal.type("FROM blobs;\r", "(0 rows)", "Undefined")
        terminal.until("Undefined column name nothing")
