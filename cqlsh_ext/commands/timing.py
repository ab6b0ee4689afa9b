"""TIMING: tell how long each statement took."""

from cqlsh_ext.commands.command import Command, Parsed, Shell

HELP = """
        TIMING [cqlsh-ext only]

          Tells how long each statement took, on standard error.

        TIMING ON | OFF

          The time is that until the first rows are there; outside of the prompt, that until the last row is
          written follows.

        TIMING

          Shows whether it is on.
"""
GRAMMAR = r"""
<timingCommand> ::= "TIMING" ( switch=( "ON" | "OFF" ) )?
                  ;
"""


def run(shell: Shell, parsed: Parsed) -> None:
    """Change the setting if the statement says so, and show what is in force."""
    switch = parsed.get_binding("switch")
    if switch is not None:
        shell.settings.timing = switch.upper() == "ON"
    shell.say(f"TIMING {'is' if switch is None else 'set to'} {'ON' if shell.settings.timing else 'OFF'}")


TIMING = Command(
    word="TIMING",
    summary="tell how long each statement took",
    help=HELP,
    grammar=GRAMMAR,
    run=run,
)
