"""What a part of cqlsh's grammar can begin with: what cannot match is not tried."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from cqlsh_ext.shell.stock import pylexotron

ANYTHING = frozenset({"*"})


class First(NamedTuple):
    """Words in lower case and kinds of tokens as `<kind>`, or ANYTHING among them; and whether nothing will do."""

    tokens: frozenset[str]
    may_be_empty: bool


class Firsts:
    """Works out for the nodes of a `pylexotron.ParsingRuleSet` what they can begin with."""

    def __init__(self, rules: Mapping[Any, Any]) -> None:
        self._rules = rules
        self._known: dict[str, First] = {}

    def of(self, node: Any) -> First:
        """Return what a node can begin with."""
        if isinstance(node, pylexotron.Choice):
            firsts = [self.of(each) for each in node.arg]
            return First(
                frozenset().union(*(each.tokens for each in firsts)), any(each.may_be_empty for each in firsts)
            )
        if isinstance(node, pylexotron.RuleSeries):
            return self._of_series(node.arg)
        if isinstance(node, pylexotron.OneOrNone | pylexotron.Repeat):
            return First(self.of(node.arg).tokens, may_be_empty=True)
        if isinstance(node, pylexotron.RuleReference):
            if node.arg not in self._known:
                self._known[node.arg] = self.of(self._rules[node.arg])
            return self._known[node.arg]
        if isinstance(node, pylexotron.NamedSymbol):
            return self.of(node.arg)
        return First(_of_terminal(node), may_be_empty=False)

    def _of_series(self, nodes: list[Any]) -> First:
        tokens: frozenset[str] = frozenset()
        for node in nodes:
            first = self.of(node)
            tokens |= first.tokens
            if not first.may_be_empty:
                return First(tokens, may_be_empty=False)
        return First(tokens, may_be_empty=True)


def _of_terminal(node: Any) -> frozenset[str]:
    if isinstance(node, pylexotron.TerminalTypeMatcher):
        return frozenset({f"<{node.tokentype}>"})
    return frozenset({node.arg.lower()}) if isinstance(node, pylexotron.TextMatch) else ANYTHING
