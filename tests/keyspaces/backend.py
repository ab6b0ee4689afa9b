"""A connection to the real Cassandra behind: requests out, answers in, many at a time."""

import asyncio
from dataclasses import replace

from .errors import ServerFault
from .frames import RESPONSE, Frame, Opcode, read_frame
from .messages import Consistency, Parameters, query
from .results import Rows
from .wire import Reader, string_map

LARGEST_ANSWER = 256 << 20
STREAMS = 2048


class BackendError(Exception):
    """The answer is an ERROR; the frame is kept as it came."""

    def __init__(self, frame):
        reader = Reader(frame.body)
        self.code = reader.integer()
        self.text = reader.string()
        self.details = reader.rest()
        super().__init__(self.text)


class Backend:
    """One connection to Cassandra, without login."""

    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer
        self.waiting = {}
        self.free = list(range(STREAMS))
        self.slots = asyncio.Semaphore(STREAMS)
        self.listener = asyncio.create_task(self.listen())

    @classmethod
    async def connect(cls, address):
        """Connect to an address, a pair of host and port."""
        try:
            backend = cls(*await asyncio.open_connection(*address))
        except OSError as error:
            raise ServerFault(f"The Cassandra behind this server does not answer: {error}") from error
        await backend.request(Frame(Opcode.STARTUP, string_map({"CQL_VERSION": "3.0.0"})))
        return backend

    async def listen(self):
        try:
            while True:
                frame = await read_frame(self.reader, LARGEST_ANSWER, RESPONSE)
                if frame.stream in self.waiting:
                    self.waiting.pop(frame.stream).set_result(frame)
        except (OSError, EOFError) as error:
            for waiting in self.waiting.values():
                waiting.set_exception(ServerFault(f"The Cassandra behind this server went away: {error}"))
            self.waiting.clear()

    async def request(self, frame):
        """Send a request, whose flags are left out, and return the answer without flags; raise BackendError."""
        if self.listener.done():
            raise ServerFault("The Cassandra behind this server went away")
        async with self.slots:
            stream = self.free.pop()
            answer = self.waiting[stream] = asyncio.get_running_loop().create_future()
            try:
                self.writer.write(Frame(frame.opcode, frame.body, stream).encode())
                frame = await answer
            finally:
                self.free.append(stream)
        plain = Frame(frame.opcode, frame.message(RESPONSE))
        if plain.opcode == Opcode.ERROR:
            raise BackendError(plain)
        return plain

    async def rows(self, text, values=()):
        """Return all rows of a SELECT, with each page, as mappings of column to value."""
        parameters = Parameters(Consistency.LOCAL_QUORUM, list(values), page_size=5000)
        found = []
        while True:
            page = Rows.read((await self.request(query(text, parameters))).body)
            found += page.decoded()
            if page.paging_state is None:
                return found
            parameters = replace(parameters, paging_state=page.paging_state)

    def close(self):
        """Leave."""
        self.listener.cancel()
        self.writer.close()
