"""What the commands see of cqlsh's shell."""

import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from cassandra import ConsistencyLevel
from cassandra.query import SimpleStatement

from cqlsh_ext.commands.command import Row
from cqlsh_ext.errors import UsageError
from cqlsh_ext.settings import Layout, Settings
from cqlsh_ext.shell.paging import PageAhead, all_rows
from cqlsh_ext.shell.place import key_reader, place
from cqlsh_ext.shell.statements import is_meant
from cqlsh_ext.shell.stock import cqlshmain, displaying

if TYPE_CHECKING:
    from cqlsh_ext.ratio.batch import Batches, Source, TableSource
    from cqlsh_ext.ratio.settings import Measuring
    from cqlsh_ext.ratio.table import TableFacts

COLORS = {
    "title": displaying.YELLOW,
    "format": displaying.CYAN,
    "bad": displaying.RED,
    "field": displaying.GREEN,
    "other field": displaying.DARK_MAGENTA,
}


class View:
    """One shell, as `commands.Shell` describes it."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    @property
    def settings(self) -> Settings:
        """What is in force."""
        settings: Settings = self._shell.cells.settings
        return settings

    @property
    def measuring(self) -> "Measuring":
        """What is in force for commands that measure."""
        measuring: Measuring = self._shell.measuring
        return measuring

    @property
    def on_keyspaces(self) -> bool:
        """Whether the server is Amazon Keyspaces."""
        return bool(self._shell.on_keyspaces)

    @property
    def consistency(self) -> str:
        """The level of consistency that is read at."""
        return str(ConsistencyLevel.value_to_name[self._shell.consistency_level])

    @property
    def layout(self) -> Layout:
        """How results are written."""
        layout: Layout = self._shell.layout
        return layout

    def set_layout(self, layout: Layout) -> None:
        """Write results in another way from now on, in files that SOURCE runs too."""
        self.settings.layout = layout
        self._shell.expand_enabled = layout is Layout.VERTICAL

    def say(self, text: str) -> None:
        """Write a line for a person to where results go, unless these are for programs."""
        self._shell.writeresult(text)

    def write(self, text: str) -> None:
        """Write a line of data to where results go."""
        self._shell.writeresult(text, out=self._shell.query_out)

    def execute(self, statement: str) -> bool:
        """Run a statement as if it were typed, its results without pauses; return whether all went well."""
        shell = self._shell
        failed, shell.statement_error = shell.statement_error, False
        try:
            with shell.shunted(shell.query_out):
                shell.run_apart(f"{statement};")
            return not shell.statement_error
        finally:
            shell.statement_error = failed or shell.statement_error

    def note(self, text: str) -> None:
        """Write a line that is no data."""
        print(text, file=sys.stderr)

    def paint(self, style: str, text: str) -> str:
        """Colour text, where the shell shows colours."""
        return str(self._shell.applycolor(text, COLORS[style]))

    def unquote(self, name: str) -> str:
        """Return a name as the server spells it."""
        return str(self._shell.cql_unprotect_name(name))

    def path(self, literal: str) -> str:
        """Return the path that a string literal names, `~` expanded."""
        return os.path.expanduser(str(self._shell.cql_unprotect_value(literal)))  # noqa: PTH111 - pathlib raises where it does not know the user

    def table(self, keyspace: str | None, name: str) -> tuple[str, str, Mapping[str, Any]]:
        """Return keyspace, name and columns of a table whose names are as typed."""
        keyspace = self.unquote(keyspace) if keyspace else self._shell.current_keyspace
        if keyspace is None:
            raise UsageError(f"no keyspace is in use: write keyspace.{name}")
        name = self.unquote(name)
        found = self._shell.conn.metadata.keyspaces.get(keyspace)
        if found is None or name not in {**found.tables, **found.views}:
            raise UsageError(f"there is no table {keyspace}.{name}")
        return keyspace, name, {**found.tables, **found.views}[name].columns

    def select(self, statement: str, most: int | None, page_size: int | None = None) -> Iterator[Row]:
        """Run a SELECT with the settings of the shell; give its first `most` rows, or all."""
        shell = self._shell
        page_size = min(page_size or shell.page_size, shell.page_size)
        query = SimpleStatement(
            f"{statement}\n",  # which may end in a comment
            consistency_level=shell.consistency_level,
            serial_consistency_level=shell.serial_consistency_level,
            fetch_size=min(most or page_size, page_size),
        )
        table = self._table_of(statement)
        try:
            result = shell.session.execute(query)
            rows = islice(result, most) if most else all_rows(PageAhead(result, None))
            key = key_reader(table, result)
            for number, values in enumerate(rows, 1):
                where = place(table, values, number)
                yield Row(where, partial(key, values, number), table and (table.keyspace_name, table.name), values)
        except cqlshmain.CQL_ERRORS as error:
            raise UsageError(f"{type(error).__name__}: {error}") from None

    def progress(self, rows: Iterator[Row], most: int | None, *, writes: bool = False) -> Iterator[Row]:
        """Give the rows, and show on a terminal how far that is; `writes` says that their reports go there too."""
        if not sys.stderr.isatty() or (writes and self._shell.query_out.isatty()):
            return rows
        from cqlsh_ext.shell.progress import bar  # noqa: PLC0415 - seldom needed

        return bar(rows, most)

    def facts(self, keyspace: str | None, name: str) -> "TableFacts":
        """Return what is known of a table whose names are as typed; raises UsageError."""
        from cqlsh_ext.shell.table_facts import facts_of  # noqa: PLC0415 - seldom needed

        found, table, _ = self.table(keyspace, name)
        return facts_of(self._shell, found, table)

    def table_rows(self, facts: "TableFacts", where: str) -> "TableSource":
        """Return the rows of a table that meet conditions, as typed behind WHERE; nothing is read yet."""
        from cqlsh_ext.shell.sampling import TableSample  # noqa: PLC0415 - seldom needed

        return TableSample(self._shell, facts, where)

    def selected_rows(self, statement: str) -> "Source":
        """Return the rows of a SELECT, of which the first page is asked for; raises UsageError."""
        from cqlsh_ext.shell.sources import Selected  # noqa: PLC0415 - seldom needed

        return Selected(self._shell, statement, self._table_of(statement))

    def watched(self, batches: "Batches") -> "Batches":
        """Give rows, and show on a terminal how far that is."""
        if not sys.stderr.isatty():
            return batches
        from cqlsh_ext.shell.progress import batch_bar  # noqa: PLC0415 - seldom needed

        return batch_bar(batches)

    @contextmanager
    def uninterrupted(self) -> Iterator[None]:
        """Let Ctrl-C wait until the block is done, or it comes again; it then raises KeyboardInterrupt."""
        pressed = False

        def note(_number: int, _frame: object) -> None:
            nonlocal pressed
            if pressed:
                raise KeyboardInterrupt
            pressed = True

        before = signal.signal(signal.SIGINT, note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
        if pressed:
            raise KeyboardInterrupt

    def is_meant(self, reason: str) -> bool:
        """Say why, and ask whoever types whether to go on; where nobody does, go on."""
        return not self._shell.tty or not sys.stdin.isatty() or is_meant(reason)

    def _table_of(self, statement: str) -> Any:
        """Return what is known of the table that a SELECT reads; None where cqlsh's grammar does not tell."""
        try:
            return self._shell.parse_for_select_meta(f"{statement};")
        except Exception:  # noqa: BLE001 - stock raises several kinds, and the server knows better
            return None
