"""The plot of ratio over speed as SVG, in the colours of the page that shows it."""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from cqlsh_ext.advise.figures import Figures, front
from cqlsh_ext.render.plot import DICTIONARY, Scale, letter
from cqlsh_ext.render.words import visible

WIDTH, HEIGHT = 760, 500
LEFT, RIGHT, TOP, BOTTOM = 60, 740, 50, 430
LEGEND_STEP = 76
COLORS = {
    "z": "#0072b2",
    DICTIONARY: "#cc79a7",
    "l": "#009e73",
    "h": "#56b4e9",
    "s": "#e69f00",
    "g": "#999999",
    "i": "#666666",
    "b": "#d55e00",
    "x": "#b8a800",
}
"""By the letters of the plot on a terminal; those of M. Okabe and K. Ito, which all eyes can tell apart."""
STYLE = (
    "text{font:12px sans-serif;fill:#333}line,polyline{stroke:#999;fill:none}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}}"
)


def plot_svg(title: str, figures: Sequence[Figures]) -> bytes:
    """Draw the plot; a point says what it is when it is pointed at, and the best ones have their names beside them."""
    speeds = Scale([each.speed for each in figures], is_log=True)
    ratios = Scale([each.ratio for each in figures], is_log=False)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">',
        f"<style>{STYLE}</style>",
        _text(LEFT, 24, visible(title)),
        *_axes(speeds, ratios),
        *_points(figures, speeds, ratios),
        *_legend(figures),
        "</svg>\n",
    ]
    return "\n".join(lines).encode("utf-8", "backslashreplace")


def _axes(speeds: Scale, ratios: Scale) -> Iterator[str]:
    yield f'<line x1="{LEFT}" y1="{BOTTOM}" x2="{RIGHT}" y2="{BOTTOM}"/>'
    yield f'<line x1="{LEFT}" y1="{TOP}" x2="{LEFT}" y2="{BOTTOM}"/>'
    for tick in speeds.ticks():
        yield _text(_x(speeds, tick), BOTTOM + 18, f"{tick:g}", "middle")
    for tick in ratios.ticks():
        yield _text(LEFT - 8, _y(ratios, tick) + 4, f"{tick:.3g}x", "end")
    yield _text(RIGHT, BOTTOM + 38, "MB/s of writing and reading once, of one core", "end")
    yield _text(LEFT, TOP - 8, "ratio")


def _points(figures: Sequence[Figures], speeds: Scale, ratios: Scale) -> Iterator[str]:
    best = front(figures)
    places = " ".join(f"{_x(speeds, each.speed):.1f},{_y(ratios, each.ratio):.1f}" for each in best)
    yield f'<polyline points="{places}"/>'
    for each in figures:
        x, y = _x(speeds, each.speed), _y(ratios, each.ratio)
        told = f"{each.trial.name}: {each.ratio:.2f}x, {each.write_speed:,.1f} MB/s in, {each.read_speed:,.1f} MB/s out"
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{4 if each in best else 2.5}" fill="{COLORS[letter(each)]}">'
            f"<title>{escape(told)}</title></circle>"
        )
    for each in best:
        yield _text(_x(speeds, each.speed) - 7, _y(ratios, each.ratio) - 5, each.trial.name, "end")


def _legend(figures: Sequence[Figures]) -> Iterator[str]:
    names = {
        letter(each): f"{each.trial.codec.family}{' dict' if each.trial.with_dictionary else ''}" for each in figures
    }
    for at, (mark, name) in enumerate(names.items()):
        x, y = LEFT + at * LEGEND_STEP, HEIGHT - 10
        yield f'<circle cx="{x}" cy="{y - 4}" r="4" fill="{COLORS[mark]}"/>'
        yield _text(x + 8, y, name)


def _x(speeds: Scale, speed: float) -> float:
    return LEFT + speeds.part(speed) * (RIGHT - LEFT)


def _y(ratios: Scale, ratio: float) -> float:
    return BOTTOM - ratios.part(ratio) * (BOTTOM - TOP)


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
