"""Which statements are not to be kept, as they may hold a password."""

import re

BLOCK_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
PASSWORD = re.compile(
    r"""
    \b password \b [^;]* ['"$]                                       # a literal, however quoted, behind the word
    | \b (?:create|alter) \s+ (?:role|user) \b [^;]* (?: \b password \b | ['$] )
    | (?: ^ | ; ) \s* login \s+ \S+ \s+ [^\s;]
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)


def may_hold_password(text: str) -> bool:
    """Tell whether a text may hold a password, well formed or not; it may tell so of one that holds none."""
    return bool(PASSWORD.search(BLOCK_COMMENT.sub(" ", text)))
