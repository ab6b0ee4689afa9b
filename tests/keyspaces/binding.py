"""The variables of a statement: which value each marker stands for."""

from .wire import UNSET

MISSING = object()
"""Stands for a value that a client did not send."""


class Binding:
    """The values of a request by the place of their markers in the text of the statement."""

    def __init__(self, statement, values, names=None):
        markers = [token for token in statement.tokens if token.kind == "marker"]
        if names is None:
            pairs = zip(markers, [*values, *[MISSING] * len(markers)], strict=False)
        else:
            named = dict(zip(names, values, strict=True))
            pairs = ((token, named.get(token.text[1:].lower(), MISSING)) for token in markers)
        self.values = {token.start: data for token, data in pairs}

    def value(self, tokens):
        """Return the bytes, None or UNSET of a lone marker; MISSING for a literal, and where there is no value."""
        if len(tokens) == 1 and tokens[0].kind == "marker":
            return self.values.get(tokens[0].start, MISSING)
        return MISSING

    def in_order(self, tokens):
        """Return the values of the markers among tokens, in their order."""
        found = (self.values.get(token.start, None) for token in tokens if token.kind == "marker")
        return [None if data is UNSET or data is MISSING else data for data in found]
