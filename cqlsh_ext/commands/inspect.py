"""INSPECT: what exactly is in a cell, a file or a hexadecimal literal."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from cqlsh_ext.commands.command import Command, Parsed, Row, Shell
from cqlsh_ext.commands.limit import limit_of
from cqlsh_ext.errors import UsageError
from cqlsh_ext.render.nested import blobs
from cqlsh_ext.settings import Column, Layout, Settings
from cqlsh_ext.stored import read_value

if TYPE_CHECKING:
    from cqlsh_ext.decoding import Status

Paint = Callable[[str, str], str]

DEFAULT_ROWS = 10
MISUSE = "INSPECT takes a SELECT, a blob such as 0x1f8b08, or FILE 'path', and then AS JSON or VERBOSE"
HELP = """
        INSPECT [cqlsh-ext only]

          Reports what exactly is in a value: its layers of compression with every field of their headers,
          sizes, ratio and integrity, what is wrong and at which byte, and what is inside.

        INSPECT <any SELECT>;

          Every blob in the result, nested ones too. Of a SELECT without LIMIT the first 10 rows.

        INSPECT 0x1f8b08...;

          The bytes that the literal stands for.

        INSPECT FILE '<path>';

          The bytes, or the hexadecimal text, in a file.

        Each may end in AS JSON, for one JSON object a value, and in VERBOSE, for a hexdump of each header and
        the story of detection: every format tried, and why it was refused.
"""
GRAMMAR = r"""
<inspectCommand> ::= "INSPECT" ( "FILE" fname=<stringLiteral> | <blobLiteral> | <selectStatement> )
                     ( "AS" "JSON" )? "VERBOSE"?
                   ;
"""
STATEMENT = re.compile(r"INSPECT\s+(.*?)((?:\s+AS\s+JSON|\s+VERBOSE)*)\s*;?\s*\Z", re.IGNORECASE | re.DOTALL)
LITERAL = re.compile(r"0x([0-9a-f]*)\Z", re.IGNORECASE)
FILE = re.compile(r"FILE\s+('(?:[^']|'')*')\Z", re.IGNORECASE)
SELECT = re.compile(r"SELECT\b", re.IGNORECASE)


class Value(NamedTuple):
    """One value to report on, and the column whose codec opens it."""

    place: str
    stored: bytes
    column: Column | None = None


def run(shell: Shell, parsed: Parsed) -> None:
    """Report on every value that the statement names."""
    match = STATEMENT.match(parsed.extract_orig())
    if not match:
        raise UsageError(MISUSE)
    words = match[2].upper().split()
    as_json = "JSON" in words or shell.layout in (Layout.JSON, Layout.JSONL)
    paint = None if as_json else shell.paint
    found = False
    for value in _values(shell, match[1]):
        found = True
        shell.write("\n".join(draw(value, shell.settings, paint, verbose="VERBOSE" in words)[1]))
    if not found:
        shell.note("no blob in the result")


def draw(value: Value, settings: Settings, paint: Paint | None, *, verbose: bool) -> tuple["Status", Iterator[str]]:
    """Decode one value; return what came of it and the lines of its report, one of JSON where nothing paints."""
    from cqlsh_ext.decoding import Status, decode  # noqa: PLC0415 - the shell starts without any codec
    from cqlsh_ext.render.report import Subject, report  # noqa: PLC0415
    from cqlsh_ext.render.report_json import report_json  # noqa: PLC0415
    from cqlsh_ext.story import near_misses, tell_story  # noqa: PLC0415

    codecs = settings.codecs_for(value.column)
    dictionaries = settings.dictionaries_for(value.column)
    decoded = decode(value.stored, codecs, settings.limits, dictionaries)
    plain = decoded.status is Status.PLAIN
    story = tell_story(value.stored, codecs, settings.limits, dictionaries) if verbose or plain else []
    near = near_misses(value.stored, story, settings.limits) if plain else ()
    subject = Subject(value.place, value.stored, decoded, near, story if verbose else None)
    return decoded.status, report(subject, paint) if paint else iter([report_json(subject)])


def _values(shell: Shell, source: str) -> Iterator[Value]:
    if literal := LITERAL.match(source):
        if len(literal[1]) % 2:
            raise UsageError("a blob takes two digits a byte: this one has an odd number")
        yield Value("0x…", bytes.fromhex(literal[1]))
    elif file := FILE.match(source):
        path = shell.path(file[1])
        yield Value(path, read_value(path))
    elif not SELECT.match(source):
        raise UsageError(MISUSE)
    else:
        limit = limit_of(source)
        if limit is None:
            shell.note(f"the first {DEFAULT_ROWS} rows, for want of a LIMIT")
        rows = shell.select(source, DEFAULT_ROWS if limit is None else None)
        for row in shell.progress(rows, limit, writes=True):
            yield from _blobs(shell.settings, row)


def _blobs(settings: Settings, row: Row) -> Iterator[Value]:
    """Give the blobs of one row, and the texts of columns that have a codec of their own."""
    for name, value in row.values.items():
        column = Column(*row.table, name) if row.table else None
        if isinstance(value, str) and column in settings.columns:
            yield Value(f"{row.place}, column {name}", value.encode(), column)
        for path, blob in blobs(value):
            yield Value(f"{row.place}, column {name}{path}", blob, column)


INSPECT = Command(
    word="INSPECT",
    summary="report what exactly is in a value: layers, headers, sizes, integrity, content",
    help=HELP,
    grammar=GRAMMAR,
    run=run,
    ends_with_newline=False,
    pages=True,
    lenient=True,
)
