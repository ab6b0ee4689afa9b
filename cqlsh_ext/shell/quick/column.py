"""One column of a page, written at once."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import wcwidth

from cqlsh_ext.shell.quick.collections import write_collections
from cqlsh_ext.shell.quick.scalars import Scalar, find_scalar
from cqlsh_ext.shell.quick.style import Style, Unusual
from cqlsh_ext.shell.stock import formatting

NULL = type(None)
WIDTH_OF_EMPTY = 0
"""What stock takes for the width of an empty collection."""


class Formatted(NamedTuple):
    """A column of a page as it is shown, colours included."""

    texts: Sequence[str]
    widths: Sequence[int]
    """In columns of a terminal."""


def format_quickly(values: Sequence[Any], cql_type: Any, style: Style) -> Formatted | None:
    """Format a column; None where stock has to."""
    kinds = {*map(type, values)}
    if NULL in kinds and len(kinds) > 1:
        return _format_with_nulls(values, cql_type, style)
    try:
        scalar = find_scalar(cql_type)
        return _format_scalars(scalar, values, style) if scalar else _format_collections(values, cql_type, style)
    except (Unusual, TypeError, ValueError):  # or what stock stumbles over as well
        return None


def _format_scalars(scalar: Scalar, values: Sequence[Any], style: Style) -> Formatted:
    texts = scalar.write(values, style)
    widths = [*map(len if "".join(texts).isascii() else wcwidth.wcswidth, texts)]
    color, reset = style.colors[scalar.color], style.colors["reset"]
    return Formatted([f"{color}{text}{reset}" for text in texts] if reset else texts, widths)


def _format_collections(values: Sequence[Any], cql_type: Any, style: Style) -> Formatted:
    texts = write_collections(values, cql_type, style)
    return Formatted(texts, [len(text) if value else WIDTH_OF_EMPTY for text, value in zip(texts, values, strict=True)])


def _format_with_nulls(values: Sequence[Any], cql_type: Any, style: Style) -> Formatted | None:
    present = format_quickly([value for value in values if value is not None], cql_type, style)
    if present is None:
        return None
    null = formatting.default_null_placeholder
    shown = f"{style.colors['error']}{null}{style.colors['reset']}", len(null)
    others = zip(*present, strict=True)
    return Formatted(*zip(*(shown if value is None else next(others) for value in values), strict=True))
