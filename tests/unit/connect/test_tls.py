"""What TLS trusts and verifies, and where that is said."""

import hashlib
import pickle
import re
import ssl
from contextlib import suppress

import pytest
from keyspaces.certificates import Authority, Certificate, make_all

from cqlsh_ext.connect.tls import AMAZON_ROOTS, Tls, read_tls
from cqlsh_ext.errors import UsageError

FINGERPRINTS = {
    "Amazon Root CA 1": "8ecde6884f3d87b1125ba31ac3fcb13d7016de7f57cc904fe1cb97c6ae98196e",
    "Amazon Root CA 2": "1ba5b2aa8c65401a82960118f80bec4f62304d83cec4713a19c39c011ea46db4",
    "Amazon Root CA 3": "18ce6cfe7bf14e60b2e347b8dfe868cb31d02ebb3ada271569f50343b46db3a4",
    "Amazon Root CA 4": "e35d28419ed02025cfa69038cd623962458da5c695fbdea3c22b0bfb25897092",
    "Starfield Class 2 Certification Authority": "1465fa205397b876faa6f0a9958e5590e40fcc7faa4fb7c2c8677521fb5fb658",
}
HOST = "cassandra.us-east-1.amazonaws.com"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Return the file of an authority, and one with a certificate and its key for each Certificate."""
    return make_all(tmp_path_factory.mktemp("certificates"), HOST)


def authorities(context):
    return {hashlib.sha256(each).hexdigest() for each in context.get_ca_certs(binary_form=True)}


def shake_hands(client, server_file, name):
    """Shake hands in memory; return the name that the client sent."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(server_file)
    sent = []
    server.sni_callback = lambda _link, name, _context: sent.append(name)
    ways = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = client.wrap_bio(*ways, server_hostname=name), server.wrap_bio(*reversed(ways), server_side=True)
    for _ in range(4):
        for end in ends:
            with suppress(ssl.SSLWantReadError):
                end.do_handshake()
    return sent


def test_the_roots_are_those_of_keyspaces():
    text = AMAZON_ROOTS.read_text("ascii")
    found = re.findall(r"(?ms)^(\w[\w ]+)\n(-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----)", text)
    prints = {name: hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest() for name, pem in found}
    assert prints == FINGERPRINTS
    assert text.count("BEGIN CERTIFICATE") == len(FINGERPRINTS)


def test_by_default_the_system_and_amazon_are_trusted():
    context = Tls().context(HOST)
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, True)
    assert context.minimum_version == ssl.TLSVersion.TLSv1_2
    assert set(FINGERPRINTS.values()) <= authorities(context)
    system = ssl.create_default_context()
    assert authorities(system) <= authorities(context)


def test_a_certfile_is_all_that_is_trusted(files):
    ca_file, _ = files
    der = ssl.PEM_cert_to_DER_cert(ca_file.read_text())
    assert authorities(Tls(certfile=str(ca_file)).context(HOST)) == {hashlib.sha256(der).hexdigest()}


def test_a_host_can_have_a_certfile_of_its_own(files, tmp_path):
    ca_file, _ = files
    Authority.open(tmp_path, "other")
    tls = Tls(certfile=str(tmp_path / "other.pem"), certfiles={HOST: str(ca_file)})
    assert authorities(tls.context(HOST.upper())) == authorities(Tls(certfile=str(ca_file)).context(HOST))
    assert authorities(tls.context("10.0.0.1")) == authorities(Tls(certfile=tls.certfile).context(HOST))


def test_a_good_certificate_is_accepted_and_its_name_sent(files):
    ca_file, made = files
    assert shake_hands(Tls(certfile=str(ca_file)).context(HOST), made[Certificate.GOOD], HOST) == [HOST]


@pytest.mark.parametrize("kind", [each for each in Certificate if each is not Certificate.GOOD])
def test_every_other_certificate_is_refused(files, kind):
    ca_file, made = files
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(Tls(certfile=str(ca_file)).context(HOST), made[kind], HOST)


def test_a_servers_own_certificate_can_be_trusted(files, tmp_path):
    _, made = files
    pinned = tmp_path / "pinned.pem"
    pinned.write_text(re.search(r"-----BEGIN CERTIFICATE.*", made[Certificate.GOOD].read_text(), re.DOTALL)[0])
    shake_hands(Tls(certfile=str(pinned)).context(HOST), made[Certificate.GOOD], HOST)
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(Tls(certfile=str(pinned)).context(HOST), made[Certificate.OTHER_CA], HOST)


def test_names_are_not_verified_if_the_user_says_so(files):
    ca_file, made = files
    context = Tls(certfile=str(ca_file), check_hostname=False).context(HOST)
    assert shake_hands(context, made[Certificate.OTHER_NAME], HOST) == [HOST]
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(context, made[Certificate.OTHER_CA], HOST)


def test_nothing_is_verified_if_the_user_says_so(files):
    _, made = files
    context = Tls(validate=False, certfile="/nowhere").context(HOST)
    for file in made.values():
        assert shake_hands(context, file, HOST) == [HOST]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (
            {"certfile": "/nowhere.pem"},
            "the certfile to verify servers with cannot be read: /nowhere.pem: No such file",
        ),
        ({"certfile": __file__}, f"{__file__}, the certfile to verify servers with, holds no certificate"),
        ({"certfile": "/"}, "the certfile to verify servers with cannot be read: /"),
        ({"usercert": "/nowhere.pem"}, "usercert or userkey cannot be read: /nowhere.pem: No such file"),
        ({"usercert": __file__, "userkey": __file__}, "usercert and userkey are no pair"),
    ],
)
def test_files_that_cannot_be_used(options, reason):
    with pytest.raises(UsageError, match=re.escape(reason)):
        Tls(**options).context(HOST)


def test_a_key_of_another_certificate(files):
    _, made = files
    tls = Tls(usercert=str(made[Certificate.GOOD]), userkey=str(made[Certificate.EXPIRED]))
    with pytest.raises(UsageError, match="usercert and userkey are no pair"):
        tls.context(HOST)


def test_cqlshrc_and_variables():
    section = {"certfile": "~/a.pem", "userkey": "k", "usercert": "c", "validate": "FALSE", "server_hostname": "n"}
    tls = read_tls(section, {"Host": "h.pem"}, {})
    assert tls == Tls("n", "~/a.pem", {"host": "h.pem"}, "c", "k", validate=False)
    assert read_tls(section, {"host": "h.pem"}, {"SSL_CERTFILE": "v.pem"}).certfile == "v.pem"
    assert read_tls(section, {"host": "h.pem"}, {"SSL_CERTFILE": "v.pem"}).certfiles == {}
    assert read_tls(section, {}, {"SSL_CERTFILE": "v.pem"}, certfile="f.pem").certfile == "f.pem"
    assert read_tls(section, {}, {}, server_name="m").server_name == "m"
    assert read_tls({}, {}, {}) == Tls()


@pytest.mark.parametrize("text", ["false", "False", "FALSE"])
def test_checks_end_where_false_is_said(text):
    assert not read_tls({}, {}, {"SSL_VALIDATE": text}).validate
    assert not read_tls({"check_hostname": text}, {}, {}).check_hostname


@pytest.mark.parametrize("text", ["", "true", "0", "no", "off", "flase"])
def test_checks_stay_where_anything_else_is_said(text):
    assert read_tls({"validate": "false"}, {}, {"SSL_VALIDATE": text}).validate
    assert read_tls({"check_hostname": text}, {}, {}).check_hostname


@pytest.mark.parametrize("name", [".example.com", "a" * 64 + ".com", "a\0b", "a..b"])
def test_a_name_that_no_server_has(name):
    with pytest.raises(UsageError, match="is no name of a server"):
        read_tls({}, {}, {}, server_name=name)


def test_what_workers_get_can_be_pickled(files):
    ca_file, _ = files
    tls = Tls("name", str(ca_file), {"h": "f"}, validate=True)
    assert pickle.loads(pickle.dumps(tls)) == tls  # noqa: S301
