"""A wire to the server that can be cut and mended."""

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
                for ends in ((client, server), (server, client)):
                    threading.Thread(target=self._forward, args=ends, daemon=True).start()

    @staticmethod
    def _forward(source, target):
        with suppress(OSError):
            while data := source.recv(CHUNK):
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
