"""Stock's shell, its statements read by our prompt where a person sits at a terminal that can show it."""

import gc
from typing import Any, ClassVar

from cqlsh_ext.prompt.settings import Prompting
from cqlsh_ext.shell.cells import Cells
from cqlsh_ext.shell.console import Console, is_wanted
from cqlsh_ext.shell.stock import cqlshmain


class PromptingShell(cqlshmain.Shell):  # type: ignore[misc]
    """The part of our shell that a person types into."""

    cells: ClassVar[Cells]
    prompting: ClassVar[Prompting]
    prompt: str
    lineno: int

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.console: Console | None = None
        if options["tty"] and is_wanted(self.prompting):
            self.console = Console(self, self.prompting, saves_history=not options.get("disable_history"))
            cqlshmain.readline = None
        super().__init__(*arguments, **options)

    def cmdloop(self, intro: str | None = None) -> None:
        """Loop as stock does; without a prompt, what has been loaded by now is not looked at for garbage any more."""
        if self.console is None and not gc.isenabled():
            gc.freeze()
            gc.enable()
        super().cmdloop(intro)

    def get_input_line(self, prompt: str = "") -> str:
        """Read a statement at the prompt; other input, such as the rows of COPY FROM STDIN, as stock does."""
        if self.console is None or prompt is not self.prompt:
            return str(super().get_input_line(prompt))
        self.lastcmd = self.console.read()
        self.lineno += 1
        return f"{self.lastcmd}\n"

    def perform_simple_statement(self, statement: Any) -> Any:
        """Run a statement as stock does; one that was typed waits for a connection that was lost."""
        if self.console is not None:
            self.console.await_connection()
        return super().perform_simple_statement(statement)

    def print_result(self, result: Any, table_meta: Any) -> None:
        """Print a result, what is decoded in it counted anew."""
        self.cells.tally.clear()
        super().print_result(result, table_meta)

    def reset_statement(self) -> None:
        """Begin with another statement, as stock does; one that was interrupted leaves no complaints to it."""
        self.cells.complaints.clear()
        super().reset_statement()

    def do_history(self, parsed: Any) -> None:
        """Print the statements that were run before this one."""
        if self.console is None:
            super().do_history(parsed)
        else:
            self.console.print_history(parsed.get_binding("n"))

    do_history.__doc__ = cqlshmain.Shell.do_history.__doc__
