"""COPY TO ... WITH DECOMPRESS=true: the one place that touches COPY's workers."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import Any

from cqlsh_ext.settings import Column, Settings
from cqlsh_ext.shell.cells import Cells
from cqlsh_ext.shell.copy_progress import MeteredExport, RangedExport
from cqlsh_ext.shell.exporting import ColumnsExport
from cqlsh_ext.shell.feeding import FilesReader, ImportErrorHandler, PipeReader
from cqlsh_ext.shell.keyspaces_copy import KeyspacesExport, KeyspacesTask
from cqlsh_ext.shell.spinner import note
from cqlsh_ext.shell.stock import copyutil, cqlshmain
from cqlsh_ext.shell.workers import ConnectedProcess, ConnectedTask, ImportProcess, ImportTask

OPTION = "decompress"


class ExportTask(KeyspacesTask, ConnectedTask, MeteredExport):
    """Stock's task, with one option more."""

    def parse_options(self, opts: dict[str, str], direction: str) -> Any:
        """Take the option out of what stock does not recognise."""
        options = super().parse_options(opts, direction)
        switch = options.unrecognized.pop(OPTION, "false").lower()
        if switch not in ("true", "false"):
            raise ValueError(f"Invalid value {switch!r} for the COPY option DECOMPRESS: use true or false")
        options.copy[OPTION] = self.shell.cells.settings if switch == "true" else None
        return options

    def run(self) -> Any:
        """Work as stock does; rows for STDOUT go there, wherever messages go."""
        with redirect_stdout(self.shell.stdout_for_data if self.fname is None else sys.stdout):
            return super().run()

    def export_records(self, ranges: dict[Any, Any]) -> None:
        """Receive rows as stock does, and what could not be decoded, which is told at the end."""
        receive, cells = self.inmsg.recv, self.shell.cells

        def rows(timeout: float) -> Iterator[Any]:
            for token_range, result in receive(timeout):
                if isinstance(result, Counter):
                    cells.complaints.update(result)
                else:
                    yield token_range, result

        self.inmsg.recv = rows
        try:
            super().export_records(ranges)
        finally:
            for line in cells.take_complaints():
                note(f"{line}, written as stored")


class ExportProcess(ConnectedProcess, KeyspacesExport, RangedExport, ColumnsExport):
    """Stock's worker; it decodes only where the option says so."""

    def run(self) -> None:
        """Work as stock does, blobs decoded if the option says so."""
        settings: Settings | None = self.options.copy[OPTION]
        self.cells = Cells(settings) if settings else None
        if self.cells:
            self.cells.install()
        super().run()

    def write_rows_to_csv(self, token_range: Any, rows: Any, cql_types: list[Any]) -> None:
        """Tell each type which column it stands for, as a formatter sees no more; count what was not decoded."""
        for cql_type, name in zip(cql_types, self.columns, strict=True):
            cql_type.column = Column(self.ks, self.table, name)
        super().write_rows_to_csv(token_range, rows, cql_types)
        if self.cells and self.cells.complaints:
            self.send((token_range, self.cells.complaints.copy()))
            self.cells.complaints.clear()

    @property
    def writes_plainly(self) -> bool:
        """Whether nothing is decoded, and all is written as it is unless the user sets it."""
        return self.cells is None and super().writes_plainly

    def format_value(self, val: Any, cqltype: Any) -> Any:
        """Format one value, its blobs decoded where the option says so."""
        if self.cells is None:
            return super().format_value(val, cqltype)
        with self.cells.at(self.cells.place(cqltype.column, terminal=False, pretty=False)):
            return super().format_value(val, cqltype)


def install() -> None:
    """Put the classes where cqlsh looks for them."""
    cqlshmain.ExportTask, copyutil.ExportProcess = ExportTask, ExportProcess
    cqlshmain.ImportTask, copyutil.ImportProcess = ImportTask, ImportProcess
    copyutil.FilesReader, copyutil.PipeReader = FilesReader, PipeReader
    copyutil.ImportErrorHandler = ImportErrorHandler
