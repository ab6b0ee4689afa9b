"""Every verdict on pending input, line by line, is that of stock cqlsh, and so are the tokens that are run."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cqlsh_ext.shell.ending import end_with_semicolons
from cqlsh_ext.shell.pending import Pending, Verdict
from cqlsh_ext.shell.stock import pylexotron

PIECES = st.sampled_from(
    [
        "\n", "\n", "\n", ";", ";", " ", "\t", "\r", "\x0b", "\u2028", "'", "''", '"', '""', "$", "$$", "--", "//",
        "/*", "*/", "/", "*", "-", "BEGIN", "BATCH", "APPLY", "apply batch;", "INSERT", "exit", "HELP", "?", "USE",
        "a", "1", ".5", "0xcafe", "(", "}", ",", "=", "<", "`", "é", "\\", "\\G", "-- end\n", "'it''s'", "x y z;\n",
        "begin batch insert; apply batch;", "1.5", "12345678-1234-1234-1234-123456789012",
    ]
)  # fmt: skip
SCRIPTS = st.lists(PIECES, max_size=40).map("".join)


def judge(ruleset, text):
    """Return what stock does with a text, and the statements that it runs: its own `onecmd`, without the running."""
    try:
        statements, unfinished = ruleset.cql_split_statements(end_with_semicolons(text).text)
    except pylexotron.LexingError:
        return Verdict.REFUSE, []
    while statements and not statements[-1]:
        statements = statements[:-1]
    if not statements:
        return Verdict.DROP, []
    if unfinished or statements[-1][-1][0] != "endtoken":
        return Verdict.WAIT, []
    return Verdict.RUN, statements


def read(ruleset, lines):
    """Give each verdict, as stock has it and as it is pending."""
    pending, text = Pending(ruleset), ""
    for line in lines:
        text += line
        expected, statements = judge(ruleset, text)
        yield expected, pending.add(line)
        assert pending.text == text
        assert pending.length == len(text)
        if expected is Verdict.RUN:
            assert pending.statements == statements
        if expected is not Verdict.WAIT:
            pending.clear()
            text = ""


@given(SCRIPTS)
@settings(max_examples=2000, deadline=None)
@example("SELECT 'it''\ns';\n")
@example("INSERT '''\n'';\n;\n")
@example("a /* b\n/ c */ ;\n")
@example("a $$ b $\n$ c $$;\n")
@example("exit -- now\n\n")
@example("BEGIN BATCH a b;\n c d;\nAPPLY BATCH;\nx;\n")
@example("a ` 'b\n';\n")
@example('a "b\n""c\n";')
@example("x \\G y\n'\\G\n'\\G\n")
def test_verdicts_and_statements_are_those_of_stock(ruleset, script):
    for expected, verdict in read(ruleset, script.splitlines(keepends=True)):
        assert verdict is expected


@given(SCRIPTS)
@settings(max_examples=500, deadline=None)
def test_several_lines_may_come_at_once(ruleset, script):
    expected, statements = judge(ruleset, script)
    pending = Pending(ruleset)
    assert not script or pending.add(script) is expected
    assert expected is not Verdict.RUN or pending.statements == statements


class CountingRules:
    """Stock's ruleset, which counts the characters that it lexes."""

    def __init__(self, ruleset):
        self._ruleset = ruleset
        self.lexed = 0

    def __getattr__(self, name):
        return getattr(self._ruleset, name)

    def lex(self, text):
        self.lexed += len(text)
        return self._ruleset.lex(text)


@pytest.mark.parametrize(
    "line",
    [
        "  'a': [1, 2, 'b'],\n",
        "  -- a comment\n",
        "text in a string\n",
        "a 'string\nover ''two'' lines' 'more\n' /*\n*/\n",
    ],
)
@pytest.mark.parametrize("opened", ["", "'", '"', "$$", "/*"])
def test_every_line_is_lexed_once_or_twice(ruleset, line, opened):
    rules = CountingRules(ruleset)
    pending = Pending(rules)
    for text in f"INSERT INTO t {opened}\n{line * 2000}".splitlines(keepends=True):
        pending.add(text)
    assert rules.lexed <= 2 * pending.length + len(line)
