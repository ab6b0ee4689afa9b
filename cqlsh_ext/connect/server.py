"""A server that can be connected to: by the shell, by LOGIN, and from each of COPY's workers."""

import socket
import threading
from concurrent.futures import Future
from typing import Any, NamedTuple

from cassandra.cluster import Cluster
from cassandra.connection import DefaultEndPoint, DefaultEndPointFactory
from cassandra.policies import WhiteListRoundRobinPolicy

from cqlsh_ext.connect.endpoint import Endpoint
from cqlsh_ext.connect.faults import explain
from cqlsh_ext.connect.faults.network import ASK_FOR_TLS, SHOW_CERTIFICATE
from cqlsh_ext.connect.identity import Identity
from cqlsh_ext.connect.tls import Tls
from cqlsh_ext.errors import ConnectError

KEYSPACES_PROTOCOL = 4
KEYSPACES_ADDRESSES = 2
"""How many addresses of Amazon Keyspaces are tried: all of them are as good, and each that is dead takes its time."""


class VerifiedEndPoint(DefaultEndPoint):  # type: ignore[misc]
    """An address, and the name that the certificate there has to be for."""

    def __init__(self, address: str, port: int, name: str) -> None:
        super().__init__(address, port)
        self._name = name

    @property
    def ssl_options(self) -> dict[str, str]:
        """Return what the driver hands to the handshake: the name goes to the server as well."""
        return {"server_hostname": self._name}


class Server(NamedTuple):
    """Where and how to connect; picklable, as COPY's workers may start from nothing."""

    endpoint: Endpoint
    addresses: tuple[str, ...]
    """What the name of the host was resolved to, once: the driver would ask several times, and the answers rotate."""
    tls: Tls | None
    identity: Identity
    """Who signs, where nobody logs in by name."""
    consistency: str | None
    serial_consistency: str | None
    """What the user wants to begin with; None for what the service allows."""
    heartbeat: float
    """Seconds of silence after which a connection is used, so that nobody on the way drops it."""

    def open(self, **options: Any) -> Cluster:
        """Return the driver's Cluster for the shell, not yet connected; raises UsageError for files of TLS."""
        return self._open(
            self.addresses,
            port=self.endpoint.port,
            load_balancing_policy=WhiteListRoundRobinPolicy(self.addresses),
            idle_heartbeat_interval=self.heartbeat,
            **options,
        )

    def open_node(self, *, contact_points: tuple[str], ssl_options: object, **options: Any) -> Cluster:
        """Return the Cluster that one of COPY's workers asks the driver for by address, verified as the shell's is."""
        del ssl_options
        return self._open(contact_points, **options)

    def name_of(self, address: str) -> str:
        """Return the name that the certificate at an address of the cluster has to be for.

        Nodes of Apache Cassandra that the user did not call by a name are to have their address in the certificate.
        """
        if self.tls and self.tls.server_name:
            return self.tls.server_name
        called = self.endpoint.keyspaces or address in self.addresses
        return self.endpoint.host.removesuffix(".") if called else address

    def levels(self, *, keyspaces: bool) -> tuple[str, str]:
        """Return the names of the levels of consistency and of serial consistency to begin with."""
        defaults = ("LOCAL_QUORUM", "LOCAL_SERIAL") if keyspaces else ("ONE", "SERIAL")
        return self.consistency or defaults[0], self.serial_consistency or defaults[1]

    def choices(self, *, keyspaces: bool) -> list[str]:
        """Return what was chosen, as the user is to see it."""
        return [
            self.identity.region or "region of the profile",
            self._describe_tls(),
            f"consistency {', '.join(self.levels(keyspaces=keyspaces))}",
            f"heartbeat {self.heartbeat} s",
        ]

    def _describe_tls(self) -> str:
        if self.tls is None:
            return "NO TLS"
        if not self.tls.validate:
            return "TLS NOT VERIFIED"
        name = self.name_of(self.addresses[0])
        return f"TLS verified as {name}" if self.tls.check_hostname else "TLS verified for any name"

    def explain(self, error: Exception) -> ConnectError:
        """Return the error that tells the user what went wrong at login and what to do."""
        endpoint = self.endpoint
        return explain(
            error,
            host=endpoint.host,
            port=endpoint.port,
            name=self.name_of(self.addresses[0]),
            remedy=SHOW_CERTIFICATE if self.tls else ASK_FOR_TLS,
            **self.identity.facts,
        )

    def _open(self, addresses: tuple[str, ...], *, port: int, **options: Any) -> Cluster:
        if self.tls is None:
            return Cluster(contact_points=addresses, port=port, **options)
        host = self.endpoint.host if set(addresses) <= set(self.addresses) else addresses[0]
        return Cluster(
            contact_points=[VerifiedEndPoint(address, port, self.name_of(address)) for address in addresses],
            port=port,
            ssl_context=self.tls.context(host),
            endpoint_factory=_VerifiedEndPoints(self, port),
            **options,
        )


class _VerifiedEndPoints(DefaultEndPointFactory):  # type: ignore[misc]
    """Gives every node that the cluster names the name that its certificate has to be for."""

    def __init__(self, server: Server, port: int) -> None:
        super().__init__(port)
        self._server = server

    def create(self, row: Any) -> VerifiedEndPoint:
        """Return the end point for a row of `system.peers`."""
        found = super().create(row)
        return VerifiedEndPoint(found.address, found.port, self._server.name_of(found.address))


def resolve(endpoint: Endpoint) -> tuple[str, ...]:
    """Return the addresses to connect to; raises OSError or UnicodeError, and KeyboardInterrupt while it waits."""
    found: Future[list[Any]] = Future()

    def look_up() -> None:
        try:
            found.set_result(socket.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError) as error:
            found.set_exception(error)

    threading.Thread(target=look_up, daemon=True).start()  # the main thread would hear no signal until it has an answer
    addresses = tuple(dict.fromkeys(str(address[0]) for *_, address in found.result()))
    return addresses[:KEYSPACES_ADDRESSES] if endpoint.keyspaces else addresses
