"""A wire to the server that can be cut and mended, and that can keep answers back."""

import socket
import threading
from contextlib import contextmanager, suppress

CHUNK = 1 << 16


class Wire:
    """Forwards connections from a port of its own to the server."""

    def __init__(self, server):
        host, port = server
        self._server = host, int(port)
        self._open = []
        self._listener = None
        self.flows = threading.Event()
        """Whether answers go through; what is kept back goes through later."""
        self.flows.set()
        self.port = 0
        self.mend()

    def mend(self):
        """Take connections."""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=[self._listener], daemon=True).start()

    def cut(self):
        """Close all connections, and take no more."""
        for each in (self._listener, *self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self._open.clear()

    def _accept(self, listener):
        with suppress(OSError):
            while True:
                client, _ = listener.accept()
                server = socket.create_connection(self._server)
                self._open += [client, server]
                asked, told = threading.Event(), self.flows
                asked.set()
                for way in ((client, server, asked), (server, client, told)):
                    threading.Thread(target=self._forward, args=way, daemon=True).start()

    @staticmethod
    def _forward(source, target, flows):
        with suppress(OSError):
            while data := source.recv(CHUNK):
                flows.wait()
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)


@contextmanager
def wire(server):
    """Lay a wire to the server."""
    laid = Wire(server)
    try:
        yield laid
    finally:
        laid.cut()
        laid.flows.set()
