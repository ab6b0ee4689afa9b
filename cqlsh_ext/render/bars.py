"""Bars of block characters, an eighth of a column exact."""

EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(value: float, most: float, columns: int) -> str:
    """Draw a value as part of the most that any has; what is there at all can be seen."""
    if value <= 0 or most <= 0:
        return ""
    whole, rest = divmod(max(round(8 * columns * value / most), 1), 8)
    return EIGHTHS[8] * whole + (EIGHTHS[rest] if rest else "")
