"""What stands where: the statement behind its prompt, the menu over it, the line for a search, the toolbar.

prompt_toolkit's own PromptSession has all this and more, and draws it in twice the time: a statement of 200 lines is
drawn anew at every key.
"""

from collections.abc import Callable, Iterator

from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, has_arg, has_focus, is_done, renderer_height_is_known
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Dimension,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import (
    AppendAutoSuggestion,
    DisplayMultipleCursors,
    HighlightIncrementalSearchProcessor,
    HighlightSelectionProcessor,
    Processor,
    Transformation,
    TransformationInput,
)
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.utils import get_cwidth
from prompt_toolkit.widgets import SearchToolbar

from cqlsh_ext.prompt.statement_window import StatementWindow

MENU_LINES = 16
RESERVED_LINES = 8
"""Kept free below the prompt, for the menu."""


class Message:
    """What stands before the lines of a statement: before its first, and before each other."""

    def __init__(self) -> None:
        self.first = self.further = ""

    @property
    def above(self) -> str:
        """The lines of the prompt before its last."""
        return self.first.rpartition("\n")[0]

    def prefix(self, number: int, wrapped: int) -> StyleAndTextTuples:
        """Return what stands before a line; before the parts of it that were wrapped nothing but space."""
        if wrapped:
            return [("", " " * get_cwidth(self.further))]
        if number:
            return [("class:prompt-continuation", self.further)]
        return [("class:prompt", self.first.rpartition("\n")[2])]


class Marks(Processor):
    """Matches of a search, the selection, cursors, the suggestion: each only where there is one."""

    def __init__(self) -> None:
        self._matches = HighlightIncrementalSearchProcessor()
        self._selection = HighlightSelectionProcessor()
        self._cursors = DisplayMultipleCursors()
        self._suggestion = AppendAutoSuggestion()

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        """Mark one line."""
        for processor in self._needed(transformation_input):
            transformation_input.fragments = processor.apply_transformation(transformation_input).fragments
        return Transformation(transformation_input.fragments)

    def _needed(self, line: TransformationInput) -> Iterator[Processor]:
        control = line.buffer_control
        if control.search_buffer and control.search_buffer.text:
            yield self._matches
        if line.document.selection:
            yield self._selection
        if control.buffer.multiple_cursor_positions:
            yield self._cursors
        if line.lineno == line.document.line_count - 1 and not get_app().is_done:
            yield self._suggestion


class Wrapping:
    """Whether any line is to be wrapped: where none is, the drawing is simpler."""

    def __init__(self, control: BufferControl, message: Message) -> None:
        self._control = control
        self._message = message
        self._text = ""
        self._width = 0

    def __call__(self) -> bool:
        """Tell so of the text as it is now; rather once too often."""
        if self._control.search_buffer and self._control.search_buffer.text:
            return True
        buffer = self._control.buffer
        if buffer.text != self._text:
            self._text = buffer.text
            self._width = max(map(_most_columns, buffer.document.lines))
        suggested = len(buffer.suggestion.text) * 2 if buffer.suggestion else 0
        prompt = max(get_cwidth(self._message.first.rpartition("\n")[2]), get_cwidth(self._message.further))
        return prompt + self._width + suggested >= get_app().output.get_size().columns


def _most_columns(line: str) -> int:
    """Return a number of columns that the line does not exceed."""
    return len(line) if line.isascii() and line.isprintable() else 2 * len(line)


def layout(buffer: Buffer, lexer: Lexer, message: Message, toolbar: Callable[[], StyleAndTextTuples]) -> Layout:
    """Return the layout, the buffer in focus."""
    search = SearchToolbar(ignore_case=True)
    control = BufferControl(
        buffer,
        input_processors=[Marks()],
        include_default_input_processors=False,
        lexer=lexer,
        search_buffer_control=search.control,
        preview_search=True,
    )
    statement = StatementWindow(
        control,
        message.prefix,
        height=lambda: Dimension() if get_app().is_done else Dimension(min=RESERVED_LINES),
        wrap_lines=Condition(Wrapping(control, message)),
    )
    above = Window(FormattedTextControl(lambda: message.above), dont_extend_height=True)
    menu = CompletionsMenu(max_height=MENU_LINES, scroll_offset=1, extra_filter=has_focus(buffer))
    return Layout(
        HSplit(
            [
                FloatContainer(
                    HSplit([ConditionalContainer(above, Condition(lambda: bool(message.above))), statement]),
                    [Float(menu, xcursor=True, ycursor=True, transparent=True)],
                ),
                ConditionalContainer(search, ~is_done),
                ConditionalContainer(Window(FormattedTextControl(_repeat), height=1), has_arg & ~is_done),
                ConditionalContainer(
                    Window(FormattedTextControl(toolbar), style="class:bottom-toolbar", height=1),
                    ~is_done & renderer_height_is_known,
                ),
            ]
        ),
        statement,
    )


def _repeat() -> str:
    """Say how often the next key counts."""
    return f"Repeat: {get_app().key_processor.arg}"
