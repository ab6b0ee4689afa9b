"""What one INSERT, UPDATE or DELETE writes: the key of the row, and the size of each value."""

import json
from dataclasses import dataclass, field

from . import rowsize
from .binding import MISSING
from .cqltypes import Type
from .errors import Invalid
from .options import source
from .tokens import Cursor, no_alternative, split
from .wire import UNSET


@dataclass
class Write:
    """One INSERT, UPDATE or DELETE: its table, and its values as their tokens."""

    statement: object
    binding: object
    shape: object
    keyspace: str
    features: tuple[bool, bool]
    """Whether client-side timestamps are on, and whether TTL is."""
    replaced: dict = field(default_factory=dict)
    """The Size of each value that takes the place of another."""
    added: dict = field(default_factory=dict)
    """The Size of what is added to collections."""
    key: dict = field(default_factory=dict)
    """The tokens of the columns of the primary key that are given by `=`."""

    def __post_init__(self):
        for tokens in self.statement.conditions():
            if len(tokens) > 2 and tokens[0].is_name and tokens[1].text == "=":
                self.key[tokens[0].name] = tokens[2:]
        getattr(self, f"read_{self.statement.verb.lower()}")()
        self.replaced |= {name: self.size(name, tokens) for name, tokens in self.key.items()}

    def read_delete(self):
        """Read no values: a DELETE has none."""

    def read_insert(self):
        if self.statement.clause("JSON") is not None:
            self.read_json()
            return
        cursor = Cursor(self.statement.required("INTO"))
        cursor.qualified()
        names = [part[0].name for part in cursor.groups()]
        terms = Cursor(self.statement.required("VALUES")).groups()
        for name, tokens in zip(names, terms, strict=False):
            if name in self.shape.key:
                self.key[name] = tokens
            elif self.binding.value(tokens) is not UNSET:
                self.replaced[name] = self.size(name, tokens)

    def read_json(self):
        """Read INSERT JSON, which writes all columns unless it says DEFAULT UNSET."""
        tokens = self.statement.required("JSON")
        data = self.binding.value(tokens[:1])
        text = data.decode(errors="replace") if isinstance(data, bytes) else tokens[0].content
        try:
            given = json.loads(text)
        except ValueError as error:
            raise Invalid(f"Could not decode JSON string as a map: {error}. (String was: {text})") from error
        if not isinstance(given, dict):
            raise Invalid(f"Could not decode JSON string as a map: it is none. (String was: {text})")
        given = {name.strip('"') if name.startswith('"') else name.lower(): thing for name, thing in given.items()}
        unset = self.statement.clause("DEFAULT")
        names = given if unset and unset[0].keyword == "UNSET" else self.shape.columns
        self.replaced = {name: rowsize.of_json(self.kind(name), given.get(name)) for name in names}

    def read_update(self):
        for tokens in split(self.statement.required("SET"), ","):
            at = next((i for i, token in enumerate(tokens) if token.text in {"=", "+=", "-="}), None)
            if not at:
                raise no_alternative(tokens[0] if tokens else None)
            name, value = tokens[0].name, tokens[at + 1 :]
            rest = [token for token in value if not (token.is_name and token.name == name) and token.text not in "+-"]
            if self.binding.value(rest) is UNSET:
                continue
            changes = at > 1 or len(rest) < len(value) or tokens[at].text != "="
            (self.added if changes else self.replaced)[name] = self.size(name, rest)

    def kind(self, name):
        return self.shape.columns.get(name, Type("blob"))

    def size(self, name, tokens):
        data = self.binding.value(tokens)
        if data is MISSING:
            return rowsize.of_literal(self.kind(name), tokens)
        return rowsize.of_wire(self.kind(name), None if data is UNSET else data)

    @property
    def table(self):
        """The table as CQL names it."""
        return f'"{self.keyspace}"."{self.statement.table}"'

    @property
    def is_range_delete(self):
        """Whether it deletes more than a row."""
        return self.statement.verb == "DELETE" and not set(self.shape.key) <= set(self.key)

    def identity(self):
        """Return what is equal for two writes of one row; INSERT JSON is told apart by its text only."""
        if not self.key:
            return self.table, (), (source(self.statement.tokens, self.statement.text),)
        values = ((self.binding.value(tokens), source(tokens, self.statement.text)) for tokens in self.key.values())
        bound = tuple(text if data is MISSING else data for data, text in values)
        return self.table, tuple(self.key), bound

    def using(self):
        """Return the parameters of USING, each as its tokens."""
        tokens = self.statement.clause("USING")
        return {part[0].keyword: part[1:] for part in split(tokens, "AND") if part} if tokens else {}
