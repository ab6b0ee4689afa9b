"""EXTRACT: write what is inside blobs to files."""

import re
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from cqlsh_ext.commands.command import Command, Parsed, Row, Shell
from cqlsh_ext.commands.limit import limit_of
from cqlsh_ext.errors import UsageError
from cqlsh_ext.file_names import file_name
from cqlsh_ext.folder import MANIFEST, Folder
from cqlsh_ext.render.nested import blobs
from cqlsh_ext.settings import Column

MISUSE = "EXTRACT takes a SELECT, TO 'folder', and then RAW or FORCE"
HELP = """
        EXTRACT [cqlsh-ext only]

          Writes what is inside the blobs of a result to files.

        EXTRACT <any SELECT> TO '<folder>';

          One file for each blob, nested ones too, named after the key of the row and the column, with the
          extension of what is in it. A blob that cannot be opened is written as stored. The file
          manifest.jsonl beside them says what each is and where it comes from.

        EXTRACT <any SELECT> TO '<folder>' RAW;

          The bytes as they are stored.

        EXTRACT <any SELECT> TO '<folder>' FORCE;

          Over files that are there already; without FORCE these end the command.
"""
GRAMMAR = r"""
<extractCommand> ::= "EXTRACT" <selectStatement> "TO" fname=<stringLiteral> "RAW"? "FORCE"?
                   ;
"""
STATEMENT = re.compile(
    r"EXTRACT\s+(SELECT\b.*)\sTO\s*('(?:[^']|'')*')((?:\s*\b(?:RAW|FORCE))*)\s*;?\s*\Z", re.IGNORECASE | re.DOTALL
)
PAGE_ROWS = 20
"""Rows that are held at once: blobs may be large."""


class Value(NamedTuple):
    """One value to write."""

    name: str
    """Of the column."""
    column: Column | None
    number: int | None
    """Counts the values of a column that has several."""
    path: str
    stored: bytes


def run(shell: Shell, parsed: Parsed) -> None:
    """Write a file for each blob, and say how many that were."""
    match = STATEMENT.match(parsed.extract_orig())
    if not match:
        raise UsageError(MISUSE)
    words = match[3].upper().split()
    path = shell.path(match[2])
    complaints: Counter[str] = Counter()
    with Folder(path, force="FORCE" in words) as folder:
        try:
            for row in shell.progress(shell.select(match[1], None, PAGE_ROWS), limit_of(match[1])):
                for value in _values(shell, row):
                    _write(shell, folder, row, value, complaints, raw="RAW" in words)
        finally:
            if folder.count:
                _tell(shell, folder.count, path, complaints)
    if not folder.count:
        shell.note("no blob in the result")


def _values(shell: Shell, row: Row) -> Iterator[Value]:
    """Give the blobs of one row, and the texts of columns that have a codec of their own."""
    for name, value in row.values.items():
        column = Column(*row.table, name) if row.table else None
        if isinstance(value, str) and column in shell.settings.columns:
            yield Value(name, column, None, "", value.encode())
        for number, (path, blob) in enumerate(blobs(value)):
            yield Value(name, column, number if path else None, path, blob)


def _write(shell: Shell, folder: Folder, row: Row, value: Value, complaints: Counter[str], *, raw: bool) -> None:
    from cqlsh_ext.content import EXTENSIONS  # noqa: PLC0415 - the shell starts without any codec
    from cqlsh_ext.decoding import Status, decode  # noqa: PLC0415
    from cqlsh_ext.render.cell import complaint  # noqa: PLC0415
    from cqlsh_ext.render.summary import summary  # noqa: PLC0415

    settings = shell.settings
    decoded = decode(
        value.stored, settings.codecs_for(value.column), settings.limits, settings.dictionaries_for(value.column)
    )
    opened = decoded.status in (Status.DECODED, Status.PLAIN)
    as_stored = raw or not opened
    if not opened:
        complaints[complaint(decoded)] += 1
    extension = decoded.layers[0].record.extension if decoded.layers and as_stored else EXTENSIONS[decoded.content.kind]
    data = value.stored if as_stored else decoded.plain
    entry = {
        "place": row.place,
        "column": f"{value.name}{value.path}",
        "as_stored": as_stored,
        "size": len(data),
        "sha256": sha256(data).hexdigest(),
        **summary(decoded),
    }
    folder.write(file_name(row.key(), value.name, value.number, extension), data, entry)


def _tell(shell: Shell, count: int, path: str, complaints: Counter[str]) -> None:
    shell.note(f"{count:,} {'file' if count == 1 else 'files'} and {MANIFEST} in {path}")
    for what, times in complaints.most_common():
        shell.note(f"{times:,} {'value' if times == 1 else 'values'}: {what}, written as stored")


EXTRACT = Command(
    word="EXTRACT",
    summary="write what is inside blobs to files",
    help=HELP,
    grammar=GRAMMAR,
    run=run,
    ends_with_newline=False,
    lenient=True,
)
