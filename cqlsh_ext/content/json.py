"""JSON: an object or an array (RFC 8259); a bare number or string is text."""

import json

from cqlsh_ext.content.kind import TextKind

PARSED_SIZE = 1024 * 1024
"""Characters up to which the text is parsed; beyond, its first and last characters must do."""
SPACES = " \t\r\n"


def is_json(text: str) -> bool:
    """Tell whether `text` is a JSON object or array."""
    start = text[:1] if text[:1] in "{[" else text[:PARSED_SIZE].lstrip(SPACES)[:1]
    if start not in ("{", "["):
        return False
    if not text.rstrip(SPACES).endswith("}" if start == "{" else "]"):
        return False
    if len(text) > PARSED_SIZE:
        return True
    try:
        json.loads(text, parse_int=bool, parse_float=bool)
    except ValueError:
        return False
    return True


JSON = TextKind("json", "JSON", is_json)
