"""From options and cqlshrc to a server and a login: read as stock reads them, then completed by what the host is."""

import codecs
import configparser
import os
import sys
from collections.abc import Mapping
from typing import Any

from cassandra.auth import PlainTextAuthProvider

from cqlsh_ext.connect.endpoint import Endpoint, find_endpoint
from cqlsh_ext.connect.faults import explain
from cqlsh_ext.connect.identity import Identity, find_region
from cqlsh_ext.connect.server import KEYSPACES_PROTOCOL, Server, resolve
from cqlsh_ext.connect.settings import Connecting
from cqlsh_ext.connect.tls import Tls, read_tls
from cqlsh_ext.errors import UsageError
from cqlsh_ext.shell import cqlshrc
from cqlsh_ext.shell.shell import Shell
from cqlsh_ext.shell.stock import authproviderhandling, cqlshmain

stock_read_options = cqlshmain.read_options
stock_load_auth_provider = authproviderhandling.load_auth_provider
HOST = cqlshmain.DEFAULT_HOST
UNSET_HOST, UNSET_PORT = "", 0
HEARTBEAT, KEYSPACES_HEARTBEAT = 30, 20


class Entrance:
    """Stands in the places of stock's functions that read options and choose who logs in."""

    def __init__(self, wanted: Connecting) -> None:
        self._wanted = wanted
        self._login: PlainTextAuthProvider | None = None

    def install(self) -> None:
        """Put the functions where stock's main looks for them."""
        cqlshmain.DEFAULT_HOST, cqlshmain.DEFAULT_PORT = UNSET_HOST, UNSET_PORT
        cqlshmain.read_options = self.read_options
        authproviderhandling.load_auth_provider = self.load_auth_provider

    def read_options(self, arguments: list[str]) -> tuple[Any, str, int]:
        """Return the options, host and port; sets `Shell.server`; raises UsageError and ConnectError."""
        options, host, port = stock_read_options(arguments)
        named = cqlshmain.parser.parse_known_args(arguments)[0].username
        if self._wanted.secret_id and not named:
            host, port = self._read_secret(self._wanted.secret_id, host, port)
        endpoint = find_endpoint(host or HOST, port or None, aws=self._wanted.aws)
        options.ssl = options.ssl or (endpoint.keyspaces and not _refuses_tls())
        if endpoint.keyspaces and options.protocol_version is None:
            options.protocol_version = KEYSPACES_PROTOCOL
        _check_encoding(options.encoding)
        tls = self._read_tls() if options.ssl else None
        _warn(endpoint, tls)
        Shell.server = self._find_server(endpoint, tls)
        return options, endpoint.host, endpoint.port

    def load_auth_provider(self, config_file: str, cred_file: str, username: str | None, password: str | None) -> Any:
        """Return who logs in, None for nobody; raises UsageError and ConnectError."""
        if self._login:
            return self._login
        if (keys := cqlshrc.read_sigv4(cred_file)) is not None:
            return self._sign(keys)
        try:
            provider = stock_load_auth_provider(config_file, cred_file, username, password)
        except configparser.Error:
            raise UsageError("a value in [auth_provider] of cqlshrc holds a % sign: write %% for it") from None
        except (ImportError, AttributeError, TypeError, ValueError) as error:
            raise UsageError(f"[auth_provider] of cqlshrc cannot be used: {error}") from None
        return self._sign({}) if provider is None and Shell.server.endpoint.keyspaces else provider

    def _find_server(self, endpoint: Endpoint, tls: Tls | None) -> Server:
        wanted = self._wanted
        try:
            addresses = resolve(endpoint)
        except (OSError, UnicodeError) as error:
            raise explain(error, host=endpoint.host, port=endpoint.port) from None
        return Server(
            endpoint,
            addresses,
            tls,
            self._identify(self._named_region(endpoint)),
            wanted.consistency_level,
            wanted.serial_consistency_level,
            wanted.heartbeat or (KEYSPACES_HEARTBEAT if endpoint.keyspaces else HEARTBEAT),
        )

    def _identify(self, named_region: str | None, **keys: str) -> Identity:
        """Return who signs, `keys` being those of an [auth_provider]."""
        wanted = self._wanted
        region = find_region(wanted.region or keys.pop("region", None), os.environ, named_region)
        role = wanted.role_arn, wanted.external_id, wanted.role_session_name
        return Identity(region, wanted.profile, *role, **keys)

    def _named_region(self, endpoint: Endpoint) -> str | None:
        return endpoint.region or find_endpoint(self._wanted.server_name or "", None).region

    def _sign(self, keys: Mapping[str, str]) -> Any:
        """Return what signs logins, after it was seen that it can."""
        from cqlsh_ext.connect.sigv4 import SigV4AuthProvider  # noqa: PLC0415 - loads boto3

        server = Shell.server
        provider = SigV4AuthProvider(self._identify(self._named_region(server.endpoint), **keys))
        try:
            provider.new_authenticator(server.endpoint.host)
        except Exception as error:  # noqa: BLE001 - botocore raises far more than its own
            raise server.explain(error) from None
        return provider

    def _read_secret(self, name: str, host: str, port: int) -> tuple[str, int]:
        """Keep the login that a secret holds; return host and port, its own where none are given."""
        from cqlsh_ext.connect.aws import Account  # noqa: PLC0415 - loads botocore
        from cqlsh_ext.connect.secrets import fetch_secret  # noqa: PLC0415

        identity = self._identify(self._named_region(find_endpoint(host, port)))
        try:
            secret = fetch_secret(Account(identity), name)
        except Exception as error:  # noqa: BLE001 - botocore raises far more than its own
            raise explain(error, host=host, port=port, **identity.facts) from None
        self._login = PlainTextAuthProvider(secret.username, secret.password)
        return host or secret.host or "", port or secret.port or 0

    def _read_tls(self) -> Tls:
        section, certfiles = cqlshrc.read_section("ssl"), cqlshrc.read_section("certfiles")
        wanted = self._wanted
        return read_tls(section, certfiles, os.environ, server_name=wanted.server_name, certfile=wanted.certfile)


def _check_encoding(name: str) -> None:
    try:
        codecs.lookup(name)
    except LookupError as error:
        raise UsageError(str(error)) from None


def _refuses_tls() -> bool:
    """Tell whether cqlshrc says that there is to be no TLS, which stock does not tell from saying nothing."""
    return cqlshrc.read_section("connection").get("ssl", "").lower() in {"0", "no", "false", "off"}


def _warn(endpoint: Endpoint, tls: Tls | None) -> None:
    """Warn of connections on which others can read and write."""
    if tls is None:
        if endpoint.keyspaces:
            _say("TLS is off, as ssl in [connection] of cqlshrc says: others can read what is sent.")
    elif not tls.validate:
        _say("certificates are not verified (validate = false): anybody can answer in the place of the server.")
    elif not tls.check_hostname:
        _say("names in certificates are not verified (check_hostname = false).")


def _say(text: str) -> None:
    print(f"Warning: {text}", file=sys.stderr)
