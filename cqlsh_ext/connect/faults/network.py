"""Faults on the way to a server, and of what answers there."""

from cqlsh_ext.connect.faults.fault import Fault

PORTS = "Amazon Keyspaces has 9142, Apache Cassandra usually 9042"

ASK_FOR_TLS = "give --ssl if it wants TLS"
SHOW_CERTIFICATE = "if it wants a certificate of yours, set usercert and userkey in [ssl] of cqlshrc"
"""The remedies against servers that hang up, without TLS and with it."""

FAULTS = (
    Fault("gaierror", "temporary failure",
          "the name {host} cannot be looked up now: check this machine's network and its name server"),
    Fault("gaierror", "", "there is no host {host}: check the name, and that this machine can look it up"),
    Fault("UnicodeError", "idna", "{host} cannot be the name of a host: check it"),
    Fault("OSError", "connection refused",
          f"{{host}} refuses connections on port {{port}}: check that a server runs there, and the port ({PORTS})"),
    Fault("OSError", "no route to host|network is unreachable|host is down",
          "there is no way to {host} from here: check the network, the VPN, and the routes of the VPC"),
    Fault("OSError", "timed out",
          "{host} does not answer on port {port}: check host and port, and the firewalls and security groups between"),
    Fault("OSError", "connection reset|broken pipe",
          "{host} cuts connections to port {port} off: {remedy}, and check that the port is CQL's"),
    Fault("OSError", "last error: .*(?:permission denied|operation not permitted)",
          "this machine does not allow connections to {host}:{port}: check its firewall"),
    Fault("ConnectionShutdown", "",
          "{host} closes connections to port {port}: {remedy}, and check that the port is CQL's"),
    Fault("OperationTimedOut", "",
          "{host}:{port} takes connections and does not answer in CQL: {remedy}, check the port, or"
          " allow it more time with --connect-timeout"),
    Fault("ProtocolError", r"cql_version '(?P<asked>[^']*)'.*Supported versions: \[(?P<known>[^\]]*)\]",
          "the server does not speak CQL {asked}: leave --cqlversion away, or give one of {known}"),
    Fault("DriverException", r"explicitly set client protocol_version (?P<asked>\d+)",
          "the server does not speak version {asked} of the protocol: leave --protocol-version away"),
    Fault("ProtocolError", "", "what answers at {host}:{port} does not speak CQL: check the port ({detail})"),
    Fault("DriverException", "downgrade protocol|unsupported protocol",
          "the server and this driver have no version of the protocol in common: {detail}"),
    Fault("ProtocolVersionUnsupported", "",
          "the server and this driver have no version of the protocol in common: {detail}"),
    Fault("NoHostAvailable", r"using keyspace '(?P<keyspace>[^']*)'",
          "there is no keyspace {keyspace}: leave -k away and see DESCRIBE KEYSPACES"),
    Fault("InvalidRequest", r"keyspace '(?P<keyspace>[^']*)' does not exist",
          "there is no keyspace {keyspace}: leave -k away and see DESCRIBE KEYSPACES"),
    Fault("NoHostAvailable", "", "no address of {host} can be used: {detail}"),
)  # fmt: skip
"""Of the names of ports only those of the service are told apart: the user knows best where a cluster listens."""
