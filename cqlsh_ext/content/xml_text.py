"""XML: a declaration, or one root element that the text ends with; never parsed: entities can be bombs."""

import re

from cqlsh_ext.content.kind import TextKind

START = re.compile(r"\s*<(?:(?P<declaration>\?xml\s)|(?P<root>[^\W\d][\w.-]{,100}(?::[^\W\d][\w.-]{,100})?)(?=\s|/?>))")


def is_xml(text: str) -> bool:
    """Tell whether `text` starts and ends as an XML document does."""
    start = START.match(text)
    if start is None:
        return False
    text = text.rstrip()
    if start["declaration"]:
        return text.endswith(">")
    return text.endswith(f"</{start['root']}>") or (text.endswith("/>") and text.count("<") == 1)


XML = TextKind("xml", "XML", is_xml, "xml")
