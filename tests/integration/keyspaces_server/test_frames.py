"""The protocol beneath the driver: versions, bounds, and clients that break off."""

import struct

import pytest
from cassandra.auth import PlainTextAuthProvider
from cassandra.cluster import Cluster
from integration.keyspaces_server.clients import HEADER, read_error, verifying_context
from keyspaces import PASSWORD, USER

OPTIONS, STARTUP, QUERY, PREPARE, EXECUTE, REGISTER, BATCH = 0x05, 0x01, 0x07, 0x09, 0x0A, 0x0B, 0x0D


@pytest.mark.parametrize("version", [3, 5, 66, 6, 127])
def test_other_versions(raw, version):
    connection = raw()
    answer = connection.ask(OPTIONS, version=version)
    text = f"Invalid or unsupported protocol version ({version}); supported versions are (3/v3, 4/v4)"
    assert read_error(answer) == (0x000A, text)
    assert answer[0] == 1
    assert connection.read() is None


def test_driver_finds_the_version(service):
    cluster = Cluster(
        [service.host],
        service.port,
        ssl_context=verifying_context(service),
        ssl_options={"server_hostname": service.endpoint},
        auth_provider=PlainTextAuthProvider(USER, PASSWORD),
    )
    with cluster:
        cluster.connect()
        assert cluster.protocol_version == 4


def test_options(raw):
    _, opcode, body = raw().ask(OPTIONS)
    assert (opcode, body) == (0x06, b"\0\x02\0\x0bCQL_VERSION\0\x01\0\x053.4.4\0\x0bCOMPRESSION\0\0")


def test_nothing_before_login(raw):
    for connection in (raw(), raw()):
        connection.start()
        assert read_error(connection.query("SELECT * FROM system.local"))[0] == 0x000A
        assert connection.read() is None


def test_events_are_promised(raw):
    connection = raw()
    connection.login()
    assert connection.ask(REGISTER, b"\0\x01\0\x0dSCHEMA_CHANGE")[1] == 0x02


@pytest.mark.parametrize(
    ("opcode", "body"),
    [
        (QUERY, b""),
        (QUERY, b"\x7f\xff\xff\xff"),
        (QUERY, b"\xff\xff\xff\xff"),
        (QUERY, b"\0\0\0\x01\xff\0\x01\0"),
        (QUERY, b"\0\0\0\x01x\0\x99\0"),
        (QUERY, b"\0\0\0\x01x\0\x01\x01\xff\xff\0\0\0\x01"),
        (PREPARE, b"\0"),
        (EXECUTE, b"\0\x10x"),
        (BATCH, b"\x07\0\0"),
        (BATCH, b"\0\xff\xff\0\0\0\0\x01"),
        (0x77, b""),
    ],
)
def test_garbled_requests(raw, opcode, body):
    connection = raw()
    connection.login()
    assert read_error(connection.ask(opcode, body))[0] == 0x000A
    assert connection.query("SELECT key FROM system.local")[1] == 0x08


def test_execute_of_an_unknown_id(raw):
    connection = raw()
    connection.login()
    body = b"\0\x10" + bytes(16) + struct.pack(">HB", 1, 0)
    code, text = read_error(connection.ask(EXECUTE, body))
    assert (code, text) == (0x2500, f"Prepared query with ID {'00' * 16} not found")


@pytest.mark.parametrize("length", [0x10001, 0x7FFFFFFF, 0xFFFFFFFF])
def test_frame_too_large_before_login(raw, length):
    connection = raw()
    connection.link.sendall(HEADER.pack(4, 0, 7, STARTUP, length))
    answer = connection.read()
    assert read_error(answer) == (0x000A, f"Request is too big: length {length} exceeds maximum allowed length 65536.")
    assert (answer[0], connection.read()) == (7, None)


def test_frame_too_large_after_login(service, raw):
    service.settings.request_bytes = 1000
    connection = raw()
    connection.login()
    assert "Request is too big" in read_error(connection.query("x" * 1000))[1]


def test_clients_that_vanish(service, raw):
    frame = HEADER.pack(4, 0, 1, QUERY, 35) + struct.pack(">i", 28) + b"SELECT key FROM system.local" + b"\0\x01\0"
    for length in range(1, len(frame)):
        connection = raw()
        connection.login()
        connection.link.sendall(frame[:length])
        connection.close()
    assert raw().ask(OPTIONS)[1] == 0x06
    assert len(service.clients) == len(frame)


def test_silent_client_is_dropped(service, raw):
    service.settings.idle_seconds = 0.2
    connection = raw()
    connection.login()
    assert connection.read() is None


def test_connections_are_dropped_on_demand(service, raw):
    connection = raw()
    connection.login()
    service.drop_connections()
    with pytest.raises((OSError, AssertionError)):
        assert connection.query("SELECT key FROM system.local") is not None


def test_streams_are_kept(raw):
    connection = raw()
    connection.login()
    text = b"SELECT key FROM system.local"
    body = struct.pack(">i", len(text)) + text + b"\0\x01\0"
    for stream in (0, 5, 32767):
        connection.send(QUERY, body, stream=stream)
    assert {connection.read()[0] for _ in range(3)} == {0, 5, 32767}
