r"""How statements come in: up to the end of the last one of a line, lexed once, `\G` understood as a semicolon."""

import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import Any

from cqlsh_ext.shell.ending import end_with_semicolons
from cqlsh_ext.shell.pending import Pending, Token, Verdict
from cqlsh_ext.shell.stock import cqlshmain


class ReadingShell(cqlshmain.Shell):  # type: ignore[misc]
    """The part of our shell that reads; stock's lexes all of a statement again with each of its lines."""

    debug: bool
    vertical_ends: frozenset[int] = frozenset()
    r"""Where in the text under way a statement ended in `\G`."""

    @cached_property
    def pending(self) -> Pending:
        """What stock has in `statement`, lexed."""
        return Pending(cqlshmain.cqlruleset)

    def get_input_line(self, prompt: str = "") -> str:
        """Read a line as stock does; statements that nobody types, and so waits for, up to their end."""
        first = str(super().get_input_line(prompt))
        if self.tty or prompt is not self.prompt:
            return first
        lines = [first]
        with suppress(EOFError):
            while self.pending.add(lines[-1]) is Verdict.WAIT:
                lines.append(super().get_input_line(prompt))
        return "".join(lines)

    def reset_statement(self) -> None:
        """Begin anew, as stock does."""
        self.pending.clear()
        super().reset_statement()

    def onecmd(self, text: str) -> Any:
        """Do as stock does with all that was read since the last reset: return true if there is to be one now."""
        if len(text) > self.pending.length:
            self.pending.add(text[self.pending.length :])
        verdict = self.pending.verdict
        if verdict is Verdict.WAIT:
            self.set_continue_prompt()
            return None
        ended = end_with_semicolons(text)
        if verdict is Verdict.REFUSE:
            return super().onecmd(ended.text)
        self.vertical_ends = ended.vertical
        for tokens in self.pending.statements:
            self.run_statement(self.handle_statement, tokens, ended.text)
        return True

    def run_apart(self, text: str) -> None:
        """Run a text while a statement of another runs."""
        outer = self.pending, self.vertical_ends
        self.pending = Pending(cqlshmain.cqlruleset)
        try:
            self.onecmd(text)
        finally:
            self.pending, self.vertical_ends = outer

    def run_statement(self, run: Callable[[list[Token], str], Any], tokens: list[Token], text: str) -> None:
        """Run a statement, and tell what goes wrong as stock does."""
        try:
            run(tokens, text)
        except Exception as error:  # noqa: BLE001 - as stock does
            if self.debug:
                traceback.print_exc()
            else:
                self.printerr(error)
