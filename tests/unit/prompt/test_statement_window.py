"""The window of the statement draws what prompt_toolkit's own draws."""

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.application import DummyApplication
from prompt_toolkit.application.current import set_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.layout import BufferControl, Window
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Screen, WritePosition

from cqlsh_ext.prompt.statement_window import StatementWindow

COLUMNS, LINES = 40, 6
APP = DummyApplication()
texts = st.lists(st.text(st.sampled_from("abc ,'\t数é́\x1b"), max_size=12), min_size=1, max_size=9).map("\n".join)


def prefix(number, wrapped):
    return [("class:prompt", "     " if wrapped else f"{number}> ")]


def drawn(window):
    """Draw twice, the second time from memory; return characters, and where menu, lines and cursor are."""
    for _ in range(2):
        screen = Screen()
        position = WritePosition(0, 2, COLUMNS, LINES)
        window.write_to_screen(screen, MouseHandlers(), position, "", erase_bg=False, z_index=None)
    cells = {(y, x): (cell.char, cell.style) for y, line in screen.data_buffer.items() for x, cell in line.items()}
    info = window.render_info
    return cells, screen.menu_positions.get(window), info.displayed_lines, info.cursor_position


@settings(deadline=None)
@given(texts, st.data(), st.booleans())
def test_the_same_as_prompt_toolkit(text, data, wraps):
    cursor = data.draw(st.integers(0, len(text)))

    async def draw_both():
        control = BufferControl(Buffer(document=Document(text, cursor)), menu_position=lambda: 0)
        ours = StatementWindow(control, prefix, wrap_lines=wraps)
        theirs = Window(control, get_line_prefix=prefix, wrap_lines=wraps)
        with set_app(APP):
            return drawn(ours), drawn(theirs)

    ours, theirs = asyncio.run(draw_both())
    assert ours == theirs
