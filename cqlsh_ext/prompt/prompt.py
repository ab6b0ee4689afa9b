"""The prompt itself: reads whole statements, on a terminal."""

import asyncio
from functools import partial
from pathlib import Path
from typing import NamedTuple

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.enums import DEFAULT_BUFFER, EditingMode
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.output import ColorDepth

from cqlsh_ext.prompt.completing import CandidateCompleter
from cqlsh_ext.prompt.flattening import flatten
from cqlsh_ext.prompt.highlighting import Highlighter
from cqlsh_ext.prompt.history import LineSuggester, StatementHistory
from cqlsh_ext.prompt.keys import bindings
from cqlsh_ext.prompt.language import Language, Session
from cqlsh_ext.prompt.layout import Message, layout
from cqlsh_ext.prompt.lines import Lines
from cqlsh_ext.prompt.style import PLAIN, STYLE
from cqlsh_ext.prompt.toolbar import draw

WATCH_SECONDS = 0.5
"""How often the connection is looked at."""
LOST = "Connection lost. What you type stays; it is tried again until the connection is back."
BACK = "The connection is back."


class Options(NamedTuple):
    """How the prompt is to behave."""

    history: Path
    writes_history: bool
    vi: bool
    color: bool


class Prompt:
    """Reads statements; made once for a session."""

    def __init__(self, language: Language, session: Session, options: Options) -> None:
        self._session = session
        self._lost = False
        self._message = Message()
        lines = Lines(language.lex)
        self._completer = CandidateCompleter(language, lines)
        self.flatten = partial(flatten, lines=lines)
        self.history = StatementHistory(options.history, self.flatten, writable=options.writes_history)
        self._buffer = Buffer(
            name=DEFAULT_BUFFER,
            multiline=True,
            completer=self._completer,
            complete_while_typing=True,
            history=self.history,
            auto_suggest=LineSuggester(),
            accept_handler=self._accept,
            tempfile_suffix=".cql",
        )
        self._app: Application[str] = Application(
            layout=layout(self._buffer, Highlighter(language, lines), self._message, self._toolbar),
            key_bindings=bindings(language.is_complete),
            editing_mode=EditingMode.VI if options.vi else EditingMode.EMACS,
            style=STYLE if options.color else PLAIN,
            color_depth=None if options.color else ColorDepth.DEPTH_1_BIT,
            include_default_pygments_style=False,
            reverse_vi_search_direction=True,
        )

    def read(self, message: str, continuation: str, text: str = "") -> str:
        """Return the next text that is complete, `text` being there to begin with.

        Raises KeyboardInterrupt for Ctrl-C, and EOFError for Ctrl-D in an empty line.
        """
        self._message.first, self._message.further = message, continuation
        self._completer.forget()
        self._buffer.reset(Document(text))
        return self._app.run(pre_run=self._start_watch, handle_sigint=False)

    def _accept(self, buffer: Buffer) -> bool:
        self._app.exit(result=buffer.text, style="class:accepted")
        return True

    def _toolbar(self) -> StyleAndTextTuples:
        status = self._session.status()
        style = "class:lost" if status.lost else ""
        hint = self._completer.hint(self._buffer.document)
        return [(style, draw(status, hint, self._app.output.get_size().columns))]

    def _start_watch(self) -> None:
        self._app.create_background_task(self._watch())

    async def _watch(self) -> None:
        """Tell when the connection goes and when it comes, above what is being typed."""
        while True:
            lost = self._session.is_lost()
            if lost is not self._lost:
                self._lost = lost
                await run_in_terminal(partial(print, LOST if lost else BACK))
            await asyncio.sleep(WATCH_SECONDS)
