"""The TLS side of the endpoint: TLS 1.2 at least, a certificate of choice, the server name that clients send."""

import re
import ssl
from weakref import WeakKeyDictionary

from .certificates import Certificate, make_all

VPC_ENDPOINT = re.compile(r"\.vpce\.amazonaws\.com(?:\.cn)?$")


class Tls:
    """The contexts of an endpoint, one for each Certificate."""

    def __init__(self, folder, host, *, require_sni=None):
        self.require_sni = bool(VPC_ENDPOINT.search(host)) if require_sni is None else require_sni
        """Whether a client without server name is refused, as VPC endpoints do."""
        self.presented = Certificate.GOOD
        self.names = WeakKeyDictionary()
        """The server name that each connection sent, by its TLS object."""
        self.ca_file, files = make_all(folder, host)
        self.contexts = {certificate: self.context(file) for certificate, file in files.items()}

    def context(self, file):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(file)
        context.sni_callback = self.greet
        return context

    @property
    def entry(self):
        """The context to listen with; the certificate is chosen at each handshake."""
        return self.contexts[Certificate.GOOD]

    def greet(self, link, name, _context):
        """Choose the certificate once a client said which name it wants."""
        if name is None and self.require_sni:
            return ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME
        self.names[link] = name
        link.context = self.contexts[self.presented]
        return None
