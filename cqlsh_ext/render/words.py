"""Numbers and strings as every report writes them."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cqlsh_ext.formats.format import HeaderValue

LONGEST = 200
"""Characters of a text in a header that are shown."""
UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
"""Controls, line and direction marks, lone surrogates: what could move a terminal's cursor or mislead a reader."""


def size(count: int) -> str:
    """Write a number of bytes: `20,481 bytes`."""
    return "1 byte" if count == 1 else f"{count:,} bytes"


def ratio(stored: int, plain: int) -> str:
    """Write how compression paid, plain size over stored size: `4.72x (78.8 % saved)`."""
    if not stored or not plain:
        return "no ratio"
    return f"{plain / stored:.2f}x ({100 * (1 - stored / plain):.1f} % saved)"


def visible(text: str) -> str:
    """Show whatever could act on a terminal as an escape."""
    if text.isprintable():
        return text
    return UNSAFE.sub(lambda match: match.group().encode("unicode_escape", "surrogatepass").decode(), text)


def spell(value: "HeaderValue") -> str:
    """Write the value of a header's field, safe on a terminal."""
    if value is None:
        return "not stored"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, dict):
        return ", ".join(f"{words(name)}: {spell(each)}" for name, each in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(spell(each) for each in value) or "none"
    rest = len(value) - LONGEST
    return visible(value) if rest <= 0 else f"{visible(value[:LONGEST])}… +{rest:,} chars"


def words(name: str) -> str:
    """Write the name of a header's field: `content_size` as `content size`."""
    return visible(name).replace("_", " ")
