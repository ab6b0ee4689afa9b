"""Which statements are asked about before they run: those that may take away more than one row."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

Token = tuple[str, str, tuple[int, int]]
"""What cqlsh's lexer gives: kind, text and place."""
PrimaryKey = Callable[[str | None, str], Sequence[str] | None]
"""Returns the primary key of a table, whose names are as typed; None for one that is not known."""

LOSING = ("DROP", "TRUNCATE")
MEMBERS = ("INSERT", "UPDATE", "DELETE", "APPLY")
"""What begins a statement of a batch, and what ends the last one."""
OPENING, CLOSING = "([{", ")]}"


class Word(NamedTuple):
    """One word of a statement: as typed, and in upper case where it stands in no bracket, as a keyword does."""

    text: str
    keyword: str


def question(tokens: Iterable[Token], primary_key: PrimaryKey, unquote: Callable[[str], str]) -> str | None:
    """Return what to ask before a statement runs; None if nothing."""
    words = _read(text for kind, text, _ in tokens if kind != "endtoken")
    first = words[0].keyword
    if first in LOSING:
        return f"{first} cannot be undone."
    for deletion in _deletions(words) if first in ("DELETE", "BEGIN") else ():
        key = _key_of(deletion, primary_key)
        if key is None or not set(key) <= {unquote(name) for name in _bound_names(deletion)}:
            named = f" ({', '.join(key)})" if key else ""
            return f"This DELETE does not name a full primary key{named}, so it may take many rows."
    return None


def _read(texts: Iterable[str]) -> list[Word]:
    words = []
    depth = 0
    for text in texts:
        depth -= text in CLOSING
        words.append(Word(text, "" if depth else text.upper()))
        depth += text in OPENING
    return words


def _deletions(words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    starts = [index for index, word in enumerate(words) if word.keyword in MEMBERS]
    for start, end in pairwise([*starts, len(words)]):
        if words[start].keyword == "DELETE":
            yield words[start:end]


def _key_of(words: Sequence[Word], primary_key: PrimaryKey) -> Sequence[str] | None:
    keywords = [word.keyword for word in words]
    if "FROM" not in keywords:
        return None
    name, *rest = [word.text for word in words[keywords.index("FROM") + 1 :]] or [""]
    return primary_key(name, rest[1]) if rest[:1] == ["."] and len(rest) > 1 else primary_key(None, name)


def _bound_names(words: Sequence[Word]) -> Iterator[str]:
    """Give the names, as typed, that the WHERE clause binds with `=` or IN."""
    for relation in _relations(words):
        operators = [index for index, word in enumerate(relation) if word.keyword in ("=", "IN")]
        names = [word.text for word in relation[: operators[0]]] if operators else []
        if len(names) == 1:
            yield names[0]
        elif names[:1] == ["("]:
            yield from (name for name in names if name not in "(,)")


def _relations(words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """Split the WHERE clause at its ANDs; the conditions of an IF are none of it."""
    keywords = [word.keyword for word in words]
    if "WHERE" not in keywords:
        return
    start = keywords.index("WHERE")
    end = keywords.index("IF", start) if "IF" in keywords[start:] else len(words)
    ands = [index for index in range(start, end) if keywords[index] == "AND"]
    for before, after in pairwise([start, *ands, end]):
        yield words[before + 1 : after]
