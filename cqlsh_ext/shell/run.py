"""Runs stock cqlsh's main with our Shell in its place."""

import sys

from cqlsh_ext.connect.settings import Connecting
from cqlsh_ext.keyspaces.settings import Statements
from cqlsh_ext.prompt.settings import Prompting
from cqlsh_ext.ratio.settings import Measuring
from cqlsh_ext.settings import Settings
from cqlsh_ext.shell import colors, grammar
from cqlsh_ext.shell.cells import Cells
from cqlsh_ext.shell.entrance import Entrance
from cqlsh_ext.shell.shell import Shell
from cqlsh_ext.shell.stock import cqlshmain

parser = cqlshmain.parser
SWITCH_SECONDS = 0.001
"""How soon the driver's thread gets its turn to ask for the next page; Python's 5 ms are as long as a page takes."""


def run(
    arguments: list[str],
    settings: Settings,
    others: tuple[Connecting, Statements, Prompting, Measuring],
) -> None:
    """Run the shell on a command line of stock cqlsh's; raises SystemExit with its exit code where not 0."""
    connecting, Shell.statements, Shell.prompting, Shell.measuring = others
    Shell.cells = Cells(settings)
    Shell.cells.install()
    grammar.install(Shell)
    colors.install()
    cqlshmain.Shell = Shell
    Entrance(connecting).install()
    sys.setswitchinterval(SWITCH_SECONDS)
    cqlshmain.main(arguments, "")
