"""What keys do here beyond what they do in every prompt_toolkit application: run, continue, complete, edit, leave."""

from collections.abc import Callable

from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import CompleteEvent, get_common_complete_suffix
from prompt_toolkit.enums import DEFAULT_BUFFER
from prompt_toolkit.filters import Condition, completion_is_selected, emacs_mode, has_focus, vi_navigation_mode
from prompt_toolkit.key_binding import KeyBindings, KeyBindingsBase, KeyPressEvent, merge_key_bindings
from prompt_toolkit.key_binding.bindings.auto_suggest import load_auto_suggest_bindings
from prompt_toolkit.utils import suspend_to_background_supported

INDENT = "    "


def bindings(is_complete: Callable[[str], bool]) -> KeyBindingsBase:
    """Return the key bindings; `is_complete` tells whether a text is to be run."""
    return merge_key_bindings([load_auto_suggest_bindings(), _typing(is_complete), _leaving()])


def _typing(is_complete: Callable[[str], bool]) -> KeyBindings:
    keys = KeyBindings()
    typing = has_focus(DEFAULT_BUFFER)

    @keys.add("enter", filter=typing)
    def _run(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if is_complete(buffer.text):
            buffer.validate_and_handle()
        else:
            buffer.newline(copy_margin=False)

    @keys.add("enter", filter=typing & completion_is_selected)
    def _take(event: KeyPressEvent) -> None:
        event.current_buffer.complete_state = None

    @keys.add("escape", "enter", filter=typing & emacs_mode)
    def _continue(event: KeyPressEvent) -> None:
        event.current_buffer.newline(copy_margin=False)

    @keys.add("tab", filter=typing)
    def _complete(event: KeyPressEvent) -> None:
        if event.current_buffer.complete_state:
            event.current_buffer.complete_next()
        else:
            _begin_completion(event.current_buffer)

    @keys.add("tab", filter=typing & Condition(_starts_further_line))
    def _indent(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text(INDENT)

    @keys.add("c-x", "c-e", filter=typing & (emacs_mode | vi_navigation_mode))
    def _edit(event: KeyPressEvent) -> None:
        event.current_buffer.open_in_editor(validate_and_handle=False)

    return keys


def _begin_completion(buffer: Buffer) -> None:
    """Insert what all completions have in common, or show them; at once, however fast keys follow each other."""
    document = buffer.document
    completions = list(buffer.completer.get_completions(document, CompleteEvent(completion_requested=True)))
    if len(completions) == 1:
        buffer.apply_completion(completions[0])
    elif common := get_common_complete_suffix(document, completions):
        buffer.insert_text(common)
    elif completions:
        buffer.complete_state = CompletionState(document, completions)


def _starts_further_line() -> bool:
    document = get_app().current_buffer.document
    return document.cursor_position_row > 0 and not document.current_line_before_cursor.strip()


def _leaving() -> KeyBindings:
    keys = KeyBindings()
    typing = has_focus(DEFAULT_BUFFER)

    @keys.add("c-c", filter=typing)
    @keys.add("<sigint>")
    def _clear(event: KeyPressEvent) -> None:
        event.app.exit(exception=KeyboardInterrupt(), style="class:aborting")

    @keys.add("c-d", filter=typing & Condition(lambda: not get_app().current_buffer.text))
    def _leave(event: KeyPressEvent) -> None:
        event.app.exit(exception=EOFError(), style="class:exiting")

    @keys.add("c-z", filter=Condition(suspend_to_background_supported))
    def _suspend(event: KeyPressEvent) -> None:
        event.app.suspend_to_background()

    return keys
