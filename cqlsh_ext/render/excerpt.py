"""What a report shows of a content: its first lines, and for JSON what each top-level key takes."""

from operator import itemgetter

from cqlsh_ext.content import Content
from cqlsh_ext.render.json import indent
from cqlsh_ext.render.json_sizes import sizes
from cqlsh_ext.render.words import visible

LINES, COLUMNS, CHARACTERS = 12, 76, 4096
HEX_BYTES = 64
JSON_CHARACTERS = 1 << 20
"""JSON beyond this is neither laid out nor measured."""


def first_lines(content: Content, plain: bytes) -> list[str]:
    """Return the first lines of the text, JSON laid out, or the first bytes; safe on a terminal."""
    if content.text is None:
        rest = f" … {len(plain) - HEX_BYTES:,} bytes more" if len(plain) > HEX_BYTES else ""
        return [f"{plain[:HEX_BYTES].hex(' ')}{rest}"]
    text = indent(content.text, LINES + 1) if _is_json(content) else content.text
    lines = text[:CHARACTERS].split("\n")
    shown = [_cut(visible(line)) for line in lines[:LINES]]
    if len(lines) > LINES or len(text) > CHARACTERS:
        shown.append(f"… {len(content.text):,} characters in all")
    return shown


def key_sizes(content: Content) -> dict[str, int]:
    """Return the bytes of UTF-8 that each top-level value of a JSON object takes, the largest first; else {}."""
    found = sizes(content.text) if content.text is not None and _is_json(content) else {}
    return dict(sorted(found.items(), key=itemgetter(1), reverse=True))


def _is_json(content: Content) -> bool:
    text = content.text or ""
    return content.kind != "text" and text[:1] in ("{", "[") and len(text) <= JSON_CHARACTERS


def _cut(line: str) -> str:
    return line if len(line) <= COLUMNS else f"{line[:COLUMNS]}…"
