"""Where the program starts: what has to be so before the rest is loaded."""

import gc
import os
import signal


def main() -> int:
    """Run cqlsh-ext on the command line; return the exit code."""
    gc.disable()  # nothing of what is loaded is garbage
    _let_sigterm_end()
    from cqlsh_ext.cli import main as run  # noqa: PLC0415 - loads the driver

    return run()


def _let_sigterm_end() -> None:
    """Let SIGTERM end process 1, which the shell is in a container: the kernel spares it what has no handler."""
    if os.getpid() == 1:
        signal.signal(signal.SIGTERM, lambda number, _: os._exit(128 + number))
