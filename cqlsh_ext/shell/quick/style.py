"""What the quick ways of writing values share."""

from typing import Any, NamedTuple


class Style(NamedTuple):
    """How values are written."""

    colors: Any
    """Stock's map of colours; its texts are empty where there are none."""
    float_precision: int
    timestamp_format: str
    timezone: Any


class Unusual(Exception):
    """Raised for what is left to stock."""
