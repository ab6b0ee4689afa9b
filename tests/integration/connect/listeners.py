"""Servers that are not what somebody expects behind a port."""

import contextlib
import socket
import ssl
import struct
import threading
import time
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone

from keyspaces import Certificate
from keyspaces.certificates import Authority, make_all

HOST = "127.0.0.1"
NAME = "db.example.com"
LINGER_NOT = struct.pack("ii", 1, 0)


@contextmanager
def listening(serve):
    """Yield the port of a server that does one thing with each connection, in a thread of its own."""
    with socket.create_server((HOST, 0)) as server:

        def accept():
            with contextlib.suppress(OSError):
                while True:
                    threading.Thread(target=meet, args=server.accept()[:1], daemon=True).start()

        def meet(connection):
            with connection, contextlib.suppress(OSError, ValueError):
                serve(connection)

        threading.Thread(target=accept, daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)


def keep_silent(connection):
    """Say nothing, for longer than anybody waits."""
    del connection
    time.sleep(30)


def hang_up(connection):
    """Leave at the first word."""
    connection.recv(64 << 10)


def reset(connection):
    """Leave with a bang."""
    connection.recv(1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER_NOT)


def speak_http(connection):
    """Answer as a web server."""
    connection.recv(1024)
    connection.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")


def speak_ssh(connection):
    """Greet as an SSH server."""
    connection.sendall(b"SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n")
    connection.recv(1024)
    time.sleep(1)


def through_tls(context, then=hang_up):
    """Shake hands, then do something else."""

    def serve(connection):
        with context.wrap_socket(connection, server_side=True) as wrapped:
            then(wrapped)

    return serve


class Certified:
    """Contexts of TLS for NAME, of an authority of their own."""

    def __init__(self, folder):
        self.folder = folder
        self.ca_file, self.files = make_all(folder, NAME)

    def context(self, certificate=Certificate.GOOD):
        """Return the context of a server."""
        return self.load(self.files[certificate])

    def load(self, file):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context

    def of_tomorrow(self):
        """Return a context with a certificate that is not valid yet."""
        file = self.folder / "tomorrow.pem"
        tomorrow = datetime.now(timezone.utc) + timedelta(days=1)
        Authority.open(self.folder, "ca").issue(NAME, file, begin=tomorrow)
        return self.load(file)

    def of_old(self):
        """Return a context that knows TLS 1.1 at most."""
        context = self.context()
        context.set_ciphers("ALL:@SECLEVEL=0")
        context.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
        context.maximum_version = ssl.TLSVersion.TLSv1_1
        return context

    def of_another_kind(self):
        """Return a context that has no cipher in common with anybody's defaults."""
        context = self.context()
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers("ADH-AES256-GCM-SHA384:@SECLEVEL=0")
        return context

    def asking(self, version):
        """Return a context that wants a certificate of the client's."""
        context = self.context()
        context.maximum_version = version
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(self.ca_file)
        return context

    def choosy(self):
        """Return a context that knows no name."""
        context = self.context()
        context.sni_callback = lambda *_: ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME
        return context
