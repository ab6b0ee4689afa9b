"""Which statements are not to be kept, as they may hold a password."""

import re

BLOCK_COMMENT = r"(?s)/\*.*?\*/"
TELLING = r"""(?imx)
    \b password \b [^;]* ['"$]                                       # a literal, however quoted, behind the word
    | \b (?:create|alter) \s+ (?:role|user) \b [^;]* (?: \b password \b | ['$] )
    | (?: ^ | ; ) \s* login \s+ \S+ \s+ [^\s;]
"""
"""Compiled at the first statement: not while a person waits for the prompt."""


def may_hold_password(text: str) -> bool:
    """Tell whether a text may hold a password, well formed or not; it may tell so of one that holds none."""
    return bool(re.search(TELLING, re.sub(BLOCK_COMMENT, " ", text)))
