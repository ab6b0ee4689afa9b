"""Names of files after keys and columns: safe on every file system, and never one name for two."""

import re
from collections.abc import Sequence
from hashlib import sha256

UNSAFE = re.compile(r"[^A-Za-z0-9_-]|^-")
"""All that might end a name, leave the folder, hide a file, or read as an option or a pattern."""
UPPER = re.compile("[A-Z]")
SEPARATOR = ","
LONGEST_STEM, CUT_STEM, HASH_DIGITS = 180, 140, 16
"""File systems take names of 255 bytes, ending included."""


def file_name(key: Sequence[str], column: str, number: int | None, extension: str) -> str:
    """Name the file of a column in the row of a key; `number` counts values where a column has several.

    Other characters than ASCII letters, digits, `_` and `-` are written as `%` and their bytes in UTF-8. A name that
    is long, or has capitals, which some file systems do not tell from small letters, ends in a part of its SHA-256.
    """
    parts = [SEPARATOR.join(map(_safe, key)), _safe(column), *([] if number is None else [str(number)])]
    stem = ".".join(parts)
    if len(stem) > LONGEST_STEM or UPPER.search(stem):
        stem = f"{stem[:CUT_STEM]}~{sha256(stem.encode()).hexdigest()[:HASH_DIGITS]}"
    return f"{stem}.{extension}"


def _safe(text: str) -> str:
    return UNSAFE.sub(_escape, text) or "%"


def _escape(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02x}" for byte in match.group().encode("utf-8", "surrogatepass"))
