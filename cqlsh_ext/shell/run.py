"""Runs stock cqlsh's main with our Shell in its place."""

import configparser
import sys
from collections.abc import Mapping
from typing import Any

from cqlsh_ext.connect.endpoint import find_endpoint
from cqlsh_ext.errors import UsageError
from cqlsh_ext.settings import SECTION, Settings
from cqlsh_ext.shell import copying, grammar
from cqlsh_ext.shell.cells import Cells
from cqlsh_ext.shell.shell import Shell
from cqlsh_ext.shell.stock import cqlshmain

parser = cqlshmain.parser
stock_read_options = cqlshmain.read_options
UNSET_PORT = 0
SWITCH_SECONDS = 0.001
"""How soon the driver's thread gets its turn to ask for the next page; Python's 5 ms are as long as a page takes."""


def read_section() -> Mapping[str, str]:
    """Return our section of cqlshrc, empty where there is none; raises UsageError for a file that is no cqlshrc."""
    config = configparser.RawConfigParser(default_section=SECTION)
    config.optionxform = str  # type: ignore[assignment, method-assign]
    try:
        config.read(cqlshmain.CONFIG_FILE)
    except (configparser.Error, UnicodeDecodeError) as error:
        raise UsageError(f"{cqlshmain.CONFIG_FILE} cannot be read: {error}") from None
    return config.defaults()


def run(arguments: list[str], settings: Settings) -> None:
    """Run the shell on a command line of stock cqlsh's; raises SystemExit with its exit code where not 0."""
    Shell.cells = Cells(settings)
    Shell.cells.install()
    grammar.install(Shell)
    copying.install()
    cqlshmain.Shell = Shell
    cqlshmain.DEFAULT_PORT = UNSET_PORT
    cqlshmain.read_options = read_options
    sys.setswitchinterval(SWITCH_SECONDS)
    cqlshmain.main(arguments, "")


def read_options(arguments: list[str]) -> tuple[Any, str, int]:
    """Read the command line and cqlshrc as stock does; add what the name of the host tells."""
    options, host, port = stock_read_options(arguments)
    Shell.endpoint = find_endpoint(host, port)
    return options, host, Shell.endpoint.port
