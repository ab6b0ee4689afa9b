"""A plot of ratio over speed, in characters: what is better stands further up, or further to the right."""

from collections.abc import Iterator, Sequence
from math import floor, log10

from cqlsh_ext.advise.figures import Figures, front
from cqlsh_ext.render.wrap import wrap

WIDTH, HEIGHT, MARGIN = 70, 16, 7
LETTERS = {
    "zstd": "z",
    "lz4": "l",
    "lz4hc": "h",
    "snappy": "s",
    "gzip": "g",
    "zlib": "i",
    "brotli": "b",
    "xz": "x",
}
DICTIONARY = "d"
NOTE = "capital letters: none of the others is better in both"


class Scale:
    """Maps numbers to places on an axis."""

    def __init__(self, values: Sequence[float], *, is_log: bool) -> None:
        self.is_log = is_log
        self.low, self.high = (self._turn(edge(values)) for edge in (min, max))

    def part(self, value: float) -> float:
        """Return where a value stands, from 0 to 1."""
        return (self._turn(value) - self.low) / (self.high - self.low) if self.high > self.low else 0.5

    def ticks(self) -> list[float]:
        """Return round numbers on the axis: 1, 2 and 5 times powers of ten, or about five at equal distances."""
        if self.is_log:
            powers = range(floor(self.low), floor(self.high) + 1)
            found = [digit * 10.0**power for power in powers for digit in (1, 2, 5)]
        else:
            step = nice((self.high - self.low) / 5 or 1)
            found = [step * count for count in range(floor(self.low / step), floor(self.high / step) + 1)]
        return [tick for tick in found if self.low <= self._turn(tick) <= self.high]

    def _turn(self, value: float) -> float:
        return log10(value) if self.is_log else value


def nice(step: float) -> float:
    """Return the next of 1, 2 and 5 times a power of ten."""
    power = 10.0 ** floor(log10(step))
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= step * (1 - 1e-9))


def letter(figures: Figures) -> str:
    """Return the letter of a trial."""
    return DICTIONARY if figures.trial.with_dictionary else LETTERS[figures.trial.codec.family]


def plot(figures: Sequence[Figures]) -> Iterator[str]:
    """Give the lines of the plot, at most 80 columns wide."""
    speeds = Scale([each.speed for each in figures], is_log=True)
    ratios = Scale([each.ratio for each in figures], is_log=False)
    rows = [[" "] * WIDTH for _ in range(HEIGHT)]
    best = front(figures)
    for each in [*figures, *best]:
        x, y = round(speeds.part(each.speed) * (WIDTH - 1)), round(ratios.part(each.ratio) * (HEIGHT - 1))
        rows[HEIGHT - 1 - y][x] = letter(each).upper() if each in best else letter(each)
    labels = {HEIGHT - 1 - round(ratios.part(tick) * (HEIGHT - 1)): f"{tick:.3g}x" for tick in ratios.ticks()}
    for number, row in enumerate(rows):
        yield f"{labels.get(number, ''):>{MARGIN}} │{''.join(row)}".rstrip()
    yield f"{'':>{MARGIN}} └{'─' * WIDTH}"
    yield _ticks(speeds)
    yield f"{'MB/s of writing and reading once, of one core':>{MARGIN + 2 + WIDTH}}"
    families = {LETTERS[each.trial.codec.family]: each.trial.codec.family for each in figures}
    dictionary = f", {DICTIONARY} zstd with dictionary" if any(each.trial.with_dictionary for each in figures) else ""
    yield from wrap(f"{', '.join(f'{mark} {name}' for mark, name in families.items())}{dictionary}", "  ")
    yield f"  {NOTE}"


def _ticks(speeds: Scale) -> str:
    line = ""
    for tick in speeds.ticks():
        text = f"{tick:g}"
        at = MARGIN + 2 + round(speeds.part(tick) * (WIDTH - 1)) - len(text) // 2
        if at > len(line):
            line = f"{line:<{at}}{text}"
    return line
