"""INSPECT's report as one JSON object a value; `report.schema.json` beside this says what is in it."""

import json
from typing import Any

from cqlsh_ext.decoding import Layer, Status
from cqlsh_ext.errors import DecodeError
from cqlsh_ext.formats.format import HeaderValue
from cqlsh_ext.render.excerpt import first_lines, key_sizes
from cqlsh_ext.render.report import Subject


def report_json(subject: Subject) -> str:
    """Write the report as one line."""
    return json.dumps(_report(subject), ensure_ascii=False)


def _report(subject: Subject) -> dict[str, Any]:
    decoded = subject.decoded
    opened = decoded.status in (Status.DECODED, Status.PLAIN)
    found: dict[str, Any] = {
        "place": subject.place,
        "status": decoded.status.value,
        "stored_size": len(subject.stored),
        "plain_size": len(decoded.plain) if opened else None,
        "ratio": _ratio(len(subject.stored), len(decoded.plain) if opened else None),
        "layers": [_layer(layer) for layer in decoded.layers],
        "content": _content(subject) if opened else None,
        "near_misses": list(subject.near_misses),
        "reason": decoded.reason,
        "fault": _fault(decoded.fault) if decoded.fault else None,
    }
    if subject.story is not None:
        found["story"] = [{"format": each.format, "refusal": each.refusal} for each in subject.story]
    return found


def _fault(fault: DecodeError) -> dict[str, Any]:
    return {"what": fault.what, "number": fault.number, "offset": fault.offset, "detail": fault.detail}


def _layer(layer: Layer) -> dict[str, Any]:
    return {
        "format": layer.format,
        "title": layer.record.title,
        "certainty": layer.certainty.value,
        "offset": 0,
        "header": _clean(layer.header),
        "stored_size": layer.stored_size,
        "plain_size": layer.plain_size,
        "ratio": _ratio(layer.stored_size, layer.plain_size),
        "integrity": layer.integrity and layer.integrity.value,
        "checks": layer.record.checks,
    }


def _content(subject: Subject) -> dict[str, Any]:
    content = subject.decoded.content
    return {
        "kind": content.kind,
        "encoding": content.encoding,
        "detail": content.detail,
        "first_lines": first_lines(content, subject.decoded.plain),
        "key_sizes": _clean(dict(key_sizes(content))),
    }


def _ratio(stored: int, plain: int | None) -> float | None:
    return round(plain / stored, 4) if stored and plain else None


def _clean(value: HeaderValue) -> HeaderValue:
    """Leave no lone surrogate, which JSON cannot carry."""
    if isinstance(value, str):
        return _clean_text(value)
    if isinstance(value, dict):
        return {_clean_text(name): _clean(each) for name, each in value.items()}
    return [_clean(each) for each in value] if isinstance(value, list) else value


def _clean_text(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
