"""CQL's types as the schema writes them: `map<text, frozen<list<int>>>`."""

from typing import NamedTuple


class CqlType(NamedTuple):
    """A type: its name, and the types that it is made of."""

    name: str
    of: tuple["CqlType", ...] = ()
    frozen: bool = False


def read_type(text: str) -> CqlType:
    """Read a type; what is no type of CQL's own is taken for a user-defined one."""
    name, bracket, rest = text.strip().partition("<")
    if not bracket:
        return CqlType(name.strip())
    of = tuple(read_type(part) for part in _split(rest.rpartition(">")[0]))
    if name.strip() == "frozen" and len(of) == 1:
        return of[0]._replace(frozen=True)
    return CqlType(name.strip(), of)


def _split(text: str) -> list[str]:
    """Split at the commas outside of all angle brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "<") - (character == ">")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return parts
