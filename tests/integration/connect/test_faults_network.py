"""Why a server cannot be reached, or is not who it should be: one sentence that says what to do."""

import ssl

import pytest
from integration.connect.listeners import (
    HOST,
    NAME,
    Certified,
    hang_up,
    keep_silent,
    listening,
    reset,
    speak_http,
    speak_ssh,
    through_tls,
)
from integration.connect.user import NO_NETWORK, Place, User
from keyspaces import Certificate

TLS = ("--ssl", "--server-name", NAME)
UNTRUSTED = "is of an authority that is not trusted here: somebody may be in between, or name the authority's"


@pytest.fixture(scope="module")
def certified(tmp_path_factory):
    return Certified(tmp_path_factory.mktemp("certificates"))


@pytest.fixture
def user(certified, aws, tmp_path):
    """Return somebody who trusts one authority, and knows of no server."""
    return User(Place(HOST, 1, NAME, certified.ca_file), aws, tmp_path / "home")


@pytest.mark.parametrize(
    ("host", "sentence"),
    [
        ("nowhere.invalid", "there is no host nowhere.invalid: check the name"),
        ("cassandra.mars-east-1.amazonaws.com", "there is no host cassandra.mars-east-1.amazonaws.com: check the name"),
        ("256.256.256.256", "there is no host 256.256.256.256: check the name"),
        ("host name", "there is no host host name: check the name"),
        ("a..b", "a..b cannot be the name of a host: check it"),
        ("a" * 64 + ".com", "cannot be the name of a host: check it"),
    ],
)
def test_a_name_that_leads_nowhere(user, host, sentence):
    assert sentence in user.refused(host, "9042")


def test_no_name_server(user):
    told = user.refused("db.example.com", within=NO_NETWORK)
    assert told.startswith("the name db.example.com cannot be looked up now: check this machine's network")


def test_a_port_that_is_closed(user):
    told = user.refused(HOST, "1")
    assert told.startswith(f"{HOST} refuses connections on port 1: check that a server runs there, and the port")


def test_no_network(user):
    told = user.refused("192.0.2.1", within=NO_NETWORK)
    assert told == "there is no way to 192.0.2.1 from here: check the network, the VPN, and the routes of the VPC"


@pytest.mark.parametrize(
    ("serve", "sentence"),
    [
        (keep_silent, "takes connections and does not answer in CQL: give --ssl if it wants TLS"),
        (hang_up, "takes connections and does not answer in CQL: give --ssl if it wants TLS"),
        (reset, "to port"),
        (speak_http, "does not speak CQL: check the port"),
        (speak_ssh, "does not speak CQL: check the port"),
    ],
)
def test_a_port_that_is_of_something_else(user, serve, sentence):
    with listening(serve) as port:
        assert sentence in user.refused(HOST, str(port))


@pytest.mark.parametrize(
    ("serve", "sentence"),
    [
        (keep_silent, "takes connections on port {} and does not answer in TLS: check the port"),
        (hang_up, "closes the connection in the middle of TLS: check that port {} is that of TLS"),
        (reset, "to port {}"),
        (speak_http, "does not speak TLS on port {}: check the port, or leave --ssl away"),
        (speak_ssh, "does not speak TLS on port {}: check the port, or leave --ssl away"),
    ],
)
def test_a_port_that_is_not_of_tls(user, serve, sentence):
    with listening(serve) as port:
        assert sentence.format(port) in user.refused(*TLS, HOST, str(port))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda own: own.context(Certificate.OTHER_CA), f"the certificate of {HOST} {UNTRUSTED}"),
        (lambda own: own.context(Certificate.OTHER_NAME), f"the certificate of {HOST} is not for {NAME}: somebody may"),
        (lambda own: own.context(Certificate.EXPIRED), f"the certificate of {HOST} has expired: have it renewed"),
        (Certified.of_tomorrow, f"the certificate of {HOST} is not valid yet: check this machine's clock"),
        (Certified.of_old, f"{HOST} speaks only versions of TLS that are no longer safe: it has to offer 1.2 or later"),
        (Certified.of_another_kind, f"{HOST} and this machine have no way of TLS in common"),
        (Certified.choosy, f"{HOST} does not know the name {NAME}: give the name that it goes by with --server-name"),
        (lambda own: own.asking(ssl.TLSVersion.TLSv1_2), "certificate of yours"),
        (lambda own: own.asking(ssl.TLSVersion.TLSv1_3), "certificate of yours"),
    ],
)
def test_tls_that_fails(user, certified, make, sentence):
    with listening(through_tls(make(certified))) as port:
        assert sentence in user.refused(*TLS, HOST, str(port))


def test_a_name_that_was_not_given(user, certified):
    with listening(through_tls(certified.context())) as port:
        told = user.refused("--ssl", "localhost", str(port))
    assert told.startswith("the certificate of localhost is not for localhost: somebody may be in between, or give")


def test_tls_that_was_not_asked_for(user, certified):
    with listening(through_tls(certified.context(), keep_silent)) as port:
        assert "give --ssl if it wants TLS" in user.refused(HOST, str(port))


def test_a_silent_server_behind_tls(user, certified):
    with listening(through_tls(certified.context(), keep_silent)) as port:
        assert "takes connections and does not answer in CQL" in user.refused(*TLS, HOST, str(port))
