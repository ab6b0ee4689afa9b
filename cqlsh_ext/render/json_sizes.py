"""How many bytes each top-level value of a JSON object takes."""

import re
from collections.abc import Callable, Iterator, Mapping
from json import JSONDecoder, loads
from typing import NamedTuple

from cqlsh_ext.render.json import CHARACTERS, SCALAR


class Patterns(NamedTuple):
    """What the beginning of an object is searched for, with one way to tell a string."""

    pairs: re.Pattern[str]
    """A stretch of keys whose values are neither objects nor arrays."""
    pair: re.Pattern[str]
    """A key and its value, in such a stretch."""
    nested: re.Pattern[str]
    """A key whose value is an object or an array, up to where that begins."""


def _patterns(characters: str) -> Patterns:
    before, after = r'\s*[{,]\s*"', r'"\s*:\s*'
    value = rf'"{characters}"|{SCALAR}'
    return Patterns(
        pairs=re.compile(rf"(?:{before}{characters}{after}(?:{value})){{1,1000}}"),
        pair=re.compile(rf'"({characters}){after}({value})'),
        nested=re.compile(rf"{before}({characters}){after}(?=[{{\[])"),
    )


ESCAPED, UNESCAPED = _patterns(CHARACTERS), _patterns('[^"]*')
SCAN: Callable[[str, int], tuple[object, int]] = JSONDecoder(parse_int=str, parse_float=str, strict=False).scan_once  # type: ignore[attr-defined] # in every Python, and the only way to learn where a value ends


def sizes(text: str) -> dict[str, int]:
    """Return how many bytes of UTF-8 each value of a valid JSON object takes, by its key; {} for anything else."""
    octets = text if text.isascii() else text.encode("utf-8", "surrogatepass").decode("latin-1")
    found: dict[str, int] = {}
    try:
        for pairs in _stretches(octets):
            for key, value in pairs:
                found[key] = found.get(key, 0) + len(value)
    except RecursionError:  # nested deeper than can be measured
        return {}
    return found if octets is text and "\\" not in text else _unescape(found)


def _stretches(octets: str) -> Iterator[list[tuple[str, str]]]:
    """Give the keys of a JSON object and their values, both as they are written, some at a time."""
    patterns = ESCAPED if "\\" in octets else UNESCAPED
    at = 0
    while True:
        if pairs := patterns.pairs.match(octets, at):
            at = pairs.end()
            yield patterns.pair.findall(pairs.group())
        elif nested := patterns.nested.match(octets, at):
            start, at = nested.end(), SCAN(octets, nested.end())[1]
            yield [(nested[1], octets[start:at])]
        else:
            return


def _unescape(found: Mapping[str, int]) -> dict[str, int]:
    """Return the sizes by the keys that are meant, which may be written in several ways."""
    meant: dict[str, int] = {}
    for written, size in found.items():
        key = loads(f'"{written.encode("latin-1").decode("utf-8", "surrogatepass")}"', strict=False)
        meant[key] = meant.get(key, 0) + size
    return meant
