"""Stock's shell, printing what is in force: its own tables, or text for other programs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from typing import Any, ClassVar

from cqlsh_ext.settings import Column, Layout
from cqlsh_ext.shell.cells import Cells, Place
from cqlsh_ext.shell.columns import ResultColumns
from cqlsh_ext.shell.pager import Pager, PagerLeft, find_command
from cqlsh_ext.shell.paging import Listed, PageAhead
from cqlsh_ext.shell.stock import cqlshmain, displaying
from cqlsh_ext.shell.tables import Page, write_table, write_vertical

SUBSHELL_WORD = "source"
"""What starts a shell of its own, which asks where standard output is."""


class PrintingShell(cqlshmain.Shell):  # type: ignore[misc]
    """The part of our shell through which results leave."""

    cells: ClassVar[Cells]
    stdout: Any
    """Where HELP goes."""
    query_out: Any
    """Where results go."""
    shunted_query_out: Any
    """Where results went before they were captured, or shown by a pager."""
    _columns: tuple[PageAhead, ResultColumns] | None = None
    """Those of the last result."""

    @property
    def layout(self) -> Layout:
        """How results are written now: EXPAND, which each shell has of its own, beats FORMAT."""
        return Layout.VERTICAL if self.expand_enabled else self.cells.settings.layout

    @property
    def stdout_for_data(self) -> Any:
        """Standard output, wherever messages, captured and paged results go."""
        return self.shunted_query_out or self.query_out

    def handle_statement(self, tokens: Any, text: str) -> Any:
        """Do what a statement says; beside data for programs, stock's messages go to stderr."""
        narrates = self.layout.is_for_programs and tokens[0][1].lower() != SUBSHELL_WORD
        try:
            with self._narrating() if narrates else nullcontext():
                return super().handle_statement(tokens, text)
        finally:
            if self.shunted_query_out:
                self.query_out.flush()  # what is captured stays, however the session ends

    def writeresult(self, text: Any, color: Any = None, newline: bool = True, out: Any = None) -> None:  # noqa: FBT001, FBT002
        """Write as stock does, except that what is no data stays away from data for programs."""
        if out is None and self.layout.is_for_programs:
            out = sys.stderr
        super().writeresult(text, color, newline, out)

    def flush_output(self) -> None:
        """Say below a result what in it could not be decoded."""
        self._tell_complaints()
        super().flush_output()

    def print_result(self, result: Any, table_meta: Any) -> None:
        """Print a result, the next rows asked for while a page is printed."""
        # Cassandra that is asked for a page of at least LIMIT rows starts over, whatever page it is
        limited = "limit" in result.response_future.query.query_string.lower()
        # each row that is read is paid for there, whether or not a person gets that far
        frugal = self.on_keyspaces and self.tty
        fixed = limited or frugal or self.tracing_enabled or not self.use_paging
        pages = PageAhead(result, None if fixed else self.page_size, peek=self.on_keyspaces)
        if self.layout.is_for_programs:
            self._write_pages(pages, table_meta)
            return
        with self.paged():
            super().print_result(pages, table_meta)
            self._tell_complaints()

    def print_static_result(
        self,
        result: Any,
        table_meta: Any,
        with_header: bool,  # noqa: FBT001
        tty: bool,  # noqa: FBT001
        row_count_offset: int = 0,
    ) -> None:
        """Print one page of a result, or all of one that has no pages."""
        if not result.column_names and not table_meta:
            return
        pages = result if isinstance(result, PageAhead) else PageAhead(result, None)
        if self.layout.is_for_programs:
            self._write_pages(pages, table_meta)
            return
        columns = self._columns_of(pages, table_meta)
        formatted = columns.format(pages.current_rows) if pages.current_rows else None
        page = Page(columns.names, formatted, with_header, tty, row_count_offset)
        (write_vertical if self.layout is Layout.VERTICAL else write_table)(page, self)
        if pages.has_more_pages:
            self.query_out.flush()

    def _columns_of(self, pages: PageAhead, table_meta: Any) -> ResultColumns:
        if self._columns is None or self._columns[0] is not pages:
            names = pages.column_names or list(table_meta.columns)
            self._columns = pages, ResultColumns(self, names, pages.column_types or (), table_meta)
        return self._columns[1]

    def place(self, name: str, table_meta: Any) -> Place:
        """Return where the cells of one column go, and how they are to be opened."""
        column = Column(table_meta.keyspace_name, table_meta.name, name) if table_meta else None
        pretty = self.layout is Layout.VERTICAL
        return self.cells.place(column, terminal=self.query_out.isatty(), pretty=pretty)

    @contextmanager
    def paged(self) -> Iterator[None]:
        """Let what is written inside go through the pager where there is one; who leaves it ends the block."""
        pages = self.tty and not self.shunted_query_out
        command = find_command(self.cells.settings, self.query_out) if pages else None
        if command is None:
            yield
            return
        pager = Pager(command, self.query_out)
        try:
            with self.shunted(pager), suppress(PagerLeft):
                yield
        finally:
            pager.close()

    @contextmanager
    def shunted(self, out: Any) -> Iterator[None]:
        """Let results go elsewhere, as CAPTURE does: stock then asks for no MORE."""
        shunted, self.shunted_query_out, self.query_out = (self.shunted_query_out, self.query_out), self.query_out, out
        try:
            yield
        finally:
            self.shunted_query_out, self.query_out = shunted

    def do_expand(self, parsed: Any) -> None:
        """Switch as stock does; what is vertical by FORMAT alone ends as well."""
        super().do_expand(parsed)
        settings = self.cells.settings
        if parsed.get_binding("switch") and not self.expand_enabled and settings.layout is Layout.VERTICAL:
            settings.layout = Layout.TABLE

    do_expand.__doc__ = cqlshmain.Shell.do_expand.__doc__

    def do_capture(self, parsed: Any) -> None:
        """Capture as stock does; its grammar drops the OFF that its code waits for."""
        words = [text.upper() for kind, text, _ in parsed.matched if kind != "endtoken"]
        super().do_capture(parsed.with_binding("fname", "OFF") if words == ["CAPTURE", "OFF"] else parsed)

    do_capture.__doc__ = cqlshmain.Shell.do_capture.__doc__

    def describe_keyspaces(self, rows: Any) -> None:
        """Print what DESCRIBE KEYSPACES answers."""
        self._describe(rows, super().describe_keyspaces)

    def describe_list(self, rows: Any) -> None:
        """Print the names that DESCRIBE answers."""
        self._describe(rows, super().describe_list)

    def describe_element(self, rows: Any) -> None:
        """Print the statements that DESCRIBE answers."""
        self._describe(rows, super().describe_element)

    def describe_cluster(self, rows: Any) -> None:
        """Print what DESCRIBE CLUSTER answers."""
        self._describe(rows, super().describe_cluster)

    def _describe(self, rows: Any, stock: Any) -> None:
        """Let stock print what DESCRIBE answers, or write the rows for programs."""
        if self.layout.is_for_programs:
            self._write_pages(Listed(rows) if isinstance(rows, list) else PageAhead(rows, None), None)
        else:
            stock(rows)
            self.query_out.flush()

    def _write_pages(self, pages: PageAhead | Listed, table_meta: Any) -> None:
        from cqlsh_ext.shell.streaming import write_pages  # noqa: PLC0415 - loads the codecs

        count = None
        with self.paged():
            count = write_pages(self, pages, table_meta)
        if count is not None:
            self.writeresult(f"({count} rows)")

    def _tell_complaints(self) -> None:
        for line in self.cells.take_complaints():
            self.writeresult(line, color=displaying.RED)

    @contextmanager
    def _narrating(self) -> Iterator[None]:
        """Let what stock prints go to stderr."""
        stdout, self.stdout = self.stdout, sys.stderr
        try:
            with redirect_stdout(sys.stderr):
                yield
        finally:
            self.stdout = stdout
