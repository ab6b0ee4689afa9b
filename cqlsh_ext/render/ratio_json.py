"""RATIO's report as one JSON object; `ratio.schema.json` beside this says what is in it."""

import json
from decimal import Decimal
from math import inf, isfinite
from typing import Any

from cqlsh_ext.decoding import Status
from cqlsh_ext.ratio.clusters import Estimate
from cqlsh_ext.ratio.figures import ColumnFigures, Extent, Percentiles, Ratio, RowFigures, Values


def ratio_json(found: Ratio) -> str:
    """Write the report as one line."""
    return json.dumps(_report(found), ensure_ascii=False)


def _report(found: Ratio) -> dict[str, Any]:
    sampled = found.extent is Extent.SAMPLE
    return {
        "place": found.place,
        "extent": found.extent.value,
        "interrupted": found.interrupted,
        "seconds": round(found.seconds, 3),
        "rows_read": found.rows_read,
        "rows": round(found.rows.value),
        "rows_interval": _interval(found.rows) if sampled else None,
        "bands_kb": list(found.bands),
        "columns": [_column(column, sampled=sampled) for column in found.columns],
        "table_rows": {"stored": _rows(found.stored_rows), "uncompressed": _rows(found.plain_rows)}
        if found.stored_rows and found.plain_rows
        else None,
        "warnings": list(found.warnings),
    }


def _column(column: ColumnFigures, *, sampled: bool) -> dict[str, Any]:
    return {
        "name": column.name,
        "type": column.kind,
        "nulls": round(column.nulls),
        **{status.value.replace("-", "_"): round(column.by_status[status]) for status in Status},
        "unopened": [{"status": status.value, "place": place} for status, places in column.places.items()
                     for place in places],
        "entropy": column.entropy and round(column.entropy, 3),
        **_values(column.figures, sampled=sampled),
        "chains": [
            {"status": chain.status.value, "chain": list(chain.formats), **_values(chain.figures, sampled=sampled)}
            for chain in column.chains
        ],
    }  # fmt: skip


def _values(values: Values, *, sampled: bool) -> dict[str, Any]:
    estimate = values.ratio
    saving = estimate and Estimate(*map(_saving, estimate))
    return {
        "values": round(values.values),
        "stored_bytes": round(values.stored),
        "plain_bytes": round(values.plain),
        "ratio": estimate and round(estimate.value, 6),
        "saving": saving and _rounded(saving.value),
        "ratio_interval": _interval(estimate) if estimate and sampled else None,
        "saving_interval": _interval(saving) if saving and sampled else None,
        "grown": round(values.grown),
        "without_checksum": round(values.unchecked),
        "stored_sizes": _percentiles(values.stored_sizes),
        "plain_sizes": _percentiles(values.plain_sizes),
        "before": [round(count) for count in values.before],
        "after": [round(count) for count in values.after],
        "decoding_microseconds": round(values.microseconds, 3),
        "decoding_share": round(values.share, 4),
    }


def _saving(ratio: float) -> float:
    return 1 - 1 / ratio if ratio else -inf


def _percentiles(sizes: Percentiles) -> dict[str, Any]:
    return {"p50": sizes.p50, "p95": sizes.p95, "p99": sizes.p99, "max": sizes.largest, "exact": sizes.exact}


def _rows(rows: RowFigures) -> dict[str, Any]:
    return {
        "rows": round(rows.count),
        "bytes": round(rows.bytes),
        "storage_bytes": round(rows.stored_bytes),
        "sizes": _percentiles(rows.sizes),
        "near_1_mb": round(rows.near),
        "over_1_mb": round(rows.over),
        "write_units": round(rows.write_units),
        "read_units": round(rows.read_units),
        "monthly": {name: _price(price) for name, price in rows.money.items()},
    }


def _price(price: Decimal) -> float:
    return round(float(price), 4)


def _interval(estimate: Estimate) -> list[float | None]:
    return [_rounded(estimate.low), _rounded(estimate.high)]


def _rounded(value: float) -> float | None:
    return round(value, 6) if isfinite(value) else None
