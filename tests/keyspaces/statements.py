"""What a statement does: its verb, the object it names, and for data statements their clauses."""

from dataclasses import dataclass, field
from itertools import pairwise

from .tokens import Cursor, no_alternative, split, tokenize

READ, WRITE, DDL, OTHER = "read", "write", "ddl", "other"
DATA_VERBS = {"SELECT": READ, "INSERT": WRITE, "UPDATE": WRITE, "DELETE": WRITE}
OBJECTS = ("MATERIALIZED VIEW", "CUSTOM INDEX", "KEYSPACE", "TABLE", "TYPE", "INDEX", "TRIGGER", "FUNCTION")
OBJECTS += ("AGGREGATE", "ROLE", "USER")
SYNONYMS = {"COLUMNFAMILY": "TABLE", "SCHEMA": "KEYSPACE"}


@dataclass
class Statement:
    """A statement: how it is to be treated, its verb, its object, and its text."""

    text: str
    tokens: list
    verb: str
    treatment: str
    keyspace: str | None = None
    table: str | None = None
    parts: list = field(default_factory=list)
    """The clauses of a data statement in order: pairs of a keyword and the tokens after it."""
    statements: list = field(default_factory=list)
    """The statements of a batch that is written as text."""
    exists: bool = False
    """Whether IF EXISTS or IF NOT EXISTS stands in a statement on the schema."""
    rest: list = field(default_factory=list)
    """The tokens after the object of a statement on the schema."""

    @property
    def is_batch(self):
        """Whether it is a batch that is written as text."""
        return self.verb.endswith("BATCH")

    def clause(self, keyword):
        """Return the tokens after a keyword, or None where it is not there."""
        return next((tokens for word, tokens in self.parts if word == keyword), None)

    def required(self, keyword):
        """Return the tokens after a keyword that CQL has here."""
        tokens = self.clause(keyword)
        if not tokens:
            raise no_alternative(None)
        return tokens

    def conditions(self):
        """Return the relations of WHERE, each as its tokens."""
        tokens = self.clause("WHERE")
        parts = split(tokens, "AND") if tokens else []
        if not all(parts):
            raise no_alternative(tokens[0])
        return parts


CLAUSES = {
    "SELECT": ("SELECT", "FROM", "WHERE", "GROUP", "ORDER", "PER", "LIMIT", "ALLOW"),
    "INSERT": ("INTO", "VALUES", "JSON", "DEFAULT", "IF", "USING"),
    "UPDATE": ("UPDATE", "USING", "SET", "WHERE", "IF"),
    "DELETE": ("DELETE", "FROM", "USING", "WHERE", "IF"),
}
FOLLOWED = {"GROUP": "BY", "ORDER": "BY", "PER": "PARTITION"}
"""What comes after words that are no clauses by themselves."""
TABLE_CLAUSE = {"SELECT": "FROM", "INSERT": "INTO", "UPDATE": "UPDATE", "DELETE": "FROM"}


def parse(text):
    """Return what a statement does; what is not CQL has its first word as verb, and is treated as OTHER."""
    tokens = tokenize(text)
    while tokens and tokens[-1].text == ";":
        tokens.pop()
    if not tokens:
        return Statement(text, tokens, "", OTHER)
    return parse_tokens(text, tokens)


def parse_tokens(text, tokens):
    verb = tokens[0].keyword
    if verb in DATA_VERBS:
        return parse_data(text, tokens, verb)
    if verb == "BEGIN":
        return parse_batch(text, tokens)
    if verb == "USE" and len(tokens) == 2:
        return Statement(text, tokens, verb, OTHER, keyspace=tokens[1].name)
    if verb in {"CREATE", "ALTER", "DROP"}:
        return parse_ddl(text, tokens)
    return Statement(text, tokens, verb, OTHER)


def parse_data(text, tokens, verb):
    cursor, parts = Cursor(tokens), []
    while cursor.left:
        word = cursor.next().keyword
        parts.append((word, read_clause(cursor, CLAUSES[verb])))
    statement = Statement(text, tokens, verb, DATA_VERBS[verb], parts=parts)
    if named := statement.clause(TABLE_CLAUSE[verb]):
        statement.keyspace, statement.table = Cursor(named).qualified()
    return statement


def read_clause(cursor, words):
    """Step over the tokens of a clause, up to one of these words."""
    found = cursor.until(*words)
    while cursor.left and cursor.left[0].keyword in FOLLOWED:
        if [token.keyword for token in cursor.left[1:2]] == [FOLLOWED[cursor.left[0].keyword]]:
            break
        found += [cursor.next(), *cursor.until(*words)]
    return found


def parse_batch(text, tokens):
    """Parse BEGIN [UNLOGGED | COUNTER] BATCH [USING ...] ... APPLY BATCH."""
    kind = tokens[1].keyword if len(tokens) > 1 and tokens[1].keyword in {"UNLOGGED", "COUNTER"} else "LOGGED"
    batch = Statement(text, tokens, f"{kind} BATCH", WRITE)
    starts = [i for i, token in enumerate(tokens) if token.keyword in {"INSERT", "UPDATE", "DELETE", "APPLY"}]
    for start, end in pairwise(starts):
        if tokens[start].keyword == "APPLY":
            raise no_alternative(tokens[start])
        inner = [token for token in tokens[start:end] if token.text != ";"]
        batch.statements.append(parse_data(text, inner, inner[0].keyword))
    return batch


def parse_ddl(text, tokens):
    cursor = Cursor(tokens)
    action = cursor.next().keyword
    cursor.take("OR", "REPLACE")
    words = [SYNONYMS.get(token.keyword, token.keyword) for token in cursor.left[:2]]
    kind = next((kind for kind in OBJECTS if kind in {" ".join(words), words[0] if words else ""}), None)
    if kind is None:
        return Statement(text, tokens, action, OTHER)
    cursor.at += len(kind.split())
    statement = Statement(text, tokens, f"{action} {kind}", DDL)
    statement.exists = cursor.take("IF", "NOT", "EXISTS") or cursor.take("IF", "EXISTS")
    if kind == "KEYSPACE":
        statement.keyspace = cursor.name()
    elif kind in {"TABLE", "TYPE"}:
        statement.keyspace, statement.table = cursor.qualified()
    statement.rest = cursor.left
    return statement
