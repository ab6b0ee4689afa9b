"""Whether the shell is connected; a connection that was lost is tried again every second."""

import time
from typing import Any

from cassandra.policies import ConstantReconnectionPolicy

RETRY_SECONDS = 1.0
POLL_SECONDS = 0.1


class Connection:
    """The connection of one shell, which LOGIN replaces."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    def is_lost(self) -> bool:
        """Tell whether no host can be asked; the driver is told of sockets that were closed, and tries again."""
        cluster, session = self._shell.conn, self._shell.session
        if cluster.is_shutdown or any(pool["open_count"] for pool in session.get_pool_state().values()):
            return False
        if not isinstance(cluster.reconnection_policy, ConstantReconnectionPolicy):
            cluster.reconnection_policy = ConstantReconnectionPolicy(RETRY_SECONDS, max_attempts=None)
        _report_closed(cluster)
        return True

    def wait(self) -> None:
        """Return when there is a connection; Ctrl-C ends it."""
        while self.is_lost():
            time.sleep(POLL_SECONDS)


def _report_closed(cluster: Any) -> None:
    """Hand closed connections back to their pools, as the driver's own heartbeat does twice a minute."""
    for holder in cluster.get_connection_holders():
        for connection in holder.get_connections():
            if connection.is_defunct or connection.is_closed:
                holder.return_connection(connection)
