"""Which style each piece of a text has."""

import pytest
from prompt_toolkit.document import Document

from cqlsh_ext.prompt.highlighting import Highlighter
from cqlsh_ext.prompt.lines import Lines


@pytest.fixture
def styled(language):
    """Return the pieces of a text that have a style, as `style: piece`."""

    def run(text):
        document = Document(text)
        get_line = Highlighter(language, Lines(language.lex)).lex_document(document)
        lines = [get_line(number) for number in range(document.line_count)]
        assert ["".join(piece for _, piece in line) for line in lines] == document.lines
        return [f"{style.removeprefix('class:cql.')}: {piece}" for line in lines for style, piece in line if style]

    return run


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("SELECT a FROM t;", ["keyword: SELECT", "keyword: FROM", "end: ;"]),
        ("select count(*) from t", ["keyword: select", "keyword: count", "keyword: from"]),
        ("x = 'it''s' -- why", ["string: 'it''s'", "comment:  -- why"]),
        ("'a\nb' c", ["string: 'a", "string: b'"]),
        ('"a\nb" c', ['name: "a', 'name: b"']),
        ("$$a\n'b$$ c", ["string: $$a", "string: 'b$$"]),
        ("/* SELECT\n'a' */ SELECT", ["comment: /* SELECT", "comment: 'a' */ ", "keyword: SELECT"]),
        ("1 2.5 0xff 123e4567-e89b-12d3-a456-426614174000",
         ["number: 1", "number: 2.5", "number: 0xff", "number: 123e4567-e89b-12d3-a456-426614174000"]),
        ("SELECT ` FROM", ["keyword: SELECT", "stray: ` FROM"]),
        (r"SELECT a \G", ["keyword: SELECT", r"end: \G"]),
        ("DECOMPRESS gzip", ["keyword: DECOMPRESS"]),
        ("SELECT id", ["keyword: SELECT"]),
        ("", []),
        ("é ü", ["stray: é ü"]),
    ],
)  # fmt: skip
def test_styles(styled, text, pieces):
    assert styled(text) == pieces
