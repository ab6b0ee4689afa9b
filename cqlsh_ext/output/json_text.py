"""JSON texts (RFC 8259): a string, and a document as one line that may stand inside another."""

import re
from itertools import accumulate
from json import JSONDecoder
from json.encoder import encode_basestring
from typing import Any, NoReturn

NESTED_LEVELS = 200
"""Levels that a document may have; jq reads no more than 256, and Python some 900."""
HAZARDS = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What JSON takes inside strings, and terminals, readers of lines or UTF-8 do not."""
DEPTHS = {"[": 1, "{": 1, "]": -1, "}": -1}
NO_BRACKETS = re.compile(r"[^][{}]+")
OPENING, SPACES = ("{", "["), " \t\r\n"


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _forget(_pairs: Any) -> None:
    """Keep nothing of an object that is valid."""


_DECODER = JSONDecoder(parse_int=bool, parse_float=bool, parse_constant=_refuse, object_pairs_hook=_forget)


def quote(text: str) -> str:
    """Write a string."""
    return _harmless(encode_basestring(text))


def embed(text: str) -> str | None:
    """Return an object or array as one line, every literal as it is written; None for what may not be embedded.

    That is everything that is not JSON in the sense of the standard, such as one with NaN, or is nested too deeply.
    """
    if not text.startswith(OPENING) and not text[:1000].lstrip(SPACES).startswith(OPENING):
        return None
    if _levels(text) > NESTED_LEVELS:
        return None
    try:
        _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    return _harmless(_one_line(text))


def _levels(text: str) -> int:
    """Return how deep the brackets outside of strings are nested."""
    if text.count("[") + text.count("{") <= NESTED_LEVELS:
        return 0
    without_escapes = text.replace("\\\\", "").replace('\\"', "")
    outside = "".join(without_escapes.split('"')[::2])
    return max(accumulate(map(DEPTHS.__getitem__, NO_BRACKETS.sub("", outside))), default=0)


def _one_line(text: str) -> str:
    """Join the lines: in valid JSON a line ends between two tokens."""
    if "\n" not in text and "\r" not in text:
        return text.strip(SPACES)
    return " ".join(stripped for line in text.split("\n") if (stripped := line.strip(SPACES))).replace("\r", " ")


def _harmless(text: str) -> str:
    return text if text.isascii() and "\x7f" not in text else HAZARDS.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"
