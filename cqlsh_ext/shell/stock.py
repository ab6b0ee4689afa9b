"""cqlshlib, imported so that the command line which it parses at import holds nothing but its own."""

import argparse
import sys


def _cqlshrc_arguments(arguments: list[str]) -> list[str]:
    """Keep `--cqlshrc FILE`, which stock cqlsh honours at import only."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--cqlshrc", nargs="?")
    file = parser.parse_known_args(arguments)[0].cqlshrc
    return ["--cqlshrc", file] if file else []


_arguments = sys.argv
sys.argv = [_arguments[0], *_cqlshrc_arguments(_arguments[1:])]
try:
    from cqlshlib import copyutil, cqlshhandling, cqlshmain, displaying, formatting
finally:
    sys.argv = _arguments

__all__ = ["copyutil", "cqlshhandling", "cqlshmain", "displaying", "formatting"]
