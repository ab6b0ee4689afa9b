"""Faults of TLS: who answers is not who was called, or does not speak TLS. The driver leaves only texts of OpenSSL."""

from cqlsh_ext.connect.faults.fault import Fault

FAULTS = (
    Fault("OSError", r"CERTIFICATE_VERIFY_FAILED.*(?:hostname|IP address) mismatch",
          "the certificate of {host} is not for {name}: somebody may be in between, or give the name that it is for"
          " with --server-name"),
    Fault("OSError", r"CERTIFICATE_VERIFY_FAILED.*has expired",
          "the certificate of {host} has expired: have it renewed, and check this machine's clock"),
    Fault("OSError", r"CERTIFICATE_VERIFY_FAILED.*not yet valid",
          "the certificate of {host} is not valid yet: check this machine's clock"),
    Fault("OSError", r"CERTIFICATE_VERIFY_FAILED.*(?:self.signed|unable to get local issuer)",
          "the certificate of {host} is of an authority that is not trusted here: somebody may be in between, or name"
          " the authority's certificate with --certfile"),
    Fault("OSError", r"CERTIFICATE_VERIFY_FAILED\S* certificate verify failed: (?P<reason>[^(]*)",
          "the certificate of {host} cannot be accepted: {reason}"),
    Fault("OSError", r"WRONG_VERSION_NUMBER|RECORD_LAYER_FAILURE|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG",
          "{host} does not speak TLS on port {port}: check the port, or leave --ssl away"),
    Fault("OSError", r"UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION",
          "{host} speaks only versions of TLS that are no longer safe: it has to offer 1.2 or later"),
    Fault("OSError", r"HANDSHAKE_FAILURE|NO_SHARED_CIPHER",
          "{host} and this machine have no way of TLS in common, or it wants a certificate of yours: set usercert and"
          " userkey in [ssl] of cqlshrc"),
    Fault("OSError", r"CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_UNKNOWN",
          "{host} wants a certificate of yours that it trusts: set usercert and userkey in [ssl] of cqlshrc"),
    Fault("OSError", r"UNRECOGNIZED_NAME",
          "{host} does not know the name {name}: give the name that it goes by with --server-name"),
    Fault("OSError", r"UNEXPECTED_EOF|EOF occurred in violation",
          "{host} closes the connection in the middle of TLS: check that port {port} is that of TLS, and if it wants a"
          " certificate of yours, set usercert and userkey in [ssl] of cqlshrc"),
    Fault("OSError", r"handshake operation timed out",
          "{host} takes connections on port {port} and does not answer in TLS: check the port"),
    Fault("OSError", r"\[SSL|_ssl\.c", "TLS with {host} fails: {detail}"),
)  # fmt: skip
