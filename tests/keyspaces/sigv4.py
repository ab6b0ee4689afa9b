"""Verifies SigV4 logins, as AWS Signature Version 4 and the service's open-source plugins describe them.

The client proves with a signature over a nonce of the server that it has the secret key. What it signs is a PUT of
/authenticate with the parameters of a presigned request, the host `cassandra`, and the hash of the nonce as payload.
"""

import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import datetime, timezone
from urllib.parse import quote

from .errors import BadCredentials

INITIAL = b"SigV4\0\0"
"""How a client begins a SigV4 login."""
SERVICE = "cassandra"
ALGORITHM = "AWS4-HMAC-SHA256"
EXPIRES_SECONDS = 900
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


@dataclass(frozen=True)
class AccessKey:
    """An access key of the account; with a token it is a temporary one."""

    id: str
    secret: str
    token: str | None = None
    expires: datetime | None = None
    """When a temporary key ends, with a time zone."""
    user: str = "testuser"


def refuse(reason):
    """Refuse a login. Only `Invalid signature` is a text seen from the service; the others are modelled on AWS STS."""
    return BadCredentials(f"Authentication failure: {reason}")


def challenge(nonce):
    """Return the body of the AUTH_CHALLENGE for a nonce of 32 characters."""
    return b"nonce=" + nonce.encode()


def read_response(token):
    """Return the fields of the client's answer to the challenge."""
    try:
        parts = [part.partition("=") for part in token.decode("ascii").split(",")]
    except UnicodeDecodeError as error:
        raise refuse("Unknown SigV4 error") from error
    fields = {name: content for name, _, content in parts}
    if not {"signature", "access_key", "amzdate"} <= set(fields):
        raise refuse("Unknown SigV4 error")
    return fields


def read_date(text):
    """Return an `amzdate`, ISO 8601 in UTC with three digits of milliseconds."""
    if not DATE.fullmatch(text):
        raise refuse("Unknown SigV4 error")
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
    except ValueError as error:
        raise refuse("Unknown SigV4 error") from error


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def sign(secret, key_id, region, amzdate, nonce):
    """Return the signature that a login with this key at this time over this nonce must have."""
    day = amzdate[:10].replace("-", "")
    scope = f"{day}/{region}/{SERVICE}/aws4_request"
    parameters = {
        "X-Amz-Algorithm": ALGORITHM,
        "X-Amz-Credential": f"{key_id}/{scope}",
        "X-Amz-Date": amzdate,
        "X-Amz-Expires": str(EXPIRES_SECONDS),
    }
    query = "&".join(f"{name}={quote(content, safe='')}" for name, content in parameters.items())
    request = f"PUT\n/authenticate\n{query}\nhost:{SERVICE}\n\nhost\n{digest(nonce)}"
    to_sign = f"{ALGORITHM}\n{amzdate}\n{scope}\n{digest(request)}"
    key = f"AWS4{secret}".encode()
    for part in (day, region, SERVICE, "aws4_request", to_sign):
        key = hmac.digest(key, part.encode(), "sha256")
    return key.hex()


def verify(token, nonce, keys, region, now):
    """Return the AccessKey that answered the challenge, or raise BadCredentials.

    `keys` maps id to AccessKey; `now` is the server's time, with a time zone.
    """
    fields = read_response(token)
    date = read_date(fields["amzdate"])
    key = keys.get(fields["access_key"])
    if key is None:
        raise refuse("The security token included in the request is invalid")
    expected = sign(key.secret, key.id, region, fields["amzdate"], nonce)
    if not hmac.compare_digest(expected.encode(), fields["signature"].encode()):
        raise refuse("Invalid signature")
    if abs((now - date).total_seconds()) > EXPIRES_SECONDS:
        raise refuse(f"Signature expired: {fields['amzdate']} is not within 15 minutes of {now:%Y-%m-%dT%H:%M:%SZ}")
    if (key.token or "") != fields.get("session_token", ""):
        raise refuse("The security token included in the request is invalid")
    if key.expires is not None and now >= key.expires:
        raise refuse("The security token included in the request is expired")
    return key
