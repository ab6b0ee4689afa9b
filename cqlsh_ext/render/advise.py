"""ADVISE's report on a column: what each codec gives, the plot, and the one that is recommended."""

from collections.abc import Iterator, Sequence

from cqlsh_ext.advise.advice import Advice
from cqlsh_ext.advise.code import code_of
from cqlsh_ext.advise.figures import Figures, front, write_units
from cqlsh_ext.render.hexdump import Paint
from cqlsh_ext.render.plot import plot
from cqlsh_ext.render.words import ratio, size, visible
from cqlsh_ext.render.wrap import wrap

NAME = 22
HEAD = (
    f"{'':<{NAME}}   ratio units  write   read    write ms     read ms over",
    f"{'':<{NAME}}         saved   MB/s   MB/s   p50   p99   p50   p99 head",
)


def report(advice: Advice, paint: Paint) -> Iterator[str]:
    """Give the report's lines."""
    yield paint("title", visible(advice.place))
    for line in _told(advice):
        yield from wrap(line, "  ")
    yield ""
    yield from HEAD
    plain = sum(
        write_units(len(value), rest) for value, rest in zip(advice.sample.values, advice.sample.rests, strict=True)
    )
    best = front(advice.figures)
    for each in _shown(advice, best):
        yield _line(each, plain, is_best=each in best)
    yield from wrap(
        "* none of the others is better in both ratio and speed; ~ reckoned up from a part of the values", "  "
    )
    yield ""
    yield from plot(advice.figures)
    yield ""
    yield from _recommendation(advice, paint)


def _told(advice: Advice) -> Iterator[str]:
    sample, outcome = advice.sample, advice.outcome
    unopened = f"; {sample.unopened:,} more could not be opened" if sample.unopened else ""
    yield f"{len(sample.values):,} values of a sample, {size(sample.plain)} plain{unopened}"
    formats = ", ".join(f"{name or 'plain'} {count:,}" for name, count in sample.formats.items())
    yield f"today: {formats}: {ratio(sum(sample.stored), sample.plain)}"
    stopped = "interrupted after" if outcome.interrupted else "tried in"
    cores = "1 core" if outcome.cores == 1 else f"{outcome.cores} cores"
    yield f"{len(advice.figures)} ways {stopped} {outcome.seconds:.1f} s on {cores}; times are those of the processor"
    if advice.short:
        yield f"{_short(advice)}; --advise-seconds gives more time"
    if not advice.is_json:
        yield "not tried: JSON as CBOR and MessagePack, as not every value is JSON that would come back the same"
    if advice.trained:
        gain, form = advice.trained.gain, f" as {advice.trained.form}" if advice.trained.form else ""
        yield (
            f"a dictionary of {size(len(advice.trained.dictionary))}, trained on one half{form}, at level 3 on the"
            f" {gain.values:,} values of the other: {ratio(gain.stored, gain.plain)}, without it"
            f" {ratio(gain.without, gain.plain)}"
        )
    else:
        yield "no dictionary was tried: the values are too few or too short to train one"


def _short(advice: Advice) -> str:
    partly = [each.values for each in advice.figures if not each.complete]
    missed = advice.ways - len(advice.figures)
    told = f"time was short: {advice.short} of {advice.ways} ways did not get to all values"
    least = f", but to {min(partly):,} at least" if partly else ""
    return f"{told}{least}{f', and {missed} to none' if missed else ''}"


def _shown(advice: Advice, best: Sequence[Figures]) -> Iterator[Figures]:
    """Give the best trials, the recommended one, and each codec at its usual levels, by ratio."""
    for each in sorted(advice.figures, key=lambda each: each.ratio):
        is_usual = each.trial.codec.is_usual and not each.trial.recoding
        if each in best or each is advice.recommendation.choice or is_usual:
            yield each


def _line(each: Figures, plain_units: int, *, is_best: bool) -> str:
    name = f"{'*' if is_best else ' '}{' ' if each.complete else '~'}{each.trial.name}"
    saved = 100 * (1 - each.write_units / plain_units)
    numbers = (each.write_speed, each.read_speed)
    times = (*each.write_times, *each.read_times)
    row = "".join(f"{_speed(speed):>7}" for speed in numbers) + "".join(f"{_ms(time):>6}" for time in times)
    return f"{name:<{NAME + 2}}{each.ratio:>6.2f}{saved:>5.0f}%{row}{each.overhead:>5}"


def _ms(milliseconds: float) -> str:
    digits = next((digits for digits in (3, 2, 1) if milliseconds < 10 ** (3 - digits)), 0)
    return f"{milliseconds:,.{digits}f}"


def _speed(speed: float) -> str:
    return f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}"


def _recommendation(advice: Advice, paint: Paint) -> Iterator[str]:
    choice, reason = advice.recommendation
    yield f"{paint('title', 'recommendation')}: {paint('format', choice.trial.name if choice else 'no compression')}"
    yield from wrap(reason, "  ")
    if choice is None:
        return
    code = code_of(choice.trial)
    trained = ", dictionary being the bytes that SAVE DICTIONARY writes" if choice.trial.with_dictionary else ""
    yield f"  Python{trained}"
    yield from (f"    {line}" for line in code.python)
    yield f"  Java{f' ({code.library})' if code.library else ''}"
    yield from (f"    {line}" for line in code.java)
