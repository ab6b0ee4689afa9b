"""What reads the files of COPY FROM: record by record, where stock reads lines and loses rows that go over several."""

import csv
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any

from cqlsh_ext.shell.stock import copyutil

CHUNK_CHARACTERS = 1024 * 1024
"""How much is handed to a worker at a time, about, where its rows are long."""


class ReadError(Exception):
    """A file could not be read to its end."""


class Records:
    """The records of a CSV file, each as it stands there."""

    def __init__(self, lines: Iterable[str], dialect: dict[str, Any]) -> None:
        self._lines = lines
        self._record: list[str] = []
        self._reader = csv.reader(self._take(), **dialect)
        self.number = 0
        """Of the last line that was read."""

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        self._record.clear()
        with suppress(csv.Error):  # who converts it refuses it
            next(self._reader)
        return "".join(self._record)

    def close(self) -> None:
        """Close the file."""
        self._lines.close()  # type: ignore[attr-defined]

    @property
    def name(self) -> str:
        """The file's name."""
        return str(self._lines.name)  # type: ignore[attr-defined]

    def _take(self) -> Iterator[str]:
        for line in self._lines:
            self.number += 1
            self._record.append(line)
            yield line


class FilesReader(copyutil.FilesReader):  # type: ignore[misc]
    """Stock's reader of files, which reads records."""

    def __init__(self, fname: str, options: Any) -> None:
        super().__init__(fname, options)
        self._dialect = options.dialect
        self._fault: ReadError | None = None

    def start(self) -> None:
        """Begin, in the process that reads."""
        let_fields_be_long()
        super().start()

    def get_source(self, paths: str) -> Iterator[Records]:
        """Open one file after the other."""
        files = super().get_source(paths)
        return (Records(file, self._dialect) for file in files)

    @property
    def exhausted(self) -> bool:
        """Whether there is nothing more to read, or to tell."""
        return not self.current_source and self._fault is None

    def read_rows(self, max_rows: int) -> list[str]:
        """Return the next records of one file; raises ReadError, after what could be read before."""
        if self._fault is not None:
            fault, self._fault = self._fault, None
            raise fault
        rows: list[str] = []
        size = 0
        while len(rows) < min(max_rows, self.chunk_size) and size < CHUNK_CHARACTERS:
            record = self._next_record()
            if record is None:
                self.next_source()
                break
            if self.num_read > self.skip_rows:
                rows.append(record)
                size += len(record)
        return rows

    def _next_record(self) -> str | None:
        """Return the next record of this file that is wanted."""
        source = self.current_source
        try:
            record: str | None = next(source, None)
        except (OSError, UnicodeError) as error:
            self._fault = ReadError(f"{source.name}, behind line {source.number}: {error}; the rest was not read")
            return None
        if record is None:
            return None
        self.num_read += 1
        return None if 0 <= self.max_rows < self.num_read else record


class RecordsPipe:
    """A pipe of lines that gives records, and None at the end."""

    def __init__(self, pipe: Any, dialect: dict[str, Any]) -> None:
        self._pipe = pipe
        self._dialect = dialect

    @cached_property
    def _records(self) -> Records:
        return Records(iter(self._pipe.recv, None), self._dialect)

    def recv(self) -> str | None:
        """Return the next record."""
        return next(self._records, None)


class PipeReader(copyutil.PipeReader):  # type: ignore[misc]
    """Stock's reader of what is typed or piped, which reads records."""

    def __init__(self, inpipe: Any, options: Any) -> None:
        super().__init__(RecordsPipe(inpipe, options.dialect), options)

    def start(self) -> None:
        """Begin, in the process that reads."""
        let_fields_be_long()
        super().start()


def let_fields_be_long() -> None:
    """Leave it to who converts records to refuse long fields."""
    csv.field_size_limit(sys.maxsize)


class ImportErrorHandler(copyutil.ImportErrorHandler):  # type: ignore[misc]
    """Stock's handler, which writes records that could not be read as they stand in their file."""

    def add_failed_rows(self, rows: list[Any]) -> None:
        """Add rows to the file of errors."""
        super().add_failed_rows([row for row in rows if not isinstance(row, str)])
        records = [row for row in rows if isinstance(row, str)]
        self.num_rows_failed += len(records)
        if records:
            with open(self.err_file, "a", encoding="utf-8") as file:  # noqa: PTH123 - as stock opens it
                file.writelines(records)
