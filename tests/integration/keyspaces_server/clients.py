"""Clients of the stand-in for Keyspaces: the plain driver over verified TLS, an own signer for SigV4, raw frames."""

import hashlib
import hmac
import socket
import ssl
import struct
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timezone

from cassandra import ConsistencyLevel
from cassandra.auth import Authenticator, AuthProvider, PlainTextAuthProvider
from cassandra.cluster import EXEC_PROFILE_DEFAULT, Cluster, ExecutionProfile
from cassandra.policies import FallthroughRetryPolicy, WhiteListRoundRobinPolicy
from keyspaces import KEY, PASSWORD, USER

HEADER = struct.Struct(">BBHBI")


def make_signature(secret, key_id, region, amzdate, nonce):
    """Return the signature of a login, the formula written out."""
    day = amzdate[:4] + amzdate[5:7] + amzdate[8:10]
    parameters = (
        "X-Amz-Algorithm=AWS4-HMAC-SHA256"
        f"&X-Amz-Credential={key_id}%2F{day}%2F{region}%2Fcassandra%2Faws4_request"
        f"&X-Amz-Date={amzdate.replace(':', '%3A')}&X-Amz-Expires=900"
    )
    payload = hashlib.sha256(nonce).hexdigest()
    request = f"PUT\n/authenticate\n{parameters}\nhost:cassandra\n\nhost\n{payload}"
    request_hash = hashlib.sha256(request.encode()).hexdigest()
    text = f"AWS4-HMAC-SHA256\n{amzdate}\n{day}/{region}/cassandra/aws4_request\n{request_hash}"
    chain = hmac.new(b"AWS4" + secret.encode(), day.encode(), hashlib.sha256)
    for link in (region, "cassandra", "aws4_request", text):
        chain = hmac.new(chain.digest(), link.encode(), hashlib.sha256)
    return chain.hexdigest()


def format_date(moment):
    """Return a moment as `amzdate`."""
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z"


@dataclass
class SigV4(AuthProvider):
    """Signs with a key; what a test gives takes the place of what is right."""

    key: object = KEY
    region: str = "us-east-1"
    amzdate: str | None = None
    nonce: bytes | None = None
    tokens: list = field(default_factory=list)
    """The answers that it gave to challenges."""

    def new_authenticator(self, _host):
        """Return an Authenticator for one connection."""
        return Signer(self)


class Signer(Authenticator):
    """The SigV4 login of one connection."""

    def __init__(self, provider):
        self.provider = provider

    def initial_response(self):
        """Begin a SigV4 login."""
        return b"SigV4\0\0"

    def evaluate_challenge(self, challenge):
        """Answer the challenge."""
        provider, key = self.provider, self.provider.key
        date = provider.amzdate or format_date(datetime.now(timezone.utc))
        nonce = provider.nonce or challenge.removeprefix(b"nonce=")
        signature = make_signature(key.secret, key.id, provider.region, date, nonce)
        token = f"signature={signature},access_key={key.id},amzdate={date}"
        if key.token:
            token += f",session_token={key.token}"
        provider.tokens.append(token.encode())
        return provider.tokens[-1]


def verifying_context(service):
    """Return a TLS context that trusts the service's authority alone, and holds names against certificates."""
    return ssl.create_default_context(cafile=service.ca_file)


@contextmanager
def connected(service, login=None, level=ConsistencyLevel.LOCAL_QUORUM, address=None, **options):
    """Yield a session of the driver that retries nothing."""
    address = address or service.host
    policy = WhiteListRoundRobinPolicy([address])
    profile = ExecutionProfile(policy, FallthroughRetryPolicy(), level)
    if service.tls:
        options = {
            "ssl_context": verifying_context(service),
            "ssl_options": {"server_hostname": service.endpoint},
        } | options
    cluster = Cluster(
        [address],
        service.port,
        protocol_version=4,
        auth_provider=login or PlainTextAuthProvider(USER, PASSWORD),
        execution_profiles={EXEC_PROFILE_DEFAULT: profile},
        **options,
    )
    with cluster:
        yield cluster.connect()


class Raw:
    """A connection that sends any bytes, and reads frames."""

    def __init__(self, service, name=None):
        link = socket.create_connection((service.host, service.port), 10)
        name = name or service.endpoint
        self.link = verifying_context(service).wrap_socket(link, server_hostname=name) if service.tls else link
        self.stream = self.link.makefile("rb")

    def send(self, opcode, body=b"", version=4, stream=1):
        """Send a frame."""
        self.link.sendall(HEADER.pack(version, 0, stream, opcode, len(body)) + body)

    def read(self):
        """Return stream, opcode and body of the next frame; None where the server has left."""
        header = self.stream.read(HEADER.size)
        if len(header) < HEADER.size:
            return None
        version, _, stream, opcode, length = HEADER.unpack(header)
        assert version == 0x84
        return stream, opcode, self.stream.read(length)

    def ask(self, opcode, body=b"", version=4):
        """Send a frame and read the next one."""
        self.send(opcode, body, version)
        return self.read()

    def start(self):
        """Send STARTUP and see the service ask for a login."""
        stream, opcode, body = self.ask(0x01, b"\0\x01\0\x0bCQL_VERSION\0\x053.4.4")
        assert (stream, opcode, body[2:]) == (1, 0x03, b"org.apache.cassandra.auth.PasswordAuthenticator")

    def respond(self, token):
        """Send AUTH_RESPONSE and read the answer."""
        return self.ask(0x0F, struct.pack(">i", len(token)) + token)

    def login(self):
        """Log in with user name and password."""
        self.start()
        assert self.respond(f"\0{USER}\0{PASSWORD}".encode())[1] == 0x10

    def query(self, text, level=ConsistencyLevel.ONE):
        """Send QUERY and read the answer."""
        return self.ask(0x07, struct.pack(">i", len(text)) + text.encode() + struct.pack(">HB", level, 0))

    def close(self):
        """Leave."""
        self.stream.close()
        self.link.close()


def read_error(answer):
    """Return code and text of an ERROR."""
    _, opcode, body = answer
    assert opcode == 0x00
    code, length = struct.unpack_from(">iH", body)
    return code, body[6 : 6 + length].decode()
