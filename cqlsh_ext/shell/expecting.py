"""What cqlsh's grammar expects at a place: stock's walk over its rules, in time linear in the statement.

Stock follows every reading of a statement by itself, and copies the rest of it at each step: its time grows with the
square of a statement, and doubles with each column of a CREATE TABLE. Here readings that got equally far are
followed as one, the first of them; the rules are compiled to functions; and what the walk before found in the same
tokens, for the elements of a list, is not worked out again.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from cqlsh_ext.shell.firsts import ANYTHING, Firsts
from cqlsh_ext.shell.stock import pylexotron
from cqlsh_ext.shell.walking import NOWHERE, Bindings, Expected, Reached, Step, Symbol, Walk


class Grammar:
    """The rules of a `pylexotron.ParsingRuleSet`, compiled as they are needed."""

    def __init__(self, rules: Mapping[Any, Any]) -> None:
        self._rules = rules
        self._firsts = Firsts(rules)
        self._last: Walk | None = None
        self._steps: dict[str, Step] = {}
        self._compilers: dict[type, Callable[[Any, str], Step]] = {
            pylexotron.Choice: lambda node, rule: _Choice(
                self._compile_all(node, rule), [self._tokens(each) for each in node.arg]
            ),
            pylexotron.RuleSeries: lambda node, rule: partial(_follow, self._compile_all(node, rule)),
            pylexotron.OneOrNone: lambda node, rule: partial(_try, self._compile(node.arg, rule)),
            pylexotron.Repeat: lambda node, rule: partial(_repeat, self._compile(node.arg, rule)),
            pylexotron.RuleReference: lambda node, _rule: partial(_enter, self._step, node.arg),
            pylexotron.NamedSymbol: lambda node, rule: partial(
                _bind, Symbol(rule, node.name), self._compile(node.arg, rule)
            ),
            pylexotron.NamedCollector: lambda node, rule: partial(
                _collect, Symbol(rule, node.name), self._compile(node.arg, rule)
            ),
            pylexotron.TerminalTypeMatcher: lambda node, rule: partial(
                _match_kind, node.tokentype, self._compile(node.submatcher, rule)
            ),
            pylexotron.RegexRule: lambda node, _rule: partial(_match_pattern, node.re.match),
            pylexotron.TextMatch: lambda node, _rule: partial(_match_word, node.arg, node.arg.lower()),
            pylexotron.WordMatch: lambda node, _rule: partial(_match_word, node.arg, node.arg.lower()),
        }

    def expected(self, start: str, tokens: Sequence[Any], source: str, bindings: Bindings) -> list[Expected]:
        """Return what may follow the tokens, `(kind, text, (start, end))` of `source`; the rule `start` is to match."""
        walk = self._last = Walk(self._rules, tokens, source, self._last)
        self._step(start)(walk, 0, bindings)
        return walk.expected

    def _step(self, rule: str) -> Step:
        step = self._steps.get(rule)
        if step is None:
            step = self._steps[rule] = self._compile(self._rules[rule], rule)
        return step

    def _compile(self, node: Any, rule: str) -> Step:
        return self._compilers[type(node)](node, rule)

    def _tokens(self, node: Any) -> frozenset[str]:
        """Return what a node can begin with."""
        first = self._firsts.of(node)
        return ANYTHING if first.may_be_empty else first.tokens

    def _compile_all(self, node: Any, rule: str) -> list[Step]:
        return [self._compile(each, rule) for each in node.arg]


class _Choice:
    """Alternatives, of which only those are tried that can begin with the token at hand."""

    def __init__(self, steps: list[Step], firsts: list[frozenset[str]]) -> None:
        self._steps = steps
        self._firsts = firsts
        self._words = frozenset().union(*firsts)
        self._possible: dict[tuple[str, str], list[Step]] = {}

    def __call__(self, walk: Walk, at: int, bindings: Bindings) -> Reached:
        reached = NOWHERE
        walk.seen = max(walk.seen, at)
        for step in self._steps if at == walk.end else self._possible_with(walk.kinds[at], walk.lowered[at]):
            reached = _joined(reached, step(walk, at, bindings))
        return reached

    def _possible_with(self, kind: str, word: str) -> list[Step]:
        token = kind, word if word in self._words else ""
        if token not in self._possible:
            fitting = {f"<{kind}>", word, *ANYTHING}
            self._possible[token] = [
                step for step, first in zip(self._steps, self._firsts, strict=True) if not fitting.isdisjoint(first)
            ]
        return self._possible[token]


def _follow(steps: list[Step], walk: Walk, at: int, bindings: Bindings) -> Reached:
    reached = steps[0](walk, at, bindings)
    for step in steps[1:]:
        further = NOWHERE
        for each, bound in reached.items():
            further = _joined(further, step(walk, each, bound))
        if not further:
            return NOWHERE
        reached = further
    return reached


def _try(step: Step, walk: Walk, at: int, bindings: Bindings) -> Reached:
    return _joined({at: bindings}, step(walk, at, bindings))


def _repeat(step: Step, walk: Walk, at: int, bindings: Bindings) -> Reached:
    reached = {at: bindings}
    new = reached
    while new:
        further = NOWHERE
        for each, bound in new.items():
            further = _joined(further, walk.element(step, each, bound))
        new = {each: bound for each, bound in further.items() if each not in reached}
        reached |= new
    return reached


def _enter(find: Callable[[str], Step], rule: str, walk: Walk, at: int, bindings: Bindings) -> Reached:
    return find(rule)(walk, at, bindings)


def _bind(symbol: Symbol, step: Step, walk: Walk, at: int, bindings: Bindings) -> Reached:
    name = symbol.name
    reached = _within(symbol, step, walk, at, bindings)
    return {end: {**bound, name: walk.text(at, end)} for end, bound in reached.items()}


def _collect(symbol: Symbol, step: Step, walk: Walk, at: int, bindings: Bindings) -> Reached:
    name = symbol.name
    reached = _within(symbol, step, walk, at, bindings)
    return {end: {**bound, name: (*bound.get(name, ()), walk.text(at, end))} for end, bound in reached.items()}


def _within(symbol: Symbol, step: Step, walk: Walk, at: int, bindings: Bindings) -> Reached:
    if at < walk.end or walk.silent or not walk.ask_completer(symbol, bindings):
        return step(walk, at, bindings)
    walk.silent = True
    reached = step(walk, at, bindings)
    walk.silent = False
    return reached


def _match_kind(kind: str, word: Step, walk: Walk, at: int, bindings: Bindings) -> Reached:
    walk.seen = max(walk.seen, at)
    if at == walk.end:
        return word(walk, at, bindings)
    return {at + 1: bindings} if walk.kinds[at] == kind else NOWHERE


def _match_pattern(match: Callable[[str], Any], walk: Walk, at: int, bindings: Bindings) -> Reached:
    walk.seen = max(walk.seen, at)
    return {at + 1: bindings} if at < walk.end and match(walk.words[at]) else NOWHERE


def _match_word(word: str, lowered: str, walk: Walk, at: int, bindings: Bindings) -> Reached:
    walk.seen = max(walk.seen, at)
    if at == walk.end:
        walk.expect(word, "", bindings)
        return NOWHERE
    return {at + 1: bindings} if walk.lowered[at] == lowered else NOWHERE


def _joined(reached: Reached, more: Reached) -> Reached:
    """Return both; where both got equally far, the first."""
    if not more or not reached:
        return reached or more
    return {**more, **reached}
