"""See through compressed blobs: `from cqlsh_ext import decode`."""

from cqlsh_ext.content import Content
from cqlsh_ext.decode import Certainty, Decoded, Layer, Status, decode
from cqlsh_ext.errors import CqlshExtError, UsageError
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.limits import Limits

__all__ = [
    "Certainty",
    "Content",
    "CqlshExtError",
    "Decoded",
    "Integrity",
    "Layer",
    "Limits",
    "Status",
    "UsageError",
    "decode",
]
__version__ = "0.1.0"
