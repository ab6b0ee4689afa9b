"""COPY's worker processes, connected as the shell is: by address, with the certificate for the shell's name."""

import signal
from typing import TYPE_CHECKING, Any

from cqlsh_ext.shell.copy_progress import MeteredImport
from cqlsh_ext.shell.keyspaces_copy import KeyspacesImport, KeyspacesTask
from cqlsh_ext.shell.stock import copyutil

if TYPE_CHECKING:
    from cqlsh_ext.connect.server import Server


class ConnectedTask(copyutil.CopyTask):  # type: ignore[misc]
    """Tells its workers how to connect, and ends them when Ctrl-C is pressed."""

    def start_processes(self) -> None:
        """Start as stock does processes that let Ctrl-C pass, which every process of a terminal gets."""
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            super().start_processes()
        finally:
            signal.signal(signal.SIGINT, before)

    def make_params(self) -> dict[str, Any]:
        """Return what is handed to each worker, pickled where it does not start as a fork."""
        return {**super().make_params(), "server": self.shell.server}


class ConnectedProcess(copyutil.ChildProcess):  # type: ignore[misc]
    """Connects as it is told, where stock's connects in its own way."""

    def __init__(self, params: dict[str, Any], **options: Any) -> None:
        super().__init__(params, **options)
        self._server: Server = params["server"]
        self.ssl = False

    def run(self) -> None:
        """Work as stock does; this runs in the worker, where stock's module is changed for it alone."""
        copyutil.Cluster = self._server.open_node
        super().run()


class ImportTask(KeyspacesTask, ConnectedTask, MeteredImport):
    """Stock's task of COPY FROM."""


class ImportProcess(ConnectedProcess, KeyspacesImport):
    """Stock's worker of COPY FROM."""
