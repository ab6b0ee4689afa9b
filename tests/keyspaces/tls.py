"""The TLS side of the endpoint: TLS 1.2 at least, a certificate of choice, the server name that clients send."""

import asyncio
import re
import ssl
from contextlib import contextmanager, suppress

from .certificates import Certificate, make_all

VPC_ENDPOINT = re.compile(r"\.vpce\.amazonaws\.com(?:\.cn)?$")
CHUNK = 64 << 10


class TlsStream:
    """TLS over a pair of streams. Unlike asyncio's own it tells the client by an alert why a handshake failed."""

    def __init__(self, reader, writer, context):
        self.reader = reader
        self.writer = writer
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.link = context.wrap_bio(self.incoming, self.outgoing, server_side=True)
        self.buffer = bytearray()
        self.get_extra_info = writer.get_extra_info

    async def step(self, operation, *arguments):
        """Carry out an operation of TLS, fed with what comes in; what is to go out is sent even where it fails."""
        while True:
            with suppress(ssl.SSLWantReadError), self.flushed():
                return operation(*arguments)
            data = await self.reader.read(CHUNK)
            self.incoming.write(data) if data else self.incoming.write_eof()

    @contextmanager
    def flushed(self):
        """Send at the end what is to go out."""
        try:
            yield
        finally:
            if self.outgoing.pending:
                self.writer.write(self.outgoing.read())

    async def shake_hands(self):
        """Raise SSLError where no handshake comes about."""
        await self.step(self.link.do_handshake)

    async def readexactly(self, count):
        """Read so many bytes, or raise IncompleteReadError where the client leaves before."""
        while len(self.buffer) < count:
            try:
                data = await self.step(self.link.read, CHUNK)
            except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
                data = b""
            if not data:
                raise asyncio.IncompleteReadError(bytes(self.buffer), count)
            self.buffer += data
        data = bytes(self.buffer[:count])
        del self.buffer[:count]
        return data

    def write(self, data):
        """Send data."""
        with self.flushed():
            self.link.write(data)

    async def drain(self):
        """Wait until most of it is sent."""
        await self.writer.drain()

    def close(self):
        """Leave in good order."""
        with suppress(ssl.SSLError), self.flushed():
            self.link.unwrap()
        self.writer.close()


class Tls:
    """What an endpoint shows and asks for in handshakes."""

    def __init__(self, folder, host, *, require_sni=None):
        self.require_sni = bool(VPC_ENDPOINT.search(host)) if require_sni is None else require_sni
        """Whether a client without server name is refused, as VPC endpoints do."""
        self.presented = Certificate.GOOD
        self.ca_file, self.files = make_all(folder, host)

    async def accept(self, reader, writer, client):
        """Shake hands with a client, and write down what it is; return the stream, or raise SSLError."""

        def greet(_link, name, _context):
            client.server_name = name
            return ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME if name is None and self.require_sni else None

        context = make_context(self.files[self.presented])
        context.sni_callback = greet
        stream = TlsStream(reader, writer, context)
        await stream.shake_hands()
        client.tls = stream.link.version()
        return stream


def make_context(file):
    """Return the context for a certificate, one for each connection: it holds the callback for its server name."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(file)
    return context
