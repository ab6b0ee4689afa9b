"""Lists, sets and maps of scalars, many at once; their elements, of all rows, are written like one column."""

from collections.abc import Iterator, Sequence
from typing import Any

from cassandra.util import OrderedMapSerializedKey, SortedSet

from cqlsh_ext.shell.quick.scalars import TEXT_TYPES, find_scalar, only
from cqlsh_ext.shell.quick.style import Style, Unusual
from cqlsh_ext.shell.stock import formatting

QUOTE = "'"
QUOTED = frozenset({*TEXT_TYPES, "inet", "timestamp"})


def write_collections(values: Sequence[Any], cql_type: Any, style: Style) -> Sequence[str]:
    """Write collections without colour, in ASCII; raise Unusual for what is left to stock."""
    if style.colors["reset"]:
        raise Unusual
    if cql_type.formatter is formatting.format_value_map:
        return _maps(only(OrderedMapSerializedKey, values), cql_type.sub_types, style)
    if cql_type.formatter is formatting.format_value_set:
        return _sequences(only(SortedSet, values), "{}", cql_type.sub_types, style)
    if cql_type.formatter is formatting.format_value_list:
        return _sequences(only(list, values), "[]", cql_type.sub_types, style)
    raise Unusual


def _maps(values: Sequence[Any], types: Sequence[Any], style: Style) -> Sequence[str]:
    items = [sorted(value._items) for value in values]  # noqa: SLF001 - `items()` looks each key up
    keys = _elements([key for pairs in items for key, _ in pairs], types[0], style)
    found = _elements([value for pairs in items for _, value in pairs], types[1], style)
    return ["{" + ", ".join([f"{next(keys)}: {next(found)}" for _ in pairs]) + "}" for pairs in items]


def _sequences(values: Sequence[Any], brackets: str, types: Sequence[Any], style: Style) -> Sequence[str]:
    if len(types) != 1:
        raise Unusual
    elements = _elements([element for value in values for element in value], types[0], style)
    return [f"{brackets[0]}{', '.join([next(elements) for _ in value])}{brackets[1]}" for value in values]


def _elements(values: Sequence[Any], cql_type: Any, style: Style) -> Iterator[str]:
    if not values:
        return iter(())
    scalar = find_scalar(cql_type)
    if scalar is None:
        raise Unusual
    texts = scalar.write(values, style)
    if not "".join(texts).isascii():
        raise Unusual
    if cql_type.type_name in QUOTED:
        return iter([f"'{text.replace(QUOTE, QUOTE + QUOTE)}'" for text in texts])
    return iter(texts)
