"""When a text is complete, and is run rather than continued."""

import pytest


@pytest.mark.parametrize(
    "text",
    [
        "SELECT 1;", "SELECT a\nFROM t;", "SELECT 1; -- end", "SELECT 1;;", "", "  \n ", "-- nothing", "EXIT",
        "DESCRIBE TABLES", "HELP", "?", "DECOMPRESS gzip", "USE shop; SELECT 1;", "BEGIN BATCH USE a; APPLY BATCH;",
        "SELECT ` FROM", r"SELECT * FROM t\G", "SELECT ';' FROM t;", "CAPTURE OFF", "use system;",
    ],
)  # fmt: skip
def test_complete(language, text):
    assert language.is_complete(text)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT 1", "SELECT a\nFROM t", "SELECT 1; SELECT", "SELECT ';", 'SELECT ";', "SELECT $$;", "SELECT /* ;",
        "BEGIN BATCH DELETE FROM t;", "use system", "COPY t TO 'x'", "SELECT 1 -- ;", "INSPECT SELECT * FROM t",
        r"SELECT '\G",
    ],
)  # fmt: skip
def test_not_complete(language, text):
    assert not language.is_complete(text)
