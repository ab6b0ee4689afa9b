"""cqlsh's grammar with our commands, and a shell that knows a schema, without a server."""

import os
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from unit.schema import schema

# cqlshlib makes the folder of the history file when it is imported
os.environ.setdefault("CQL_HISTORY", str(Path(tempfile.gettempdir(), "cqlsh_history")))


@pytest.fixture(scope="session")
def ruleset():
    """Return cqlsh's rules, with our commands in them."""
    from cqlsh_ext.shell import grammar
    from cqlsh_ext.shell.shell import Shell
    from cqlsh_ext.shell.stock import cqlshmain

    grammar.install(Shell)
    cqlshmain.setup_cqlruleset(cqlshmain.cql3handling)
    return cqlshmain.cqlruleset


@pytest.fixture
def shell(ruleset):  # noqa: ARG001 - the shell completes from it
    """Return a shell that knows a schema, and nothing else."""
    from cqlsh_ext.shell.shell import Shell

    made = Shell.__new__(Shell)
    made.conn = SimpleNamespace(metadata=SimpleNamespace(keyspaces=schema()))
    made.current_keyspace = "shop"
    return made


@pytest.fixture
def language(shell):
    """Return the language as the prompt knows it."""
    from cqlsh_ext.shell.cql import Cql

    return Cql(shell)
