"""The toolbar: where one is, how statements run, and what the last result took."""

import re

import pytest
from integration.compressed import DOCUMENTS, JSON
from integration.keys import ENTER
from integration.screens import WIDTHS

STORED = sum(len(DOCUMENTS[number]) for number in range(1, 7))
LATENCY = re.compile(r" │ [\d.,]+ m?s( │|$)")


@pytest.mark.parametrize("columns", WIDTHS)
def test_all_that_it_tells(prompt, tables, columns):
    with prompt("-u", "cassandra", "-p", "cassandra", columns=columns) as person:
        assert person.toolbar == f"cassandra@127.0.0.1 │ {tables} │ ONE │ codec auto │ page 100"[:columns]
        assert not LATENCY.search(person.toolbar)
        person.type("SELECT b FROM documents;" + ENTER, "(9 rows)")
        person.until(lambda: f"6 cells decoded, {STORED} B → {6 * len(JSON)} B" in person.toolbar)
        if columns > 80:
            assert LATENCY.search(person.toolbar)
            person.type("PAGING 1234" + ENTER, lambda: " │ page 1,234" in person.toolbar)
            person.type("PAGING OFF" + ENTER, lambda: " │ paging off" in person.toolbar)
            person.type("CONSISTENCY LOCAL_QUORUM" + ENTER, lambda: " │ LOCAL_QUORUM │ " in person.toolbar)
            person.type("DECOMPRESS gzip, zstd" + ENTER, lambda: " │ codec gzip, zstd │ " in person.toolbar)
        person.type("SELECT id FROM documents;" + ENTER, lambda: "decoded" not in person.toolbar)
        person.type("USE system;" + ENTER, lambda: " │ system │ " in person.toolbar)
        assert len(person.toolbar) <= columns
        assert person.leave() == 0
        assert "│" not in person.text


def test_a_narrow_terminal(prompt, tables):
    with prompt("--pager", "off", columns=len(tables) + 3, ready=f"\n{tables}") as person:
        person.type("SELECT b FROM documents;" + ENTER, "(9 rows)")
        person.until(lambda: person.toolbar == tables)
        person.type("INSERT INTO documents (id) VALUES (", lambda: person.toolbar == "<value for id (int)>")
        person.resize(200, 30)
        person.until(lambda: f"<value for id (int)> │ 127.0.0.1 │ {tables} │ ONE" in person.toolbar)
