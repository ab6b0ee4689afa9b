"""ADVISE's report on a column as one JSON object."""

import json
from typing import Any

from cqlsh_ext.advise.advice import Advice, Trained
from cqlsh_ext.advise.code import code_of
from cqlsh_ext.advise.figures import Figures, front, write_units


def advice_json(advice: Advice) -> str:
    """Write the report as one line."""
    return json.dumps(_report(advice), ensure_ascii=False)


def _report(advice: Advice) -> dict[str, Any]:
    sample, outcome, (choice, reason) = advice.sample, advice.outcome, advice.recommendation
    best = front(advice.figures)
    values = zip(sample.values, sample.rests, strict=True)
    return {
        "place": advice.place,
        "values": len(sample.values),
        "plain_bytes": sample.plain,
        "stored_bytes": sum(sample.stored),
        "unopened": sample.unopened,
        "formats": sample.formats,
        "plain_write_units": sum(write_units(len(value), rest) for value, rest in values),
        "seconds": round(outcome.seconds, 3),
        "cores": outcome.cores,
        "interrupted": outcome.interrupted,
        "incomplete": advice.short,
        "recoded": advice.is_json,
        "dictionary": advice.trained and _dictionary(advice.trained),
        "trials": [_trial(each, is_best=each in best) for each in advice.figures],
        "goal": advice.goal.value,
        "recommendation": choice and choice.trial.name,
        "reason": reason,
        "code": code_of(choice.trial)._asdict() if choice else None,
    }


def _dictionary(trained: Trained) -> dict[str, Any]:
    return {"bytes": len(trained.dictionary), "recoding": trained.form or None, **trained.gain._asdict()}


def _trial(each: Figures, *, is_best: bool) -> dict[str, Any]:
    trial = each.trial
    return {
        "name": trial.name,
        "format": trial.codec.format,
        "codec": trial.codec.family,
        "level": trial.codec.level,
        "recoding": trial.recoding or None,
        "dictionary": trial.with_dictionary,
        "values": each.values,
        "complete": each.complete,
        "stored_bytes": round(each.stored),
        "ratio": round(each.ratio, 4),
        "compression_mb_s": round(each.write_speed, 3),
        "decompression_mb_s": round(each.read_speed, 3),
        "compression_ms": {name: round(value, 6) for name, value in each.write_times._asdict().items()},
        "decompression_ms": {name: round(value, 6) for name, value in each.read_times._asdict().items()},
        "write_units": round(each.write_units),
        "overhead": each.overhead,
        "on_front": is_best,
    }
