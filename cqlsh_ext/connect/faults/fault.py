"""What a row of the tables of faults is."""

import re
from typing import NamedTuple


class Fault(NamedTuple):
    """One kind of fault."""

    kind: str
    """The name of the exception's class, or of one that it derives from."""
    text: str
    """A pattern for its text, in which case does not count; named groups can be used in the sentence."""
    sentence: str
    """What to tell, with facts of the connection, groups and `detail`, the text, in braces."""

    def match(self, error: BaseException) -> re.Match[str] | None:
        """Return the match if an exception is of this kind."""
        if self.kind not in {each.__name__ for each in type(error).__mro__}:
            return None
        return re.search(self.text, str(error), re.IGNORECASE | re.DOTALL)
