"""AWS's code is loaded by those alone who need it: it takes as long as a whole start."""

import subprocess
import sys

import pytest
from integration.connect.user import SELECT, SIGNED_IN
from keyspaces import PASSWORD, USER

PROGRAM = """
import atexit, sys
from cqlsh_ext.cli import main
atexit.register(lambda: print(*{name.partition(".")[0] for name in sys.modules}, file=sys.stderr))
sys.exit(main())
"""
AWS = {"boto3", "botocore", "cassandra_sigv4"}


def loaded(programs, *arguments, env):
    """Return the packages that were loaded in the end."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments, "-e", SELECT],
        env=programs.environment(env),
        cwd=programs.home,
        capture_output=True,
        check=True,
    )
    assert b"local" in done.stdout
    return set(done.stderr.decode().split())


def test_apache_cassandra_loads_nothing_of_aws(programs):
    packages = loaded(programs, env={})
    assert "cassandra" in packages
    assert packages & AWS == set()


@pytest.mark.parametrize("variables", [{}, SIGNED_IN])
def test_a_password_at_keyspaces_loads_nothing_of_aws(user, variables):
    user.write(".cassandra/credentials", f"[plain_text_auth]\nusername = {USER}\npassword = {PASSWORD}\n")
    assert loaded(user.programs, *user.tunnel, env=user.variables | variables) & AWS == set()


def test_a_signature_loads_them(user):
    assert loaded(user.programs, *user.tunnel, env=user.variables | SIGNED_IN) & AWS == AWS
