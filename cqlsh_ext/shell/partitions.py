"""Which partition a plain write goes to, told from its tokens; None wherever that is not certain."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

from cqlsh_ext.shell.pending import Token

Terms = Mapping[str, Sequence[Token]]
"""What columns are given or held against, by their names."""
FindTable = Callable[[str | None, str], Any]
"""Returns the driver's metadata of a table; raises where there is none."""

NAMES = ("identifier", "quotedName")
OPENING, CLOSING = "([{", ")]}"
TEXTS = frozenset({"text", "varchar", "ascii"})
INTEGERS = frozenset({"tinyint", "smallint", "int", "bigint", "varint"})
UUIDS = frozenset({"uuid", "timeuuid"})


class Unsure(Exception):
    """Raised for a statement that is not plain."""


def partition_of(tokens: Sequence[Token], keyspace: str | None, find_table: FindTable) -> Hashable:
    """Return the partition that an INSERT, UPDATE or DELETE without IF writes to, None where it is not certain."""
    words = [text.upper() if kind in ("identifier", "reserved_identifier") else "" for kind, text, _ in tokens]
    if "IF" in words:
        return None
    try:
        if words[:2] == ["INSERT", "INTO"]:
            place, terms = _read_insert(tokens, words)
        elif words[:1] == ["UPDATE"]:
            place, terms = 1, _read_where(tokens, words)
        elif words[:1] == ["DELETE"]:
            place, terms = words.index("FROM") + 1, _read_where(tokens, words)
        else:
            return None
        named, table = _read_name(tokens, place)
        found = find_table(named or keyspace, table)
        key = tuple(_value(terms[column.name], column.cql_type) for column in found.partition_key)
    except Exception:  # noqa: BLE001 - whatever is in the way, the server tells of it
        return None
    return found.keyspace_name, found.name, key


def _read_insert(tokens: Sequence[Token], words: Sequence[str]) -> tuple[int, Terms]:
    """Return where the table's name stands, and the terms; raises Unsure and ValueError."""
    values = words.index("VALUES")
    opening = next(number for number, token in enumerate(tokens) if token[1] == "(")
    names = [_column(part) for part in _split(_inside(tokens, opening), ",")]
    terms = list(_split(_inside(tokens, values + 1), ","))
    if len(set(names)) != len(names):
        raise Unsure
    return 2, dict(zip(names, terms, strict=True))


def _read_where(tokens: Sequence[Token], words: Sequence[str]) -> Terms:
    """Return what columns have to be equal to; raises Unsure and ValueError."""
    terms: dict[str, Sequence[Token]] = {}
    for condition in _split(tokens[words.index("WHERE") + 1 : -1], "AND"):
        if len(condition) > 2 and condition[0][0] in NAMES and condition[1][1] == "=":
            name = _column(condition[:1])
            if name in terms:
                raise Unsure
            terms[name] = condition[2:]
    return terms


def _read_name(tokens: Sequence[Token], place: int) -> tuple[str | None, str]:
    """Return keyspace, if it is named, and table; raises Unsure."""
    first = _column(tokens[place : place + 1])
    if tokens[place + 1][1] != ".":
        return None, first
    return first, _column(tokens[place + 2 : place + 3])


def _column(tokens: Sequence[Token]) -> str:
    """Return the name that one token is; raises Unsure."""
    ((kind, text, _),) = tokens
    if kind not in NAMES:
        raise Unsure
    return text.lower() if kind == "identifier" else text[1:-1].replace('""', '"')


def _inside(tokens: Sequence[Token], opening: int) -> Sequence[Token]:
    """Return what stands between a bracket and the one that closes it; raises Unsure."""
    depth = 0
    for number in range(opening, len(tokens)):
        depth += _depth(tokens[number])
        if depth == 0:
            return tokens[opening + 1 : number]
    raise Unsure


def _split(tokens: Sequence[Token], separator: str) -> Iterator[Sequence[Token]]:
    """Give the parts between separators that stand in no brackets."""
    start = depth = 0
    for number, token in enumerate(tokens):
        depth += _depth(token)
        if not depth and token[1].upper() == separator:
            yield tokens[start:number]
            start = number + 1
    yield tokens[start:]


def _depth(token: Token) -> int:
    """Return by how much brackets are deeper behind a token."""
    kind, text, _ = token
    if kind not in ("op", "brackets"):
        return 0
    return (text in OPENING) - (text in CLOSING)


def _value(term: Sequence[Token], cql_type: str) -> Hashable:
    """Return what a literal stands for, the same for each way to write it; raises Unsure."""
    kinds, text = [kind for kind, _, _ in term], "".join(text for _, text, _ in term)
    if cql_type in TEXTS and kinds == ["quotedStringLiteral"]:
        return text[1:-1].replace("''", "'")
    if cql_type in TEXTS and kinds == ["pgStringLiteral"]:
        return text[2:-2]
    if cql_type in INTEGERS and (kinds == ["wholenumber"] or (kinds == ["op", "wholenumber"] and text[0] == "-")):
        return int(text)
    if (cql_type in UUIDS and kinds == ["uuid"]) or (cql_type == "blob" and kinds == ["blobLiteral"]):
        return text.lower()
    raise Unsure
