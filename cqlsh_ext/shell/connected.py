"""Stock's shell, connected in our way: with TLS that verifies, on Amazon Keyspaces too, and faults in sentences."""

import getpass
from typing import Any, ClassVar

from cassandra import ConsistencyLevel
from cassandra.auth import PlainTextAuthProvider

from cqlsh_ext.connect.endpoint import KEYSPACES_CLUSTER, Endpoint
from cqlsh_ext.connect.server import Server
from cqlsh_ext.errors import CqlshExtError
from cqlsh_ext.shell.stock import cqlshmain

SESSION_SETTINGS = ("default_timeout", "row_factory", "default_consistency_level", "max_trace_wait")


class ConnectedShell(cqlshmain.Shell):  # type: ignore[misc]
    """Connects to `server`; subshells of SOURCE use the connection of the shell that makes them."""

    server: ClassVar[Server]
    conn: Any
    session: Any

    def __init__(
        self,
        hostname: str,
        port: int,
        *,
        use_conn: Any = None,
        auth_provider: Any = None,
        cqlver: str | None = None,
        protocol_version: int | None = None,
        connect_timeout: float = cqlshmain.DEFAULT_CONNECT_TIMEOUT_SECONDS,
        **options: Any,
    ) -> None:
        """Connect; raises ConnectError."""
        try:
            auth_provider = _with_password(auth_provider)
            connection = use_conn or self._open(
                auth_provider, cqlver, connect_timeout, **_given(protocol_version=protocol_version)
            )
            super().__init__(
                hostname,
                port,
                use_conn=connection,
                auth_provider=auth_provider,
                connect_timeout=connect_timeout,
                **options,
            )
        except CqlshExtError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the user is told in a sentence
            raise self.server.explain(error) from None
        self.owns_connection = not use_conn
        levels = self.server.levels(keyspaces=self.on_keyspaces)
        self.consistency_level, self.serial_consistency_level = map(ConsistencyLevel.name_to_value.get, levels)

    @property
    def endpoint(self) -> Endpoint:
        """Where the shell connects to."""
        return self.server.endpoint

    @property
    def on_keyspaces(self) -> bool:
        """Whether the server is Amazon Keyspaces: its name or the user says so, or it says so itself."""
        return self.endpoint.keyspaces or self.conn.metadata.cluster_name == KEYSPACES_CLUSTER

    def do_login(self, parsed: Any) -> None:
        """Connect anew as another user; raises ConnectError, and keeps the connection that there is."""
        given = parsed.get_binding("password")
        provider = _with_password(PlainTextAuthProvider(parsed.get_binding("username"), given and given[1:-1]))
        old = self.conn
        try:
            connection = self._open(
                provider, old.cql_version, old.connect_timeout, protocol_version=old.protocol_version
            )
            session = connection.connect(*filter(None, [self.current_keyspace]))
        except Exception as error:  # noqa: BLE001 - whatever it is, the user is told in a sentence
            raise self.server.explain(error) from None
        for name in SESSION_SETTINGS:
            setattr(session, name, getattr(self.session, name))
        self.conn, self.session = connection, session
        self.auth_provider, self.username = provider, provider.username

    do_login.__doc__ = cqlshmain.Shell.do_login.__doc__

    def show_version(self) -> None:
        """Tell, below what stock tells, what was chosen for Amazon Keyspaces."""
        super().show_version()
        if self.on_keyspaces:
            print(f"[{' | '.join(self.server.choices(keyspaces=True))} | {_name_login(self.auth_provider)}]")

    def _open(self, auth_provider: Any, cql_version: str | None, timeout: float, **options: Any) -> Any:
        """Return the driver's Cluster."""
        return self.server.open(
            cql_version=cql_version,
            auth_provider=auth_provider,
            control_connection_timeout=timeout,
            connect_timeout=timeout,
            **options,
        )


def _with_password(provider: Any) -> Any:
    """Ask for the password that is missing; raises EOFError."""
    if not isinstance(provider, PlainTextAuthProvider) or provider.password:
        return provider
    return PlainTextAuthProvider(provider.username, getpass.getpass())


def _given(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _name_login(provider: Any) -> str:
    if isinstance(provider, PlainTextAuthProvider):
        return f"user {provider.username}"
    return type(provider).__name__.removesuffix("AuthProvider") if provider else "no login"
