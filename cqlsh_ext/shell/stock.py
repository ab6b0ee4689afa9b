"""cqlshlib, imported so that the command line which it parses at import holds nothing but its own."""

import argparse
import sys

from cassandra import DependencyException

from cqlsh_ext.errors import InstallationError

NO_EVENT_LOOP = (
    "the driver for Cassandra was built without libev, and Python 3.12 and later have no asyncore: install the headers"
    " of libev (Debian: apt-get install libev-dev), then cassandra-driver again with --force-reinstall --no-cache-dir"
)


def _cqlshrc_arguments(arguments: list[str]) -> list[str]:
    """Keep `--cqlshrc FILE`, which stock cqlsh honours at import only."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--cqlshrc", nargs="?")
    file = parser.parse_known_args(arguments)[0].cqlshrc
    return ["--cqlshrc", file] if file else []


_arguments = sys.argv
sys.argv = [_arguments[0], *_cqlshrc_arguments(_arguments[1:])]
try:
    from cqlshlib import authproviderhandling, copyutil, cqlshhandling, cqlshmain, displaying, formatting, pylexotron
except DependencyException:
    raise InstallationError(NO_EVENT_LOOP) from None
finally:
    sys.argv = _arguments

__all__ = [
    "authproviderhandling",
    "copyutil",
    "cqlshhandling",
    "cqlshmain",
    "displaying",
    "formatting",
    "pylexotron",
]
