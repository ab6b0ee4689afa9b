"""Rows as JSON objects, one line each."""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any

from cqlsh_ext.decoding import Decoded, Status
from cqlsh_ext.output.json_text import quote
from cqlsh_ext.output.opener import Opener
from cqlsh_ext.output.page import ResultColumn, Row, Style
from cqlsh_ext.output.values import holds_openable, json_writer, parts
from cqlsh_ext.render.summary import summary

Fields = Callable[[Any], str]


def object_writer(columns: Sequence[ResultColumn], style: Style) -> Callable[[Row], str]:
    """Return what writes one row; of columns of one name, which a row cannot tell apart, the first stands for all."""
    taken = {column.name for column in columns}
    writers: dict[str, tuple[int, Fields]] = {}
    for number, column in enumerate(columns):
        writers.setdefault(column.name, (number, _fields(column, style, taken)))
    fields = list(writers.values())

    def write(row: Row) -> str:
        return "{" + ", ".join([write_fields(row[number]) for number, write_fields in fields]) + "}"

    return write


def _fields(column: ResultColumn, style: Style, taken: set[str]) -> Fields:
    """Return what writes a column's value behind its name, and where that is wanted how it was decoded."""
    opener = Opener(column)
    name, write = quote(column.name), json_writer(column.type, opener)
    if not style.with_codec or not holds_openable(column.type, opener):
        return lambda value: f"{name}: {write(value)}"
    codec_name = quote(next(each for each in _codec_names(column.name) if each not in taken))
    container = bool(parts(column.type))

    def write_with_codec(value: Any) -> str:
        opened: list[Decoded] = []
        opener.opened = opened
        text = write(value)
        codecs = [None if each.status is Status.PLAIN else summary(each) for each in opened]
        told = codecs if container else (codecs or [None])[0]
        return f"{name}: {text}, {codec_name}: {json.dumps(told)}"

    return write_with_codec


def _codec_names(name: str) -> Iterator[str]:
    """Give names for the field that tells how a column was decoded, until one is free."""
    return (f"{name}_codec{'_' * more}" for more in count())
