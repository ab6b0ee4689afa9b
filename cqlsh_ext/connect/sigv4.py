"""Logs in to Amazon Keyspaces with a signature: the package cassandra-sigv4, mended; imported late, as it loads boto3.

What is mended of its release 4.0.2: the milliseconds of a date were rounded up to 1000, AWS_REGION was not read and
the region not lowered, missing credentials ended in an AttributeError, a key and its secret could be of two
generations, and a nonce of any length was signed.
"""

from datetime import datetime, timezone
from typing import Any

from botocore.credentials import ReadOnlyCredentials
from cassandra_sigv4 import auth

from cqlsh_ext.connect.aws import Account
from cqlsh_ext.connect.identity import Identity

NONCE_KEY, NONCE_LENGTH = b"nonce=", 32


class SigV4Authenticator(auth.SigV4Authenticator):  # type: ignore[misc]
    """Signs the login of one connection."""

    def __init__(self, credentials: ReadOnlyCredentials, region: str) -> None:
        self._credentials = credentials
        self._region = region

    def evaluate_challenge(self, challenge: bytes) -> str:
        """Return the answer to the server's challenge; raises ValueError for one without nonce."""
        _, key, rest = challenge.partition(NONCE_KEY)
        nonce = rest.partition(b",")[0]
        if not key or len(nonce) != NONCE_LENGTH:
            raise ValueError(f"the challenge holds no nonce of {NONCE_LENGTH} characters")
        return self.sign(nonce, datetime.now(timezone.utc))

    def sign(self, nonce: bytes, moment: datetime) -> str:
        """Return the answer to a nonce, as given at a moment of UTC."""
        own, whole = self._credentials, _cut_to_milliseconds(moment)
        parts = {
            "signature": auth._generate_signature(nonce, whole, own, self._region),  # noqa: SLF001 - all there is
            "access_key": own.access_key,
            "amzdate": write_date(moment),
        }
        if own.token:
            parts["session_token"] = own.token
        return ",".join(f"{name}={content}" for name, content in parts.items())


class SigV4AuthProvider(auth.SigV4AuthProvider):  # type: ignore[misc]
    """Signs every login with credentials found for it; picklable, for COPY's workers."""

    def __init__(self, identity: Identity) -> None:
        self.account = Account(identity)

    def new_authenticator(self, _host: str) -> SigV4Authenticator:
        """Return what signs one login; raises what botocore raises for missing credentials or a missing region."""
        return SigV4Authenticator(self.account.credentials(), self.account.region())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle who it is, and none of the credentials that were found."""
        return type(self), (self.account.identity,)


def write_date(moment: datetime) -> str:
    """Write a moment of UTC as a login does, to the millisecond."""
    return str(auth._format_timestamp(_cut_to_milliseconds(moment)))  # noqa: SLF001


def _cut_to_milliseconds(moment: datetime) -> datetime:
    """Leave nothing that the package would round."""
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
