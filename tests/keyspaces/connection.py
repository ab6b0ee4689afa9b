"""One client: handshake, login, then requests, many at a time; what it does wrong ends this connection alone."""

import asyncio
import ssl
import time
from dataclasses import dataclass, field

from .backend import Backend
from .errors import CqlError, ProtocolFault, ServerFault
from .frames import RESPONSE, Frame, FrameTooLarge, Opcode, UnsupportedVersion, read_frame
from .identity import CQL
from .login import AUTHENTICATE, Login
from .messages import Consistency
from .service import Session
from .system import View
from .wire import Malformed, Reader, string_multimap

LOGIN_BYTES = 64 << 10
LOGIN_SECONDS = 30
REQUESTS_AT_ONCE = 1024
SUPPORTED = Frame(Opcode.SUPPORTED, string_multimap({"CQL_VERSION": [CQL], "COMPRESSION": []}))


@dataclass
class Client:
    """What is known of a client, kept after it has left."""

    server_name: str | None = None
    """The name that it sent in its handshake."""
    tls: str | None = None
    """The version of TLS, None without TLS."""
    mechanism: str | None = None
    user: str | None = None
    key_id: str | None = None
    """The access key that it signed with."""
    refusal: str | None = None
    """Why its handshake or login failed, in its own words or in the server's."""
    driver: dict = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)


@dataclass(frozen=True)
class Seen:
    """A statement that a client sent; the statements of a batch are joined."""

    opcode: Opcode
    text: str
    consistency: Consistency | None
    serial: Consistency | None
    page_size: int | None
    client: Client


class Connection:
    """Serves one client."""

    def __init__(self, server, reader, writer, client):
        self.server = server
        self.reader = reader
        self.writer = writer
        self.client = client
        self.login = Login(server.accounts)
        self.session = None
        self.backend = None
        self.tasks = set()
        self.slots = asyncio.Semaphore(REQUESTS_AT_ONCE)

    async def serve(self):
        """Serve until the client leaves, or breaks the protocol."""
        try:
            while frame := await self.receive():
                if self.session is None:
                    await self.greet(frame)
                else:
                    await self.begin(frame)
        except ssl.SSLError as error:
            self.client.refusal = error.reason
        except (OSError, EOFError, TimeoutError, asyncio.TimeoutError):
            pass
        finally:
            await self.close()

    async def receive(self):
        """Return the next request, or None after telling why there will be none."""
        limit = LOGIN_BYTES if self.session is None else self.server.settings.request_bytes
        seconds = LOGIN_SECONDS if self.session is None else self.server.settings.idle_seconds
        try:
            return await asyncio.wait_for(read_frame(self.reader, limit), seconds)
        except UnsupportedVersion as error:
            text = f"Invalid or unsupported protocol version ({error.version}); supported versions are (3/v3, 4/v4)"
            await self.refuse(ProtocolFault(text), error.stream)
        except FrameTooLarge as error:
            await self.refuse(ProtocolFault(str(error)), error.stream)
        return None

    async def send(self, answer, stream):
        self.writer.write(answer._replace(stream=stream).encode(RESPONSE))
        await self.writer.drain()

    async def refuse(self, error, stream):
        await self.send(Frame(Opcode.ERROR, error.body), stream)

    async def greet(self, frame):
        """Answer what comes before and with login."""
        try:
            answer = await self.introduce(frame)
        except (CqlError, Malformed) as error:
            fault = error if isinstance(error, CqlError) else ProtocolFault(str(error))
            self.client.refusal = fault.text
            await self.refuse(fault, frame.stream)
            raise EOFError from error
        await self.send(answer, frame.stream)

    async def introduce(self, frame):
        if frame.opcode == Opcode.OPTIONS:
            return SUPPORTED
        if frame.opcode == Opcode.STARTUP:
            self.client.driver = Reader(frame.message()).string_map()
            if self.client.driver.get("COMPRESSION"):
                raise ProtocolFault(f"Unknown compression algorithm: {self.client.driver['COMPRESSION']}")
            return AUTHENTICATE
        if frame.opcode != Opcode.AUTH_RESPONSE:
            raise ProtocolFault("Unexpected message, expecting STARTUP, OPTIONS or AUTH_RESPONSE")
        answer = self.authenticate(frame)
        if answer.opcode == Opcode.AUTH_SUCCESS:
            await self.open_session()
        return answer

    def authenticate(self, frame):
        try:
            return self.login.respond(frame.message())
        finally:
            self.client.mechanism, self.client.user = self.login.mechanism, self.login.user
            self.client.key_id = self.login.key_id

    async def open_session(self):
        self.backend = await Backend.connect(self.server.backend)
        address = self.writer.get_extra_info("sockname")[0]
        server = self.server
        common = server.settings, server.accounts, server.catalog, server.throttle, server.shapes
        view = View(*common, self.backend, address, server.addresses)
        self.session = Session(view, server.prepared, self.login.user, self.record)

    def record(self, opcode, text, parameters):
        """Keep what a client asks for."""
        consistency, serial = (parameters.consistency, parameters.serial) if parameters else (None, None)
        seen = Seen(Opcode(opcode), text, consistency, serial, getattr(parameters, "page_size", None), self.client)
        self.server.requests.append(seen)

    async def begin(self, frame):
        """Begin to answer a request."""
        await self.slots.acquire()
        task = asyncio.create_task(self.answer(frame))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def answer(self, frame):
        try:
            await self.send(await self.respond(frame), frame.stream)
        except OSError:
            self.writer.close()
        finally:
            self.slots.release()

    async def respond(self, frame):
        """Return the answer to a request after login. Events are promised and never sent: a guess."""
        if frame.opcode == Opcode.OPTIONS:
            return SUPPORTED
        if frame.opcode == Opcode.REGISTER:
            return Frame(Opcode.READY)
        try:
            return await self.session.handle(frame)
        except CqlError as error:
            return Frame(Opcode.ERROR, error.body)
        except Malformed as error:
            return Frame(Opcode.ERROR, ProtocolFault(str(error)).body)
        except Exception as error:  # noqa: BLE001 - a bug here must not leave a client waiting
            return Frame(Opcode.ERROR, ServerFault(f"{type(error).__name__}: {error}").body)

    async def close(self):
        """Leave, and take the requests under way along."""
        for task in self.tasks:
            task.cancel()
        if self.backend:
            self.backend.close()
        self.writer.close()
