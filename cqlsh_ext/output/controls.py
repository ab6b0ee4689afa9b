"""Control characters, shown and not sent."""

import re

CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
"""All but tab and line feed: what moves a terminal's cursor, or ends a line for some readers."""


def harmless(text: str) -> str:
    """Show control characters as escapes."""
    return CONTROLS.sub(lambda match: match.group().encode("unicode_escape").decode(), text)
