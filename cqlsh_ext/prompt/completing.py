"""Completion as you type: what may stand at a place is asked once, and then narrowed down letter by letter."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from cqlsh_ext.prompt import fuzzy
from cqlsh_ext.prompt.language import KEYWORD, Candidate, Language, Place
from cqlsh_ext.prompt.lines import Lines
from cqlsh_ext.prompt.places import Word, words
from cqlsh_ext.render.words import visible

Key = tuple[str, str, str | None]
MOST_SHOWN = 100
"""Completions in a menu: more are not read, and would have to be measured at every key."""
MOST_LINES = 2_000
"""Texts of more lines are not completed in: the time would show."""


class CandidateCompleter(Completer):
    """prompt_toolkit's completer, on the candidates of the language."""

    def __init__(self, language: Language, lines: Lines) -> None:
        self._language = language
        self._lines = lines
        self._known: Mapping[Key, Sequence[Candidate]] = {}
        self._hint = "", ""

    def forget(self) -> None:
        """Ask anew from now on: the schema may have changed."""
        self._known = {}

    def hint(self, document: Document) -> str:
        """Return what is expected at the cursor where no completion can say it; empty where that is not known."""
        before, hint = self._hint
        return hint if before == document.text_before_cursor else ""

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Return the completions of the first reading of the word that has any."""
        asked = self._words(document, complete_event)
        self._known = {word.place.key: self._candidates(word.place) for word in asked}
        hints = [each.hint for word in asked if not word.text for each in self._known[word.place.key] if each.hint]
        self._hint = document.text_before_cursor, " or ".join(hints)
        return next((found for word in asked if (found := list(self._fit(word)))), [])

    def _words(self, document: Document, event: CompleteEvent) -> list[Word]:
        if document.line_count > MOST_LINES:
            return []
        return [word for word in words(document, self._lines) if not event.text_inserted or _is_expected(word)]

    def _candidates(self, place: Place) -> Sequence[Candidate]:
        known = self._known.get(place.key)
        return self._language.candidates(place) if known is None else known

    def _fit(self, word: Word) -> Iterator[Completion]:
        folder = word.place.folder or ""
        candidates = self._known[word.place.key]
        usable = [each for each in candidates if each.text and _fits_quote(each, word.quote)]
        found = fuzzy.matches(word.text, usable, lambda each: each.text.strip("'\"").removeprefix(folder))
        if [each.text for each in found] == [word.text]:
            return
        start = -len(word.quote + folder + word.text)
        for each in found[:MOST_SHOWN]:
            text = _quoted(each.text, word.quote, word.place.after)
            yield Completion(text, start, display=visible(each.text), display_meta=each.note)


def _is_expected(word: Word) -> bool:
    """Tell whether a menu is welcome that nobody asked for: not before a statement, nor right behind a sign."""
    if word.text or word.quote:
        return True
    return bool(word.place.tokens) and word.place.tokens[-1].kind != "endtoken" and word.place.before[-1:] in " \n.(,"


def _fits_quote(candidate: Candidate, quote: str) -> bool:
    """Tell whether a candidate may stand where this quote is open: names in double ones, strings in single ones."""
    if not quote or candidate.text[0] == quote:
        return True
    return quote == '"' and candidate.text[0] != "'" and candidate.note != KEYWORD


def _quoted(text: str, quote: str, after: str) -> str:
    """Return what to insert for a candidate where this quote is open; it may stand closed behind the cursor."""
    if not quote:
        return text
    if text[0] != quote:
        name = text.removesuffix(".")
        text = f'"{name}"{text[len(name) :]}'
    return text[:-1] if text[-1] == quote and after.startswith(quote) else text
