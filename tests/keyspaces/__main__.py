"""Starts the server for a person: `PYTHONPATH=tests python -m keyspaces`; tells how to connect, serves until Ctrl-C."""

import argparse
import signal
import sys

from .certificates import Certificate
from .server import LOOPBACK, KeyspacesServer
from .settings import DEFAULT_PARTITIONER, KEY, MURMUR3, PASSWORD, USER
from .sigv4 import AccessKey


def read_address(text):
    """Return `host:port` as a pair."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is not of the form host:port")
    return host, int(port)


def read_pair(text):
    """Return `name:secret` as a pair; the secret may have colons."""
    name, colon, secret = text.partition(":")
    if not colon or not name:
        raise argparse.ArgumentTypeError("two parts with a colon between them are needed")
    return name, secret


def build_parser():
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="keyspaces", description=__doc__)
    parser.add_argument("--port", type=int, default=9142)
    parser.add_argument("--address", action="append", help="an address to listen on; the first is the control node")
    parser.add_argument("--backend", type=read_address, default=("127.0.0.1", 9042), metavar="HOST:PORT")
    parser.add_argument("--region", default="us-east-1")
    parser.add_argument("--endpoint", metavar="NAME", help="the name in the certificate; by default the region's")
    parser.add_argument("--certificates", metavar="FOLDER", help="keeps the certificate authority; made if it is empty")
    parser.add_argument("--present", type=Certificate, default=Certificate.GOOD, metavar="KIND", choices=Certificate)
    parser.add_argument("--no-tls", action="store_true", help="speak without TLS, as nobody should")
    parser.add_argument("--require-sni", action="store_true", default=None, help="refuse clients that send no name")
    parser.add_argument("--user", type=read_pair, default=(USER, PASSWORD), metavar="NAME:PASSWORD")
    parser.add_argument("--access-key", type=read_pair, default=(KEY.id, KEY.secret), metavar="ID:SECRET")
    parser.add_argument("--session-token", metavar="TOKEN", help="makes the access key a temporary one")
    parser.add_argument("--partitioner", choices=[MURMUR3, DEFAULT_PARTITIONER], default=MURMUR3)
    parser.add_argument("--ddl-seconds", type=float, default=3.0, help="how long a change of the schema takes")
    return parser


def build_server(options):
    """Return the server that the options describe."""
    server = KeyspacesServer(
        options.backend,
        region=options.region,
        endpoint=options.endpoint,
        addresses=options.address or LOOPBACK,
        port=options.port,
        certificates=options.certificates,
        tls=not options.no_tls,
        require_sni=options.require_sni,
    )
    user, password = options.user
    key, secret = options.access_key
    server.accounts.users = {user: password}
    server.accounts.keys = {key: AccessKey(key, secret, options.session_token)}
    server.settings.partitioner = options.partitioner
    server.settings.ddl_seconds = options.ddl_seconds
    return server


def explain(server, options):
    """Tell how to connect."""
    key = server.accounts.keys[options.access_key[0]]
    print(f"Keyspaces of {options.region} answers at {server.host}:{server.port} as {server.endpoint}")
    print(f"  hosts entry: {server.host} {server.endpoint}")
    if server.tls:
        print(f"  export SSL_CERTFILE={server.ca_file}")
    print(f"  user name and password: {options.user[0]} {options.user[1]}")
    print(f"  export AWS_ACCESS_KEY_ID={key.id} AWS_SECRET_ACCESS_KEY={key.secret}")
    if key.token:
        print(f"  export AWS_SESSION_TOKEN={key.token}")
    print(flush=True)


def main():
    """Serve until interrupted."""
    options = build_parser().parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with build_server(options) as server:
            if server.tls:
                server.present(options.present)
            explain(server, options)
            signal.pause()
    except KeyboardInterrupt:
        return 0
    except OSError as error:
        print(f"keyspaces: {error}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
