"""What AWS says of somebody: region, credentials, clients of its services; imports botocore, so it is imported late."""

import os
import threading
from typing import Any

from botocore.config import Config
from botocore.credentials import Credentials, ReadOnlyCredentials, RefreshableCredentials
from botocore.exceptions import NoCredentialsError, NoRegionError
from botocore.session import Session

from cqlsh_ext.connect.identity import Identity

CONFIG = Config(connect_timeout=2, read_timeout=5, retries={"mode": "standard", "total_max_attempts": 2})
"""A service that does not answer is told in seconds; AWS's own defaults wait for minutes."""


class Account:
    """Finds credentials afresh for whoever asks, by AWS's default chain; raises what botocore raises.

    Credentials that renew themselves are kept, as each that is asked for anew costs a request to a service.
    """

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self._forget()
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        """Start anew; in a forked child too, as the lock may have been held in its parent."""
        self._lock = threading.Lock()
        self._kept: RefreshableCredentials | None = None

    def region(self) -> str:
        """Return the region, in small letters; raises NoRegionError."""
        region = self.identity.region or self._session().get_config_variable("region")
        if not region:
            raise NoRegionError
        return str(region).lower()

    def credentials(self) -> ReadOnlyCredentials:
        """Return access key, secret key and token of one generation; raises NoCredentialsError among others."""
        with self._lock:
            found = self._kept or self._find()
            if isinstance(found, RefreshableCredentials):
                self._kept = found
            return found.get_frozen_credentials()

    def client(self, service: str, region: str | None = None) -> Any:
        """Return a client of a service, of the account's region where none is given."""
        access_key, secret_key, token, *_ = self.credentials()
        return self._session().create_client(
            service,
            region or self.region(),
            aws_access_key_id=access_key,
            aws_secret_access_key=secret_key,
            aws_session_token=token,
        )

    def _session(self) -> Session:
        session = Session(profile=self.identity.profile)
        session.set_default_client_config(CONFIG)
        return session

    def _find(self) -> Credentials:
        if self.identity.role_arn is None:
            return self._find_own()
        return RefreshableCredentials.create_from_metadata(self._assume_role(), self._assume_role, "assume-role")

    def _find_own(self) -> Credentials:
        identity = self.identity
        if identity.access_key and identity.secret_key:
            return Credentials(identity.access_key, identity.secret_key, identity.token)
        found = self._session().get_credentials()
        if found is None:
            raise NoCredentialsError
        return found

    def _assume_role(self) -> dict[str, str]:
        """Return the credentials of the role, as botocore wants to have them; those of its own are found each time."""
        identity = self.identity
        own = self._find_own().get_frozen_credentials()
        service = self._session().create_client(
            "sts",
            self.region(),
            aws_access_key_id=own.access_key,
            aws_secret_access_key=own.secret_key,
            aws_session_token=own.token,
        )
        role = {"RoleArn": identity.role_arn, "RoleSessionName": identity.role_session_name}
        external = {"ExternalId": identity.external_id} if identity.external_id else {}
        given = service.assume_role(**role, **external)["Credentials"]
        return {
            "access_key": given["AccessKeyId"],
            "secret_key": given["SecretAccessKey"],
            "token": given["SessionToken"],
            "expiry_time": given["Expiration"].isoformat(),
        }
