"""A stand-in for Amazon Keyspaces: its endpoint, identity and rules, in front of a real Cassandra that stores."""

from .certificates import Certificate
from .server import KeyspacesServer
from .settings import DEFAULT_PARTITIONER, KEY, MURMUR3, PASSWORD, USER
from .sigv4 import AccessKey

__all__ = ["DEFAULT_PARTITIONER", "KEY", "MURMUR3", "PASSWORD", "USER", "AccessKey", "Certificate", "KeyspacesServer"]
