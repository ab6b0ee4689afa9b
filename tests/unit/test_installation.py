"""What cqlsh-ext says of an installation that cannot work."""

import os
import subprocess
import sys

WITHOUT_EVENT_LOOP = """
import sys

sys.modules |= {"cassandra.io.libevwrapper": None, "asyncore": None}
from cqlsh_ext.cli import main

sys.exit(main())
"""


def test_a_driver_without_an_event_loop(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_EVENT_LOOP, "-e", "SELECT key FROM system.local"],
        env=os.environ | {"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("cqlsh-ext: the driver for Cassandra was built without libev")
    assert done.stderr.count("\n") == 1
