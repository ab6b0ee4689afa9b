"""TLS that verifies who answers: chain and name, on the main connection, on LOGIN's and on those of COPY's workers."""

import ssl
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from cqlsh_ext.errors import UsageError

AMAZON_ROOTS = Path(__file__).with_name("roots.pem")
"""The authorities of Amazon Keyspaces: Amazon's roots, and Starfield's, which few systems still trust."""


class Tls(NamedTuple):
    """What is trusted, and under which name; built again in each of COPY's workers, so it holds plain values only."""

    server_name: str | None = None
    """The name that every certificate has to be for; where None, the one that the server was called by."""
    certfile: str | None = None
    """Authorities to trust in the place of the system's, or the server's own certificate."""
    certfiles: Mapping[str, str] = {}
    """The same for single hosts."""
    usercert: str | None = None
    userkey: str | None = None
    validate: bool = True
    check_hostname: bool = True

    def context(self, host: str) -> ssl.SSLContext:
        """Return a context for connections to one host; raises UsageError for a file that cannot be used."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        if self.validate:
            context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
            self._trust(context, host)
        if not (self.validate and self.check_hostname):
            context.check_hostname = False
        if not self.validate:
            context.verify_mode = ssl.CERT_NONE
        if self.usercert:
            self._identify(context)
        return context

    def _trust(self, context: ssl.SSLContext, host: str) -> None:
        file = self.certfiles.get(host.lower()) or self.certfile
        if file is None:
            context.load_default_certs()
            context.load_verify_locations(AMAZON_ROOTS)
            return
        try:
            context.load_verify_locations(_path(file))
        except ssl.SSLError:
            raise UsageError(f"{file}, the certfile to verify servers with, holds no certificate in PEM form") from None
        except OSError as error:
            raise UsageError(f"the certfile to verify servers with cannot be read: {_reason(error, file)}") from None

    def _identify(self, context: ssl.SSLContext) -> None:
        files = self.usercert, self.userkey
        try:
            context.load_cert_chain(*(file and _path(file) for file in files))  # type: ignore[arg-type]
        except ssl.SSLError as error:
            raise UsageError(f"usercert and userkey are no pair of certificate and key: {error.reason}") from None
        except OSError as error:
            named = " and ".join(filter(None, files))
            raise UsageError(f"usercert or userkey cannot be read: {_reason(error, named)}") from None


def read_tls(
    section: Mapping[str, str],
    certfiles: Mapping[str, str],
    variables: Mapping[str, str],
    *,
    server_name: str | None = None,
    certfile: str | None = None,
) -> Tls:
    """Read [ssl] and [certfiles] of cqlshrc, and the variables that beat them, as stock cqlsh does.

    A `certfile` beats them all, and a `server_name` the key `server_hostname`; raises UsageError.
    """
    given = certfile or variables.get("SSL_CERTFILE")
    name = server_name or section.get("server_hostname")
    if name is not None and not _is_name(name):
        raise UsageError(f"{name!r} is no name of a server")
    return Tls(
        server_name=name,
        certfile=given or section.get("certfile"),
        certfiles={} if given else {host.lower(): file for host, file in certfiles.items()},
        usercert=section.get("usercert"),
        userkey=section.get("userkey"),
        validate=_switch("validate", section, variables),
        check_hostname=_switch("check_hostname", section, variables),
    )


def _switch(key: str, section: Mapping[str, str], variables: Mapping[str, str]) -> bool:
    """Tell whether a check is on, as it is for all but `false`."""
    return variables.get(f"SSL_{key.upper()}", section.get(key, "")).lower() != "false"


def _is_name(text: str) -> bool:
    """Tell whether a text can be sent, and verified, as the name of a server."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname=text)
    except (TypeError, ValueError):
        return False
    return True


def _path(file: str) -> Path:
    return Path(file).expanduser()


def _reason(error: OSError, file: str) -> str:
    return f"{file}: {error.strerror or error}"
