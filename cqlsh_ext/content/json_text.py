"""JSON: an object or an array (RFC 8259); a bare number or string is text."""

import json

from cqlsh_ext.content.kind import TextKind

PARSED_SIZE = 1024 * 1024
"""Characters up to which the text is parsed; beyond, its first and last characters must do."""
SPACES = " \t\r\n"
CLOSING = {"{": "}", "[": "]"}


def is_json(text: str) -> bool:
    """Tell whether `text` is a JSON object or array; raises if it looks like one and is none."""
    closing = CLOSING.get(text[:1]) or CLOSING.get(text[:PARSED_SIZE].lstrip(SPACES)[:1])
    if closing is None or not (text.endswith(closing) or text.rstrip(SPACES).endswith(closing)):
        return False
    if len(text) <= PARSED_SIZE:
        # Numbers are checked and not converted: one of more than 4,300 digits is JSON, but not an int.
        json.loads(text, parse_int=bool, parse_float=bool)
    return True


JSON = TextKind("json", "JSON", is_json, "json")
