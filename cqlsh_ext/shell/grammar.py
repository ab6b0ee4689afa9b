"""Makes the commands of this project cqlsh's own: grammar, completion, HELP and dispatch."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, NamedTuple

from cqlsh_ext.commands import COMMANDS
from cqlsh_ext.commands.command import Command, Completer
from cqlsh_ext.errors import UsageError
from cqlsh_ext.shell.stock import cqlshhandling, cqlshmain
from cqlsh_ext.shell.view import View

COPY_OPTION = "DECOMPRESS"
CQLSH_COMMAND = """
<cqlshCommand> ::= <CQL_Statement>
                 | ( <specialCommand> | {commands} ) ( ";" | "\\n" )
                 ;
<stockCommand> ::= <CQL_Statement>
                 | <specialCommand> ( ";" | "\\n" )
                 ;
"""


class Typed(NamedTuple):
    """A statement as typed, for a command that takes more than cqlsh's grammar knows."""

    text: str

    def get_binding(self, _name: str, default: Any = None) -> Any:
        """Return the default: the grammar bound nothing."""
        return default

    def extract_orig(self) -> str:
        """Return the whole statement."""
        return self.text


def install(shell: type[Any]) -> None:
    """Add every command to cqlsh's grammar, before cqlsh builds it, and to the class of its shell."""
    alternatives = " | ".join(f"<{command.word.lower()}Command>" for command in COMMANDS)
    cqlshhandling.cqlsh_extra_syntax_rules += "".join(command.grammar for command in COMMANDS)
    cqlshhandling.cqlsh_extra_syntax_rules += CQLSH_COMMAND.format(commands=alternatives)
    cqlshhandling.COPY_TO_OPTIONS.append(COPY_OPTION)
    for command in COMMANDS:
        if command.ends_with_newline:
            cqlshhandling.my_commands_ending_with_newline += (command.word.lower(),)
        if "fname=" in command.grammar:
            rule = f"{command.word.lower()}Command"
            cqlshhandling.cqlsh_syntax_completer(rule, "fname")(cqlshhandling.copy_fname_completer)
        for (rule, symbol), completer in command.completers.items():
            cqlshhandling.cqlsh_syntax_completer(rule, symbol)(_completer(completer))
        setattr(shell, f"do_{command.word.lower()}", _method(command))
    shell.lenient = frozenset(command.word.lower() for command in COMMANDS if command.lenient)


@contextmanager
def stock_alone() -> Iterator[None]:
    """Have cqlsh know its own commands and options alone."""
    rules = cqlshmain.cqlruleset.ruleset
    whole = rules["cqlshCommand"]
    rules["cqlshCommand"] = rules["stockCommand"]
    cqlshhandling.COPY_TO_OPTIONS.remove(COPY_OPTION)
    try:
        yield
    finally:
        rules["cqlshCommand"] = whole
        cqlshhandling.COPY_TO_OPTIONS.append(COPY_OPTION)


def _completer(completer: Completer) -> Any:
    def complete(context: Any, shell: Any) -> list[str]:
        try:
            return list(completer(context, View(shell)))
        except UsageError:
            return []

    return complete


def _method(command: Command) -> Any:
    def do(self: Any, parsed: Any) -> None:
        with self.paged() if command.pages else nullcontext():
            command.run(View(self), parsed)

    do.__doc__ = command.help
    return do
