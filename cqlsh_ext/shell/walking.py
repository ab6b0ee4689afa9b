"""One walk over cqlsh's grammar, along the tokens of a statement: what it bound, what it found, what is expected."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from cqlsh_ext.shell.stock import pylexotron

Bindings = dict[str, Any]
"""What the grammar bound on its way, by symbol."""
Reached = dict[int, Bindings]
"""How far readings got, in tokens, each with its bindings."""
NOWHERE: Reached = {}
Step = Callable[["Walk", int, Bindings], Reached]


class Expected(NamedTuple):
    """Something that the grammar expects: a word of it, or what stock's completer for a symbol gave."""

    text: Any
    """A text, or a `pylexotron.Hint`."""
    symbol: str
    """Empty for a word of the grammar."""
    bindings: Bindings


class Symbol(NamedTuple):
    """A symbol of a rule, as completers are registered for it."""

    rule: str
    name: str


SLOW = frozenset({Symbol("username", "name"), Symbol("rolename", "role")})
"""Stock asks the server for these, except in CREATE; completion that comes as you type must not wait for it."""


class Found(NamedTuple):
    """What a walk found for one element of a list: how far it got from these bindings, and which token it saw last."""

    bindings: Bindings
    reached: Reached
    seen: int


class Walk:
    """One walk over the rules, along the tokens of a statement up to a place."""

    def __init__(self, rules: Mapping[Any, Any], tokens: Sequence[Any], source: str, before: "Walk | None") -> None:
        self.rules = rules
        self.kinds = [token[0] for token in tokens]
        self.words = [token[1] for token in tokens]
        self.lowered = [word.lower() for word in self.words]
        self.end = len(tokens)
        self.expected: list[Expected] = []
        self.silent = False
        """Whether a completer has spoken for what is walked."""
        self.seen = 0
        """The last token that was looked at."""
        self.found: dict[tuple[int, int], Found] = {}
        self._source = source
        self.tokens = tuple(tokens)
        self._found_before = before.found if before else {}
        self._shared = _common_length(before.tokens, self.tokens) if before else 0

    def text(self, start: int, end: int) -> str:
        """Return the tokens from `start` up to `end` as typed."""
        return self._source[self.tokens[start][2][0] : self.tokens[end - 1][2][1]] if end > start else ""

    def element(self, step: Step, at: int, bindings: Bindings) -> Reached:
        """Match one element of a list, as it was matched before if nothing that it depends on has changed."""
        place = id(step), at
        found = self._found_before.get(place)
        if found is None or found.seen >= self._shared or found.bindings != bindings:
            outer, self.seen = self.seen, at
            found = Found(bindings, step(self, at, bindings), self.seen)
            self.seen = outer
        self.found[place] = found
        self.seen = max(self.seen, found.seen)
        return found.reached

    def expect(self, text: Any, symbol: str, bindings: Bindings) -> None:
        """Note something that may stand at the end."""
        if not self.silent:
            self.expected.append(Expected(text, symbol, bindings))

    def ask_completer(self, symbol: Symbol, bindings: Bindings) -> bool:
        """Note what stock's completer for a symbol gives; tell whether there is one that did not fail."""
        completer = self.rules.get(symbol)
        if completer is None or (symbol in SLOW and self.lowered[0] != "create"):
            return False
        try:
            texts = list(completer(pylexotron.ParseContext(self.rules, bindings, self.tokens, (), symbol.rule)))
        except Exception:  # noqa: BLE001 - as stock does: completers raise whatever they like
            return False
        for text in texts:
            self.expect(text, symbol.name, bindings)
        return True


def _common_length(first: Sequence[Any], second: Sequence[Any]) -> int:
    """Return how many tokens two statements begin with alike."""
    pairs = zip(first, second, strict=False)
    return next((number for number, (one, other) in enumerate(pairs) if one != other), min(len(first), len(second)))
