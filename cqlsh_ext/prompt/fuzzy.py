"""Which names a few typed letters stand for, the likeliest first."""

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def rank(typed: str, name: str) -> tuple[int, int, int] | None:
    """Say how well a name fits what was typed, the lower the better; None where a letter is missing.

    Names that begin so come first, then names with a word that does, then those that hold it anywhere, then
    those with the letters in this order: the closer together and the nearer to the start the better.
    Case does not count. Takes time linear in the name, whatever it holds.
    """
    typed, name = typed.lower(), name.lower()
    at = name.find(typed)
    if at == 0:
        return 0, 0, len(name)
    if at > 0:
        word = name.find(f"_{typed}")
        return (1, word, len(name)) if word >= 0 else (2, at, len(name))
    first = last = name.find(typed[0])
    for letter in typed[1:]:
        if last < 0:
            return None
        last = name.find(letter, last + 1)
    return None if last < 0 else (3, last - first, first)


def matches(typed: str, items: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """Return the items whose names fit, the best first, alphabetically where they fit alike; all where all do."""
    if not typed:
        return list(items)
    ranked = [(rank(typed, name(item)), name(item), item) for item in items]
    fitting = [(fit, text, item) for fit, text, item in ranked if fit is not None]
    return [item for _, _, item in sorted(fitting, key=lambda each: each[:2])]
