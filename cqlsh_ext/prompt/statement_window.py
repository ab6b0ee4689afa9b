"""The window of the statement, which draws from memory the lines that it drew before.

prompt_toolkit draws every character of every visible line at every key, which is half of what a key takes.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout import UIContent, UIControl, Window
from prompt_toolkit.layout.screen import Char, Screen, WritePosition

LINES_KEPT = 2_000
Prefix = Callable[[int, int], StyleAndTextTuples]


class StatementWindow(Window):
    """A window over the whole width of the terminal, with something before each line."""

    def __init__(self, content: UIControl, prefix: Prefix, **options: Any) -> None:
        super().__init__(content, get_line_prefix=prefix, **options)
        self._prefix = prefix

    def _copy_body(
        self, ui_content: UIContent, new_screen: Screen, write_position: WritePosition, *arguments: Any, **options: Any
    ) -> Any:
        """Draw as prompt_toolkit does, except for lines that are neither wrapped nor hold the cursor."""
        if not options["wrap_lines"] and not self.horizontal_scroll:
            known = self._draw_known(ui_content, new_screen, write_position)
            options["get_line_prefix"] = lambda number, _wrapped: [] if number in known else self._prefix(number, 0)
            ui_content = _without(known, ui_content)
        return super()._copy_body(ui_content, new_screen, write_position, *arguments, **options)

    def _draw_known(self, content: UIContent, screen: Screen, position: WritePosition) -> frozenset[int]:
        """Draw the lines that can be drawn from memory; return their numbers."""
        top = self.vertical_scroll
        marked = {each.y for each in (content.cursor_position, content.menu_position) if each}
        known = set()
        for number in set(range(top, min(top + position.height, content.line_count))) - marked:
            cells = _cells((*self._prefix(number, 0), *content.get_line(number)))
            if cells is not None:
                screen.data_buffer[position.ypos + number - top].update(cells)
                known.add(number)
        return frozenset(known)


def _without(known: frozenset[int], content: UIContent) -> UIContent:
    """Return the content with these lines empty."""
    return UIContent(
        get_line=lambda number: [] if number in known else content.get_line(number),
        line_count=content.line_count,
        cursor_position=content.cursor_position,
        menu_position=content.menu_position,
        show_cursor=content.show_cursor,
    )


@lru_cache(LINES_KEPT)
def _cells(fragments: tuple[tuple[str, str], ...]) -> Mapping[int, Char] | None:
    """Return the characters of a line by their columns; None where one takes more or less than a column."""
    cells = dict(enumerate(Char(character, style) for style, text in fragments for character in text))
    return cells if all(each.width == 1 for each in cells.values()) else None
