"""See through compressed blobs: `from cqlsh_ext import decode`."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cqlsh_ext.content import Content
    from cqlsh_ext.decoding import Certainty, Decoded, Layer, Status, decode
    from cqlsh_ext.dictionaries import Dictionaries, Dictionary
    from cqlsh_ext.errors import CqlshExtError, UsageError
    from cqlsh_ext.formats.format import Integrity
    from cqlsh_ext.limits import Limits

__all__ = [
    "Certainty",
    "Content",
    "CqlshExtError",
    "Decoded",
    "Dictionaries",
    "Dictionary",
    "Integrity",
    "Layer",
    "Limits",
    "Status",
    "UsageError",
    "decode",
]
__version__ = "0.1.0"

_HOMES = {
    "content": ("Content",),
    "decoding": ("Certainty", "Decoded", "Layer", "Status", "decode"),
    "dictionaries": ("Dictionaries", "Dictionary"),
    "errors": ("CqlshExtError", "UsageError"),
    "formats.format": ("Integrity",),
    "limits": ("Limits",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import what is asked for, and no codec before: the shell starts without."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
