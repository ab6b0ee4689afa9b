"""A user name and password kept in AWS Secrets Manager; imports botocore, so it is imported late."""

import json
from dataclasses import dataclass, field
from typing import Any

from cqlsh_ext.connect.aws import Account
from cqlsh_ext.errors import ConnectError

LARGEST_PORT = 65535


@dataclass(frozen=True)
class Secret:
    """What a secret says."""

    username: str
    password: str = field(repr=False)
    host: str | None = None
    port: int | None = None


def fetch_secret(account: Account, name: str) -> Secret:
    """Return the secret with a name or ARN; raises ConnectError, and what botocore raises."""
    region = name.split(":")[3] if name.startswith("arn:") and name.count(":") > 3 else None
    found = account.client("secretsmanager", region).get_secret_value(SecretId=name)
    return read_secret(name, found.get("SecretString") or found.get("SecretBinary", b""))


def read_secret(name: str, content: str | bytes) -> Secret:
    """Read the JSON of a secret; raises ConnectError, which tells nothing of the content."""
    try:
        fields = json.loads(content)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise ConnectError(f"the secret {name} is not a JSON object: store one with username and password")
    return Secret(
        _text(name, fields, "username"),
        _text(name, fields, "password"),
        _text(name, fields, "host") if fields.get("host") else None,
        _port(name, fields["port"]) if fields.get("port") else None,
    )


def _text(name: str, fields: dict[str, Any], key: str) -> str:
    text = fields.get(key)
    if not isinstance(text, str) or not text:
        raise ConnectError(f"the secret {name} has no {key}: store a JSON object with username and password")
    return text


def _port(name: str, content: Any) -> int:
    text = str(content)
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 0 < int(text) <= LARGEST_PORT):
        raise ConnectError(f"the port in the secret {name} is not a number from 1 to {LARGEST_PORT}")
    return int(text)
