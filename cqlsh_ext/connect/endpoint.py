"""What the name of a host tells: Amazon Keyspaces or Apache Cassandra, and the region.

The shell keeps the Endpoint that it connects to as `Shell.endpoint`; `Shell.on_keyspaces` is the question to ask
where a statement or a command has to be different, as a server that was reached by another name counts too.
"""

import re
from typing import NamedTuple

CASSANDRA_PORT = 9042
KEYSPACES_PORT = 9142
KEYSPACES_CLUSTER = "Amazon Keyspaces"
"""The name of the cluster, in `system.local`."""

_NAMES = (
    re.compile(r"cassandra(?:-fips)?\.(?P<region>[a-z0-9-]+)\.(?:amazonaws\.com(?:\.cn)?|api\.aws)"),
    re.compile(r"(?:[a-z0-9-]+\.)+cassandra\.(?P<region>[a-z0-9-]+)\.vpce\.amazonaws\.com(?:\.cn)?"),
)
"""The public names, dual-stack, FIPS, GovCloud and China included, and those of VPC endpoints."""


class Endpoint(NamedTuple):
    """Where the shell connects to."""

    host: str
    """As the user typed it."""
    port: int
    keyspaces: bool
    """Whether it is Amazon Keyspaces, as far as can be told before connecting."""
    region: str | None
    """The AWS region in the name of the host."""


def find_endpoint(host: str, port: int | None, *, aws: bool = False) -> Endpoint:
    """Tell what a host is by its name, and the port where none is given; `aws` makes it Amazon Keyspaces."""
    region = find_region(host)
    keyspaces = aws or region is not None
    return Endpoint(host, port or (KEYSPACES_PORT if keyspaces else CASSANDRA_PORT), keyspaces, region)


def find_region(host: str) -> str | None:
    """Return the region in the name of an endpoint of Amazon Keyspaces, None for every other name."""
    name = host.lower().removesuffix(".")
    found = next(filter(None, (pattern.fullmatch(name) for pattern in _NAMES)), None)
    return found["region"] if found else None
