"""cqlsh's Shell, with eyes."""

import re
import sys
from typing import Any, ClassVar

from cqlsh_ext.settings import Column
from cqlsh_ext.shell.cells import Cells, Place
from cqlsh_ext.shell.columns import format_columns
from cqlsh_ext.shell.connected import ConnectedShell
from cqlsh_ext.shell.describing import DescribingShell
from cqlsh_ext.shell.grammar import Typed
from cqlsh_ext.shell.output import Page, write_table, write_vertical
from cqlsh_ext.shell.paging import PageAhead
from cqlsh_ext.shell.stock import cqlshmain, displaying, formatting


class Shell(DescribingShell, ConnectedShell):
    """Stock's shell; subshells of SOURCE are made from this class too, and share what is on the class."""

    cells: ClassVar[Cells]
    lenient: ClassVar[frozenset[str]]
    """Commands, in lower case, that read their statement themselves."""
    cqldocs = cqlshmain.cql3handling.cqldocs
    """Where stock's completion of HELP looks for its topics, and stock's shell has none."""

    def check_build_versions(self) -> None:
        """Warn, on stderr, of a server of another major version than cqlsh was built against."""
        server = self.connection_versions["build"]
        if not self.on_keyspaces and server.partition(".")[0] != cqlshmain.build_version.partition(".")[0]:
            print(
                f"cqlsh {cqlshmain.version} was built against Cassandra {cqlshmain.build_version}, this server is"
                f" {server}: some features may not work.",
                file=sys.stderr,
            )

    def init_history(self) -> None:
        """Let stock prepare readline, then let TAB complete names with a hyphen as one word."""
        super().init_history()
        if cqlshmain.readline is not None:
            delimiters = cqlshmain.readline.get_completer_delims()
            cqlshmain.readline.set_completer_delims(delimiters.replace("-", ""))

    def find_completions(self, text: str) -> list[str]:
        """Complete as stock does, without the spaces that it puts around the dot of `table.column`."""
        return [re.sub(r" ?\. ?", ".", match) for match in super().find_completions(text)]

    def get_columnfamily_names(self, ksname: str | None = None) -> list[str]:
        """Name the tables for completion; none where stock raises, as it takes `table.column` for `keyspace.table`."""
        known = (ksname or self.current_keyspace) in self.conn.metadata.keyspaces
        return list(super().get_columnfamily_names(ksname)) if known else []

    def printerr(self, text: Any, *arguments: Any, **options: Any) -> None:
        """Report an error as stock does, except that nobody reads our output any more: that ends a batch."""
        if isinstance(text, BrokenPipeError) and self.batch_mode:
            raise text
        super().printerr(text, *arguments, **options)

    def handle_parse_error(self, word: str, tokens: Any, parsed: Any, text: str) -> Any:
        """Hand a lenient command what the grammar does not know; else do as stock does."""
        if word.lower() in self.lenient:
            return getattr(self, f"do_{word.lower()}")(Typed(cqlshmain.cqlruleset.cql_extract_orig(tokens, text)))
        return super().handle_parse_error(word, tokens, parsed, text)

    def flush_output(self) -> None:
        """Say below a result what in it could not be decoded."""
        for line in self.cells.take_complaints():
            self.writeresult(line, color=displaying.RED)
        super().flush_output()

    def print_result(self, result: Any, table_meta: Any) -> None:
        """Print a result as stock does, the next rows asked for while a page is printed."""
        # Cassandra that is asked for a page of at least LIMIT rows starts over, whatever page it is
        limited = "limit" in result.response_future.query.query_string.lower()
        fixed = limited or self.tracing_enabled or not self.use_paging
        super().print_result(PageAhead(result, None if fixed else self.page_size), table_meta)

    def print_static_result(
        self,
        result: Any,
        table_meta: Any,
        with_header: bool,  # noqa: FBT001
        tty: bool,  # noqa: FBT001
        row_count_offset: int = 0,
    ) -> None:
        """Hand one page of a result, as formatted columns, to the output in force."""
        if not result.column_names and not table_meta:
            return
        names = result.column_names or list(table_meta.columns)
        formatted_names = [self.myformat_colname(name, table_meta) for name in names]
        columns = None
        if result.current_rows:
            keyspace = table_meta.keyspace_name if table_meta else self.current_keyspace
            keyspace_meta = self.conn.metadata.keyspaces.get(keyspace)
            types = [formatting.CqlType(cqlshmain.cql_typename(each), keyspace_meta) for each in result.column_types]
            values = [[row[name] for row in result.current_rows] for name in names]
            columns = format_columns(self, self.cells, values, types, [self._place(name, table_meta) for name in names])
        page = Page(formatted_names, columns, with_header, tty, row_count_offset)
        (write_vertical if self.expand_enabled else write_table)(page, self)

    def _place(self, name: str, table_meta: Any) -> Place:
        column = Column(table_meta.keyspace_name, table_meta.name, name) if table_meta else None
        return self.cells.place(column, terminal=self.query_out.isatty(), pretty=self.expand_enabled)
