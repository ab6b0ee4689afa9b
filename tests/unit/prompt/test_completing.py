"""What a menu offers, on cqlsh's grammar and a schema."""

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from cqlsh_ext.prompt.completing import MOST_LINES, MOST_SHOWN, CandidateCompleter
from cqlsh_ext.prompt.lines import Lines

CURSOR = "|"


@pytest.fixture
def complete(language):
    """Complete at the cursor in a text; return for each candidate the whole text with it, and its note."""
    completer = CandidateCompleter(language, Lines(language.lex))

    def run(text, *, asked=True):
        before, _, after = text.partition(CURSOR)
        document = Document(before + after, len(before))
        completions = completer.get_completions(document, CompleteEvent(text_inserted=not asked))
        return {
            before[: len(before) + each.start_position] + each.text + after: each.display_meta_text
            for each in completions
        }

    return run


@pytest.mark.parametrize(
    ("text", "completed", "note"),
    [
        ("SEL", "SELECT", "keyword"),
        ("sel", "SELECT", "keyword"),
        ("DECOM", "DECOMPRESS", "keyword"),
        ("INSP", "INSPECT", "keyword"),
        ("USE sh", "USE shop", "keyspace"),
        ("USE zzz", None, ""),
        ("SELECT * FROM sys", "SELECT * FROM system.", "keyspace"),
        ("SELECT * FROM dcmt", "SELECT * FROM documents", "table"),
        ("SELECT * FROM shop.doc", "SELECT * FROM shop.documents", "table"),
        ("SELECT * FROM tex", 'SELECT * FROM "Texts"', "table"),
        ('SELECT * FROM "Te', 'SELECT * FROM "Texts"', "table"),
        ('SELECT * FROM "Te|"', 'SELECT * FROM "Texts"', "table"),
        ('SELECT * FROM "docu', 'SELECT * FROM "documents"', "table"),
        ('SELECT * FROM "sho', 'SELECT * FROM "shop".', "keyspace"),
        ("SELECT * FROM by_o", "SELECT * FROM by_owner", "materialized view"),
        ("SELECT * FROM documents WHERE sh", "SELECT * FROM documents WHERE shelf", "text, partition key"),
        ("SELECT * FROM documents WHERE i", "SELECT * FROM documents WHERE id", "int, clustering column"),
        ("UPDATE documents SET own", "UPDATE documents SET owner", "text, static"),
        ("UPDATE documents SET odd", 'UPDATE documents SET "Odd Name"', "set<text>"),
        ("SELECT da| FROM documents", "SELECT data FROM documents", "blob"),
        ("SELECT id, dat|\nFROM shop.documents\nLIMIT 1;", "SELECT id, data\nFROM shop.documents\nLIMIT 1;", "blob"),
        ("SELECT clus| FROM system.local", "SELECT cluster_name FROM system.local", "text"),
        ("SELECT to_j", "SELECT to_json(", "function"),
        ("SELECT twi", "SELECT twice", "function"),
        ("SELECT tot", "SELECT total", "function"),
        ("DROP FUNCTION twi", "DROP FUNCTION twice", "function"),
        ("DROP TYPE addr", "DROP TYPE address", "type"),
        ("CREATE TABLE t (a times", "CREATE TABLE t (a timestamp", "type"),
        ("DECOMPRESS gz", "DECOMPRESS gzip", "codec"),
        ("DECOMPRESS lz4-j", "DECOMPRESS lz4-java", "codec"),
        ("DECOMPRESS gzip, zs", "DECOMPRESS gzip, zstd", "codec"),
        ("DECOMPRESS gzip FOR documents.ow", "DECOMPRESS gzip FOR documents.owner", "text, static"),
        ("CONSISTENCY local_q", "CONSISTENCY LOCAL_QUORUM", "keyword"),
        ("HELP DECOM", "HELP DECOMPRESS", "help topic"),
        ("COPY documents TO 'x' WITH HEA", "COPY documents TO 'x' WITH HEADER", "option"),
        ("CREATE KEYSPACE k WITH replication = {'cla", "CREATE KEYSPACE k WITH replication = {'class'", "option"),
        ("CREATE KEYSPACE k WITH replication = {'class': 'Simp",
         "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy'", ""),
        ("SELECT * FROM documents; SEL", "SELECT * FROM documents; SELECT", "keyword"),
        (r"SELECT * FROM documents \G SEL", r"SELECT * FROM documents \G SELECT", "keyword"),
        ("DESCRIBE TABLES\nSEL", "DESCRIBE TABLES\nSELECT", "keyword"),
        ("BEGIN BATCH INSERT INTO documents (shelf) VALUES ('a'); UPD",
         "BEGIN BATCH INSERT INTO documents (shelf) VALUES ('a'); UPDATE", "keyword"),
        ("SELECT 'a\nb' FR", "SELECT 'a\nb' FROM", "keyword"),
        ("SELECT 1 -- why\nFR", "SELECT 1 -- why\nFROM", "keyword"),
    ],
)  # fmt: skip
def test_a_candidate_and_what_it_is(complete, text, completed, note):
    offered = complete(text)
    assert offered.get(completed) == note if completed else offered == {}


@pytest.mark.parametrize(
    "text",
    ["SELECT 1 -- FR", "SELECT 1 // FR", "SELECT /* FR", "SELECT $$ FR", "SELECT 12", "SELECT 'a", "SELECT `a FR",
     "\n" * MOST_LINES + "SEL", "nonsense FR"],
)  # fmt: skip
def test_nothing_is_offered(complete, text):
    assert complete(text) == {}


@pytest.mark.parametrize(
    ("text", "welcome"),
    [("", False), ("SELECT * FROM documents;", False), ("SELECT * FROM documents ", True), ("SELECT * FROM ", True),
     ("SELECT * FROM shop.", True), ("INSERT INTO documents (", True), ("SELECT *", False), ("SEL", True),
     ("SELECT 1 FROM", False)],
)  # fmt: skip
def test_a_menu_comes_by_itself_only_where_it_is_welcome(complete, text, welcome):
    assert bool(complete(text, asked=False)) is welcome


def test_who_asks_gets_a_menu_anywhere(complete):
    assert "SELECT" in complete("")
    assert "USE shop;SELECT" in complete("USE shop;")


def test_a_hint_where_nothing_can_be_completed(language):
    completer = CandidateCompleter(language, Lines(language.lex))
    document = Document("INSERT INTO documents (shelf, id) VALUES ('a', ")
    assert completer.get_completions(document, CompleteEvent(text_inserted=True)) == []
    assert completer.hint(document) == "<value for id (int)>"
    assert completer.hint(Document(document.text + "1")) == ""
    completer.get_completions(Document(document.text + "1"), CompleteEvent(text_inserted=True))
    assert completer.hint(Document(document.text + "1")) == ""


def test_files(complete, tmp_path, monkeypatch):
    for name in ("one.cql", "two.cql", "it's.cql", ".hidden"):
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "three.cql").touch()
    monkeypatch.chdir(tmp_path)
    assert complete("SOURCE 'tw") == {"SOURCE 'two.cql'": "file"}
    assert complete("SOURCE 'fol") == {"SOURCE 'folder/": "folder"}
    assert complete("SOURCE 'folder/") == {"SOURCE 'folder/three.cql'": "file"}
    assert complete("SOURCE 'folder/thr|'") == {"SOURCE 'folder/three.cql'": "file"}
    assert complete(f"COPY documents TO '{tmp_path}/on") == {f"COPY documents TO '{tmp_path}/one.cql'": "file"}
    assert complete("INSPECT FILE 'its") == {"INSPECT FILE 'it''s.cql'": "file"}
    assert list(complete("SOURCE "))[-1] == "SOURCE '.hidden'"
    assert complete("SOURCE 'no/such/folder/") == {}


def test_the_schema_is_asked_once_for_a_word(language):
    asked = []

    class Counting(type(language)):
        def candidates(self, place):
            asked.append(place.before)
            return super().candidates(place)

    language.__class__ = Counting
    completer = CandidateCompleter(language, Lines(language.lex))
    for end in range(len("SELECT * FROM "), len("SELECT * FROM documents") + 1):
        completer.get_completions(Document("SELECT * FROM documents"[:end]), CompleteEvent(text_inserted=True))
    assert asked == ["SELECT * FROM "]
    completer.forget()
    completer.get_completions(Document("SELECT * FROM docu"), CompleteEvent(text_inserted=True))
    assert asked == ["SELECT * FROM "] * 2


def test_a_long_list_is_cut(complete, shell):
    tables = shell.conn.metadata.keyspaces["shop"].tables
    tables.update({f"table_{number}": tables["documents"] for number in range(1000)})
    assert len(complete("SELECT * FROM tab")) == MOST_SHOWN
    assert "SELECT * FROM table_777" in complete("SELECT * FROM tab777")
