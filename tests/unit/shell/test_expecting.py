"""What our walk over cqlsh's grammar expects, held against stock's."""

import time

import pytest

from cqlsh_ext.shell.expecting import Grammar

STATEMENTS = """
SELECT DISTINCT shelf, min(id) AS least, CAST(data AS text) FROM shop.documents WHERE shelf = 'main' AND id IN
  (1, 2) GROUP BY shelf ORDER BY id DESC PER PARTITION LIMIT 3 LIMIT 5 ALLOW FILTERING ;
SELECT JSON * FROM documents WHERE TOKEN ( shelf ) > TOKEN ( 'a' ) AND "Odd Name" CONTAINS 'x' ;
INSERT INTO documents ( shelf , id , data ) VALUES ( 'main' , 1 , 0xcafe ) IF NOT EXISTS USING TTL 5 AND
  TIMESTAMP 7 ;
UPDATE shop.documents USING TTL 3 SET data = 0x00 , hits = hits + 1 WHERE shelf = 'a' AND id = 1 IF owner = 'x'
  ;
DELETE data , owner FROM documents USING TIMESTAMP 5 WHERE shelf = 'a' AND id = 3 IF EXISTS ;
BEGIN UNLOGGED BATCH INSERT INTO documents ( shelf , id ) VALUES ( 'a' , 1 ) ; UPDATE documents SET owner = 'x'
  WHERE shelf = 'a' ; APPLY BATCH ;
CREATE TABLE IF NOT EXISTS shop.t ( a int , b frozen < list < text > > STATIC , PRIMARY KEY ( ( a ) , b ) ) WITH
  CLUSTERING ORDER BY ( b DESC ) AND compression = { 'class' : 'LZ4Compressor' , 'enabled' : 'true' } AND comment
  = 'x' ;
CREATE KEYSPACE k WITH replication = { 'class' : 'SimpleStrategy' , 'replication_factor' : 1 } AND
  durable_writes = 'true' ;
CREATE INDEX i ON documents ( owner ) ; CREATE TYPE shop.t ( a text , b map < text , int > ) ;
CREATE OR REPLACE FUNCTION f ( a int ) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;' ;
CREATE MATERIALIZED VIEW v AS SELECT shelf FROM documents WHERE shelf IS NOT NULL PRIMARY KEY ( shelf ) ;
ALTER TABLE documents ADD more text ; ALTER TABLE documents DROP data ; ALTER TYPE address RENAME city TO town ;
DROP TABLE IF EXISTS documents ; DROP KEYSPACE shop ; DROP TYPE address ; TRUNCATE documents ; USE shop ;
CREATE ROLE r WITH PASSWORD = 'x' AND LOGIN = true ; GRANT SELECT ON TABLE documents TO r ; LIST ALL PERMISSIONS
  ;
DESCRIBE TABLE documents ; DESC FULL SCHEMA ; CONSISTENCY LOCAL_QUORUM ; SERIAL CONSISTENCY SERIAL ; SHOW HOST ;
COPY documents ( shelf , id ) TO 'x' WITH HEADER = true AND DELIMITER = ',' ; COPY documents FROM STDIN ;
TRACING ON ; EXPAND OFF ; PAGING 10 ; HELP ASCII ; DECOMPRESS gzip , zstd FOR shop.documents.data ;
INSPECT SELECT data FROM documents LIMIT 1 AS JSON ; HISTORY 5 ; CLEAR ; LOGIN someone ; SOURCE 'x' ;
"""


def statements():
    """Return the statements, each on a line of its own."""
    return STATEMENTS.strip().replace("\n  ", " ").split("\n")


def prefixes(statement):
    words = statement.split(" ")
    return [" ".join(words[:count]) + " " for count in range(len(words))]


def spelled(expected):
    """Return candidates as text; the hints that only name a kind of token left out, which ours does not give."""
    texts = {each if isinstance(each, str) else each.text for each in expected}
    return {text for text in texts if text.strip("<>") not in TOKENS}


TOKENS = {"identifier", "quotedName", "quotedStringLiteral", "pgStringLiteral", "wholenumber", "float", "uuid",
          "blobLiteral", "helpCommand", "colon"}  # fmt: skip


@pytest.mark.parametrize("statement", statements())
def test_as_stock_expects(ruleset, shell, statement):
    for text in prefixes(statement):
        tokens = (ruleset.cql_split_statements(text)[0] or [[]])[-1]
        bindings = {"cassandra_conn": shell, "partial": "", "*LASTTYPE*": None}
        stock = ruleset.complete("cqlshCommand", tokens, bindings | {"*SRC*": text})
        ours = Grammar(ruleset.ruleset).expected("cqlshCommand", tokens, text, bindings)
        assert spelled(each.text for each in ours) == spelled(stock), text


def test_what_was_found_before_changes_nothing(ruleset, shell):
    bindings = {"cassandra_conn": shell, "partial": "", "*LASTTYPE*": None}
    kept = Grammar(ruleset.ruleset)
    for text in (text for statement in statements() for text in prefixes(statement)):
        tokens = (ruleset.cql_split_statements(text)[0] or [[]])[-1]
        fresh = Grammar(ruleset.ruleset).expected("cqlshCommand", tokens, text, bindings)
        again = kept.expected("cqlshCommand", tokens, text, bindings)
        assert [(each.text, each.symbol) for each in again] == [(each.text, each.symbol) for each in fresh], text


def test_a_long_statement_takes_no_long_time(ruleset, shell):
    text = "CREATE TABLE t (" + ", ".join(f"c{n} map<text, int>" for n in range(500)) + ", "
    tokens = ruleset.cql_split_statements(text)[0][-1]
    start = time.process_time()
    expected = Grammar(ruleset.ruleset).expected("cqlshCommand", tokens, text, {"cassandra_conn": shell})
    assert "PRIMARY" in [each.text for each in expected]
    assert time.process_time() - start < 2
