"""COPY on Amazon Keyspaces: with options that it can bear, patient where it throttles, row by row where it refuses."""

from typing import Any

from cassandra.query import SimpleStatement

from cqlsh_ext.keyspaces.advice import ROW_TOO_LARGE, advise
from cqlsh_ext.keyspaces.copy_options import copy_options, read_write_units
from cqlsh_ext.keyspaces.row_advice import explain_values
from cqlsh_ext.keyspaces.throttling import explain, pause_before
from cqlsh_ext.shell.importing import BoundedImport
from cqlsh_ext.shell.patience import REFUSALS, append, is_throttled
from cqlsh_ext.shell.stock import copyutil


class KeyspacesTask(copyutil.CopyTask):  # type: ignore[misc]
    """Stock's task, which knows whether the server is Amazon Keyspaces."""

    def maybe_read_config_file(self, opts: dict[str, str], direction: str) -> dict[str, str]:
        """Return the options that the user has set, and on Amazon Keyspaces those that it is best served by."""
        given: dict[str, str] = super().maybe_read_config_file(opts, direction)
        if not self.shell.on_keyspaces:
            return given
        units = read_write_units(self.shell.table_state(self.ks, self.table).properties)
        added = copy_options(direction, given, self.get_num_processes(16), units)
        self.printmsg(f"Options for Amazon Keyspaces: {', '.join(f'{name.upper()}={added[name]}' for name in added)}")
        return {**given, **added}

    def make_params(self) -> dict[str, Any]:
        """Return what is handed to each worker, pickled where it does not start as a fork."""
        return {**super().make_params(), "on_keyspaces": self.shell.on_keyspaces}


class KeyspacesImport(BoundedImport):
    """The worker of COPY FROM, which on Amazon Keyspaces takes errors for what they are."""

    def __init__(self, params: dict[str, Any], **options: Any) -> None:
        super().__init__(params, **options)
        self._on_keyspaces: bool = params["on_keyspaces"]

    def tell_pauses(self, batches: int) -> str:
        """Say how many batches had to wait."""
        if not self._on_keyspaces:
            return super().tell_pauses(batches)
        return f"{batches:,} {'batch was' if batches == 1 else 'batches were'} throttled, and sent again"

    def make_params(self) -> tuple[Any, ...]:
        """Return what stock does; no replica where the driver does not find the host among its own."""
        query, conversion, tokens, make_statement = super().make_params()
        tokens.replicas = [tuple(filter(None, hosts)) for hosts in tokens.replicas]
        if self._on_keyspaces and conversion.is_counter:
            self.min_batch_size, self.max_batch_size = 0, 1
        return query, conversion, tokens, make_statement

    def make_counter_batch_statement(self, query: Any, conv: Any, batch: Any, replicas: Any) -> Any:
        """Return the statement for one row: the service takes no counters in batches."""
        statement = super().make_counter_batch_statement(query, conv, batch, replicas)
        if not self._on_keyspaces:
            return statement
        ((_, text, _),) = statement._statements_and_parameters  # noqa: SLF001 - stock's own workers do so
        single = SimpleStatement(text, consistency_level=self.consistency_level)
        single.replicas = replicas
        return single

    def is_refused(self, response: Exception) -> bool:
        """Tell whether the same batch would be refused again."""
        return isinstance(response, REFUSALS) if self._on_keyspaces else super().is_refused(response)

    def is_busy(self, response: Exception) -> bool:
        """Tell whether the server had too much to do."""
        return is_throttled(response) if self._on_keyspaces else super().is_busy(response)

    def may_repeat(self, response: Exception, batch: Any) -> bool:
        """Tell whether a batch is to be sent again."""
        if not self._on_keyspaces:
            return super().may_repeat(response, batch)
        return not (self.is_refused(response) or self.conv.is_counter or batch["attempts"] >= self.max_attempts)

    def explain(self, response: Exception, batch: Any) -> None:
        """Add to an error what to do about rows that were not written."""
        if self._on_keyspaces and (explanation := self._explain(response, batch)):
            append(response, explanation)

    def _explain(self, error: Exception, batch: Any) -> str | None:
        if is_throttled(error):
            why_not = "it adds to what is stored" if self.conv.is_counter else None
            return explain(repeats=batch["attempts"] - 1, why_not=why_not, reads=False)
        if ROW_TOO_LARGE.search(str(error)):
            return f"Hint: {explain_values(dict(zip(self.valid_columns, batch['rows'][0], strict=False)))}."
        advice = advise(str(error), "INSERT")
        return advice and f"Hint: {advice}."


class BoundedBackoff(copyutil.ExpBackoffRetryPolicy):  # type: ignore[misc]
    """Stock's policy of COPY TO, whose pauses double without end, with pauses that have one."""

    def backoff(self, retry_num: int) -> float:
        """Return the seconds to wait before a page is asked for once more, -1 if it is not."""
        return -1 if retry_num >= self.max_attempts else pause_before(retry_num + 1)


class KeyspacesExport(copyutil.ExportProcess):  # type: ignore[misc]
    """Stock's worker of COPY TO, which on Amazon Keyspaces is patient where a page is throttled."""

    def __init__(self, params: dict[str, Any], **options: Any) -> None:
        super().__init__(params, **options)
        self._on_keyspaces: bool = params["on_keyspaces"]

    def run(self) -> None:
        """Work as stock does; this runs in the worker, where stock's module is changed for it alone."""
        if self._on_keyspaces:
            copyutil.ExpBackoffRetryPolicy = BoundedBackoff
        super().run()
