"""cqlsh's Shell, with eyes."""

import re
import sys
from typing import Any, ClassVar

from cqlsh_ext.ratio.settings import Measuring
from cqlsh_ext.shell.concurrent import ConcurrentShell
from cqlsh_ext.shell.grammar import Typed, stock_alone
from cqlsh_ext.shell.keyspaces_shell import KeyspacesShell
from cqlsh_ext.shell.printing import PrintingShell
from cqlsh_ext.shell.prompting import PromptingShell
from cqlsh_ext.shell.statements import StatementShell
from cqlsh_ext.shell.stock import cqlshmain


class Shell(ConcurrentShell, StatementShell, PromptingShell, KeyspacesShell, PrintingShell):
    """Stock's shell; subshells of SOURCE are made from this class too, and share what is on the class."""

    measuring: ClassVar[Measuring]
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
        """Complete as stock does; with commands and options of ours where stock has none to offer.

        The spaces that stock puts around the dot of `table.column` are left out.
        """
        with stock_alone():
            found = super().find_completions(text)
        return [re.sub(r" ?\. ?", ".", match) for match in found or super().find_completions(text)]

    def get_columnfamily_names(self, ksname: str | None = None) -> list[str]:
        """Name the tables for completion; none where stock raises, as it takes `table.column` for `keyspace.table`."""
        known = (ksname or self.current_keyspace) in self.conn.metadata.keyspaces
        return list(super().get_columnfamily_names(ksname)) if known else []

    def do_copy(self, parsed: Any) -> None:
        """Copy as stock does, with tasks and workers of our own."""
        from cqlsh_ext.shell import copying  # noqa: PLC0415 - most sessions copy nothing

        copying.install()
        super().do_copy(parsed)

    do_copy.__doc__ = cqlshmain.Shell.do_copy.__doc__

    def printerr(self, text: Any, *arguments: Any, **options: Any) -> None:
        """Report an error as stock does, except that nobody reads our output any more: that ends a batch."""
        handled = sys.exc_info()[1]
        if isinstance(handled, BrokenPipeError) and self.batch_mode:
            raise handled
        super().printerr(text, *arguments, **options)

    def handle_parse_error(self, word: str, tokens: Any, parsed: Any, text: str) -> Any:
        """Hand a lenient command what the grammar does not know; else do as stock does."""
        if word.lower() in self.lenient:
            return getattr(self, f"do_{word.lower()}")(Typed(cqlshmain.cqlruleset.cql_extract_orig(tokens, text)))
        return super().handle_parse_error(word, tokens, parsed, text)
