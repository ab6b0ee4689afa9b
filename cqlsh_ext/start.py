"""Where the program starts: it is loaded without a look for garbage, as nothing that is loaded is any."""

import gc


def main() -> int:
    """Run cqlsh-ext on the command line; return the exit code."""
    gc.disable()
    from cqlsh_ext.cli import main as run  # noqa: PLC0415 - loads the driver

    return run()
