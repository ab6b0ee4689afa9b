"""Certificates of an own authority: a good one for the endpoint's name, and those that a client must refuse."""

from datetime import datetime, timedelta, timezone
from enum import Enum
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

OTHER_NAME = "cassandra.example.com"
SUBJECT = "Endpoint of a local Keyspaces"
VALID = timedelta(days=365)


class Certificate(Enum):
    """What the server shows who it is with."""

    GOOD = "good"
    """Signed by the server's authority, for the endpoint's name only, valid now."""
    OTHER_CA = "other-ca"
    """As good, but signed by an authority that nobody trusts."""
    OTHER_NAME = "other-name"
    """Signed by the server's authority, for another name."""
    EXPIRED = "expired"
    """As good, but no longer valid."""


class Authority:
    """A certificate authority."""

    def __init__(self, key, certificate):
        self.key = key
        self.certificate = certificate

    @classmethod
    def create(cls, name):
        """Make a new one."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        builder = start(subject, subject, key.public_key(), key.public_key(), datetime.now(timezone.utc) - VALID)
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        builder = builder.add_extension(usage(key_cert_sign=True, crl_sign=True), critical=True)
        return cls(key, builder.sign(key, hashes.SHA256()))

    @classmethod
    def open(cls, folder, name):
        """Return the one that a folder holds; make it if there is none yet."""
        key_file, certificate_file = folder / f"{name}.key", folder / f"{name}.pem"
        if not certificate_file.exists():
            made = cls.create(f"Test CA of a local Keyspaces, {name}")
            write_key(key_file, made.key)
            certificate_file.write_bytes(made.certificate.public_bytes(Encoding.PEM))
        key = load_pem_private_key(key_file.read_bytes(), None)
        return cls(key, x509.load_pem_x509_certificate(certificate_file.read_bytes()))

    def issue(self, host, file, *, begin):
        """Write a certificate for a host name, valid for a year, its authority's and its key to a file."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, SUBJECT)])
        builder = start(subject, self.certificate.subject, key.public_key(), self.key.public_key(), begin)
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        builder = builder.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        builder = builder.add_extension(usage(digital_signature=True), critical=True)
        write_key(file, key)
        with file.open("ab") as chain:
            chain.write(builder.sign(self.key, hashes.SHA256()).public_bytes(Encoding.PEM))


def start(subject, issuer, public_key, issuer_key, begin):
    """Return what all certificates have."""
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(begin + (3650 * VALID if subject == issuer else VALID))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public_key), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key), critical=False)
    )


def usage(**allowed):
    """Return an extension that allows a key these uses and no other."""
    uses = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
    uses += ("key_cert_sign", "crl_sign", "encipher_only", "decipher_only")
    return x509.KeyUsage(**{use: allowed.get(use, False) for use in uses})


def write_key(file, key):
    """Write a private key to a file that nobody else may read."""
    file.touch(0o600)
    file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


def make_all(folder, host):
    """Fill a folder with an authority, kept if it is there, and a file for each Certificate; return the files."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    good, other = Authority.open(folder, "ca"), Authority.open(folder, "other-ca")
    now = datetime.now(timezone.utc)
    files = {certificate: folder / f"{certificate.value}-endpoint.pem" for certificate in Certificate}
    good.issue(host, files[Certificate.GOOD], begin=now - timedelta(days=1))
    other.issue(host, files[Certificate.OTHER_CA], begin=now - timedelta(days=1))
    good.issue(OTHER_NAME, files[Certificate.OTHER_NAME], begin=now - timedelta(days=1))
    good.issue(host, files[Certificate.EXPIRED], begin=now - VALID - timedelta(days=1))
    return folder / "ca.pem", files
