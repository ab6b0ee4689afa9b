"""FORMAT: show or change how results are written."""

from cqlsh_ext.commands.command import Command, Parsed, Shell
from cqlsh_ext.settings import Layout

HELP = """
        FORMAT [cqlsh-ext only]

          Shows or changes how results are written.

        FORMAT

          Shows what is in force.

        FORMAT TABLE | VERTICAL

          As cqlsh draws them. VERTICAL is what EXPAND ON does.

        FORMAT JSON | JSONL [ WITH CODEC | WITHOUT CODEC ]

          One array a result, or one object a line. What is inside a blob stands in it as JSON. WITH CODEC adds
          a field that says how each blob was decoded.

        FORMAT CSV | MARKDOWN

          As Python's csv module reads it, or as a table for GitHub.

        In all but the first two, nothing but data goes to standard output.
"""
GRAMMAR = r"""
<formatCommand> ::= "FORMAT" ( layout=( "TABLE" | "VERTICAL" | "JSON" | "JSONL" | "CSV" | "MARKDOWN" )
                               ( codec=( "WITH" | "WITHOUT" ) "CODEC" )? )?
                  ;
"""


def run(shell: Shell, parsed: Parsed) -> None:
    """Change the layout if the statement names one, and show what is in force."""
    name = parsed.get_binding("layout")
    if name is None:
        shell.say(f"FORMAT is {_spell(shell)}")
        return
    codec = parsed.get_binding("codec")
    if codec is not None:
        shell.settings.with_codec = codec.upper() == "WITH"
    shell.set_layout(Layout(name.lower()))
    shell.say(f"FORMAT set to {_spell(shell)}")


def _spell(shell: Shell) -> str:
    has_codec = shell.settings.with_codec and shell.layout in (Layout.JSON, Layout.JSONL)
    return shell.layout.value.upper() + (" WITH CODEC" if has_codec else "")


FORMAT = Command(
    word="FORMAT",
    summary="show or change how results are written: table, vertical, JSON, CSV, Markdown",
    help=HELP,
    grammar=GRAMMAR,
    run=run,
)
