"""The login of one connection: PLAIN with service-specific credentials, or SigV4; the client chooses."""

import hmac
import secrets

from . import sigv4
from .errors import BadCredentials
from .frames import Frame, Opcode
from .wire import Reader, string, value

AUTHENTICATOR = "org.apache.cassandra.auth.PasswordAuthenticator"
AUTHENTICATE = Frame(Opcode.AUTHENTICATE, string(AUTHENTICATOR))


def make_nonce():
    """Return 32 hexadecimal digits that were never used."""
    return secrets.token_hex(16)


class Login:
    """Takes the AUTH_RESPONSEs of one connection, and knows in the end who it is."""

    def __init__(self, accounts):
        self.accounts = accounts
        self.nonce = None
        self.mechanism = None
        self.key_id = None
        self.user = None
        """Who has logged in, or None as long as nobody has."""

    def respond(self, message):
        """Return the Frame that answers an AUTH_RESPONSE, or raise BadCredentials."""
        token = Reader(message).value() or b""
        if self.nonce is not None:
            nonce, self.nonce = self.nonce, None
            key = sigv4.verify(token, nonce, self.accounts.keys, self.accounts.region, self.accounts.now())
            self.key_id = key.id
            return self.succeed(key.user)
        if token == sigv4.INITIAL:
            self.mechanism = "SigV4"
            self.nonce = self.accounts.make_nonce()
            return Frame(Opcode.AUTH_CHALLENGE, value(sigv4.challenge(self.nonce)))
        self.mechanism = "PLAIN"
        return self.succeed(self.check_password(token))

    def check_password(self, token):
        """Return the user of a SASL PLAIN message: authorization identity, user and password, parted by zeros."""
        parts = token.decode(errors="replace").split("\0")
        user, password = parts[1:] if len(parts) == 3 else ("", "")
        expected = self.accounts.users.get(user)
        if expected is None or not hmac.compare_digest(expected.encode(), password.encode()):
            raise BadCredentials(f"Provided username {user} and/or password are incorrect")
        return user

    def succeed(self, user):
        self.user = user
        return Frame(Opcode.AUTH_SUCCESS, value(None))
