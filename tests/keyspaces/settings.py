"""What can be set about the emulated service, while it runs too; the defaults are the service's documented ones."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

from .login import make_nonce
from .sigv4 import AccessKey

MURMUR3 = "org.apache.cassandra.dht.Murmur3Partitioner"
DEFAULT_PARTITIONER = "com.amazonaws.cassandra.DefaultPartitioner"
"""What older accounts have."""
RANDOM = "org.apache.cassandra.dht.RandomPartitioner"
USER, PASSWORD = "alice-at-111122223333", "k3ys/paces="
"""Service-specific credentials look like this, `/` and `=` included."""
KEY = AccessKey("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
"""The access key of AWS's own examples."""


@dataclass
class Accounts:
    """Who may log in."""

    region: str = "us-east-1"
    users: dict[str, str] = field(default_factory=lambda: {USER: PASSWORD})
    keys: dict[str, AccessKey] = field(default_factory=lambda: {KEY.id: KEY})
    denied: set[str] = field(default_factory=set)
    """Users whom IAM allows nothing."""
    skew: timedelta = timedelta()
    """How far the server's clock is ahead."""
    make_nonce: object = make_nonce

    def now(self):
        """Return the server's time."""
        return datetime.now(timezone.utc) + self.skew


@dataclass
class Settings:
    """How the service behaves. Where the service's behaviour is not known, the default is said to be a guess."""

    region: str = "us-east-1"
    partitioner: str = MURMUR3
    reported_address: str | None = "127.0.0.100"
    """What `system.local` calls its address: one of loopback, not the one to connect to, as was seen; None for that."""
    self_in_peers: bool = False
    """Whether the control node is one of the peers, as it sometimes is."""
    peers_without_tokens: int = 0
    """How many of the peers have no tokens."""
    ddl_seconds: float = 1.0
    """How long a change of the schema takes; minutes are possible, tests need less."""
    row_bytes: int = 1_000_000
    """The limit of a row; whether 1 MB is this or 2**20 is not documented."""
    page_bytes: int = 1_000_000
    """How much is read for a page."""
    empty_pages: int = 1
    """How many pages without rows come first where a SELECT filters: a model of pages that count what is read."""
    leading_empty_pages: int = 0
    """The same for every other SELECT."""
    page_rows: int | None = None
    """How many rows a page has at most, whatever the client asks for."""
    connection_rate: int = 3000
    """Statements a second on one connection."""
    refuse_serial: bool = False
    """Whether SERIAL is refused as serial consistency; a guess."""
    request_bytes: int = 16 << 20
    """The largest request; a guess."""
    idle_seconds: float = 350.0
    """After how long a silent connection is dropped, without a word; a guess."""
