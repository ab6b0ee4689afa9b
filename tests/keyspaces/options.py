"""The options of statements on the schema: `WITH name = value AND ...`, read and put together again."""

from dataclasses import dataclass, field

from .tokens import Cursor, no_alternative, split

KEPT = ("comment", "default_time_to_live")
"""Options of tables that matter; the service takes those on compaction, caching and so on, and ignores them."""


@dataclass
class Options:
    """The options of a statement, by name in small letters, each as its tokens."""

    values: dict = field(default_factory=dict)
    order: str = ""
    """CLUSTERING ORDER BY as written."""

    @classmethod
    def read(cls, tokens, text):
        """Read what stands after WITH."""
        options = cls()
        for part in split(tokens, "AND") if tokens else ():
            cursor = Cursor(part)
            if cursor.take("CLUSTERING", "ORDER", "BY"):
                options.order = text[part[0].start : part[-1].end]
                continue
            name = cursor.name()
            if not cursor.take("=") or not cursor.left:
                raise no_alternative(part[0] if part else None)
            options.values[name] = cursor.left
        return options

    def map(self, name):
        """Return a map as a mapping of text, its maps as mappings; None where the option is not there."""
        return read_map(Cursor(self.values[name])) if name in self.values else None

    def clause(self, text):
        """Return the clause for Cassandra: only what matters there."""
        kept = [f"{name} = {source(self.values[name], text)}" for name in KEPT if name in self.values]
        parts = [self.order, *kept] if self.order else kept
        return " WITH " + " AND ".join(parts) if parts else ""


def source(tokens, text):
    """Return tokens as they were written."""
    return text[tokens[0].start : tokens[-1].end] if tokens else ""


def read_map(cursor):
    """Read a map literal of text, numbers and maps."""
    found = {}
    for part in cursor.groups():
        inner = Cursor(part)
        key = inner.next()
        if not inner.take(":"):
            raise no_alternative(key)
        found[read_text(key)] = read_map(inner) if inner.left and inner.left[0].text == "{" else read_text(inner.next())
    return found


def read_text(token):
    return token.content if token.kind == "string" else token.text
