"""The server as a whole: listens on its addresses, and lives in a thread of its own beside a test."""

import asyncio
import socket
import ssl
import tempfile
import threading
from collections import deque
from contextlib import ExitStack

from .catalog import Catalog
from .certificates import Certificate
from .connection import Client, Connection
from .settings import Accounts, Settings
from .shapes import Shapes
from .throttling import Throttle
from .tls import Tls

LOOPBACK = tuple(f"127.0.0.{number}" for number in range(1, 11))
"""A control node and nine peers, as the public endpoint has; all of 127/8 is this machine on Linux."""
TRIES = 20
HANDSHAKE_SECONDS = 10
LEAVE_SECONDS = 5


class KeyspacesServer:
    """An endpoint of Amazon Keyspaces in front of a Cassandra; a context manager that serves while entered.

    >>> with KeyspacesServer(backend=("127.0.0.1", 9042)) as server:
    ...     connect(server.host, server.port, server.endpoint, server.ca_file)
    """

    def __init__(
        self,
        backend=("127.0.0.1", 9042),
        *,
        region="us-east-1",
        endpoint=None,
        addresses=LOOPBACK,
        port=0,
        certificates=None,
        tls=True,
        require_sni=None,
    ):
        self.backend = backend
        self.endpoint = endpoint or f"cassandra.{region}.amazonaws.com"
        """The name that the certificate is for."""
        self.addresses = tuple(addresses)
        self.port = port
        self.settings = Settings(region)
        self.accounts = Accounts(region)
        self.catalog = Catalog()
        self.throttle = Throttle()
        self.shapes = Shapes()
        self.prepared = {}
        self.requests = deque(maxlen=100_000)
        """What clients asked for, a Seen for each statement in order."""
        self.clients = []
        """A Client for each connection, in order."""
        self.writers = set()
        self.folder = certificates
        self.with_tls = tls
        self.require_sni = require_sni
        self.tls = None
        self.loop = None
        self.exits = ExitStack()

    @property
    def host(self):
        """The address of the control node."""
        return self.addresses[0]

    @property
    def ca_file(self):
        """The file with the certificate of the server's own authority."""
        return self.tls.ca_file

    def present(self, certificate):
        """Show this Certificate in handshakes from now on."""
        self.tls.presented = Certificate(certificate)

    def finish_changes(self):
        """End the changes of the schema that are under way."""
        self.catalog.finish()

    def drop_connections(self):
        """Cut all connections off, without a word."""
        self.call(self.cut)

    async def cut(self):
        for writer in self.writers:
            writer.transport.abort()

    def call(self, function):
        """Run a coroutine function in the server's thread."""
        return asyncio.run_coroutine_threadsafe(function(), self.loop).result()

    def __enter__(self):
        with ExitStack() as exits:
            folder = self.folder or exits.enter_context(tempfile.TemporaryDirectory(prefix="keyspaces-"))
            if self.with_tls:
                self.tls = Tls(folder, self.endpoint, require_sni=self.require_sni)
            sockets = self.bind()
            self.port = sockets[0].getsockname()[1]
            self.loop = asyncio.new_event_loop()
            thread = threading.Thread(target=self.loop.run_forever, name="keyspaces", daemon=True)
            thread.start()
            exits.callback(self.loop.close)
            exits.callback(thread.join)
            exits.callback(self.loop.call_soon_threadsafe, self.loop.stop)
            self.call(lambda: self.listen(sockets))
            exits.callback(self.call, self.leave)
            self.exits = exits.pop_all()
        return self

    def __exit__(self, *_):
        self.exits.close()

    def bind(self):
        """Return a socket for each address, all with the same port."""
        for _ in range(TRIES):
            sockets = []
            try:
                for address in self.addresses:
                    port = sockets[0].getsockname()[1] if sockets else self.port
                    sockets.append(socket.create_server((address, port), backlog=512))
            except OSError:
                for bound in sockets:
                    bound.close()
                if self.port:
                    raise
            else:
                return sockets
        raise OSError(f"no port is free on all of {', '.join(self.addresses)}")

    async def listen(self, sockets):
        self.listeners = [await asyncio.start_server(self.serve, sock=bound) for bound in sockets]

    async def serve(self, reader, writer):
        client = Client()
        self.clients.append(client)
        self.writers.add(writer)
        try:
            await self.meet(client, reader, writer)
        except ssl.SSLError as error:
            client.refusal = error.reason
        except (OSError, EOFError, TimeoutError, asyncio.TimeoutError) as error:
            client.refusal = type(error).__name__
        finally:
            writer.close()
            self.writers.discard(writer)

    async def meet(self, client, reader, writer):
        """Shake hands, and serve."""
        if self.tls:
            reader = writer = await asyncio.wait_for(self.tls.accept(reader, writer, client), HANDSHAKE_SECONDS)
        await Connection(self, reader, writer, client).serve()

    async def leave(self):
        """Stop listening, and end what is under way."""
        for listener in self.listeners:
            listener.close()
        await self.cut()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        if tasks:
            await asyncio.wait(tasks, timeout=LEAVE_SECONDS)
