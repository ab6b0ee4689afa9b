"""TLS: who the service says it is, and what it asks of clients."""

import socket
import ssl
import time
from contextlib import suppress

import pytest
from integration.keyspaces_server.clients import Raw, connected, verifying_context
from keyspaces import Certificate, KeyspacesServer

SECONDS = 5
ALERTS = {"TLSV1_ALERT_UNKNOWN_CA", "SSLV3_ALERT_BAD_CERTIFICATE", "SSLV3_ALERT_CERTIFICATE_EXPIRED"}
"""What a client says of a certificate that it refuses."""


def wait_for(tell):
    """Return what is told as soon as it is something."""
    deadline = time.monotonic() + SECONDS
    while not (told := tell()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return told


@pytest.fixture
def shake(service):
    """Shake hands as a client that verifies; return the version of TLS."""

    def run(name=service.endpoint, context=None):
        link = socket.create_connection((service.host, service.port), 10)
        with (context or verifying_context(service)).wrap_socket(link, server_hostname=name) as tls:
            return tls.version()

    return run


def test_good_certificate(shake, service):
    assert shake() == "TLSv1.3"
    assert service.endpoint == "cassandra.us-east-1.amazonaws.com"


@pytest.mark.parametrize(
    ("certificate", "reason"),
    [
        (Certificate.OTHER_CA, "unable to get local issuer certificate"),
        (Certificate.OTHER_NAME, "certificate is not valid for 'cassandra.us-east-1.amazonaws.com'"),
        (Certificate.EXPIRED, "certificate has expired"),
    ],
)
def test_certificate_that_a_client_must_refuse(shake, service, certificate, reason):
    service.present(certificate)
    with pytest.raises(ssl.SSLCertVerificationError, match=reason):
        shake()
    assert wait_for(lambda: service.clients[-1].refusal) in ALERTS
    service.present(Certificate.GOOD)
    shake()


@pytest.mark.parametrize("name", ["127.0.0.1", "cassandra.eu-west-1.amazonaws.com", "localhost"])
def test_certificate_is_for_the_endpoints_name_only(shake, name):
    with pytest.raises(ssl.SSLCertVerificationError, match="is not valid for"):
        shake(name)


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion:DeprecationWarning")
def test_old_tls(shake, service):
    context = verifying_context(service)
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.maximum_version = ssl.TLSVersion.TLSv1_1
    context.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.raises(ssl.SSLError, match="alert protocol version"):
        shake(context=context)


def test_tls_1_2(shake, service):
    context = verifying_context(service)
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    assert shake(context=context) == "TLSv1.2"


def test_server_name_is_seen(raw, service):
    raw().start()
    assert service.clients[-1].server_name == service.endpoint


def nameless_context(service):
    context = verifying_context(service)
    context.check_hostname = False
    return context


def test_client_without_server_name(shake, service):
    assert shake(None, nameless_context(service)) == "TLSv1.3"


def test_vpc_endpoint_needs_the_server_name(server):
    name = "vpce-0123456789abcdef0-abcdefgh.cassandra.us-east-1.vpce.amazonaws.com"
    host, port = server
    with KeyspacesServer((host, int(port)), endpoint=name) as service:
        link = socket.create_connection((service.host, service.port), 10)
        context = nameless_context(service)
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        with pytest.raises(ssl.SSLError, match="unrecognized name"):
            context.wrap_socket(link)
        with connected(service) as session:
            assert session.execute("SELECT cluster_name FROM system.local").one().cluster_name == "Amazon Keyspaces"


def test_no_tls(server):
    host, port = server
    with KeyspacesServer((host, int(port)), tls=False) as service:
        Raw(service).login()
        link = socket.create_connection((service.host, service.port), 10)
        with pytest.raises(ssl.SSLError):
            ssl.create_default_context().wrap_socket(link, server_hostname=service.endpoint)


def test_client_without_tls_is_cut_off(service):
    with socket.create_connection((service.host, service.port), 10) as link:
        link.sendall(b"\x04\0\0\0\x05\0\0\0\0")
        with suppress(ConnectionResetError):
            assert link.recv(100)[:1] != b"\x84"
    assert [(client.tls, client.refusal) for client in service.clients] == [(None, "WRONG_VERSION_NUMBER")]


def test_certificate_authority_is_kept(server, tmp_path):
    host, port = server
    texts = []
    for _ in range(2):
        with KeyspacesServer((host, int(port)), certificates=tmp_path / "tls") as service:
            texts.append(service.ca_file.read_text())
            Raw(service).close()
    assert texts[0] == texts[1]
    assert [
        file.name for file in (tmp_path / "tls").iterdir() if file.stat().st_mode & 0o077 and file.suffix == ".key"
    ] == []
