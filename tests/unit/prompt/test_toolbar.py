"""What the toolbar says, and what of it where there is little room."""

import pytest
from prompt_toolkit.utils import get_cwidth

from cqlsh_ext.prompt.language import Status
from cqlsh_ext.prompt.toolbar import draw, latency, size

STATUS = Status("bob@10.0.0.1", "shop", "LOCAL_QUORUM", "auto", 100, 0.0123, (1234, 61_000, 5_400_000), lost=False)
WHOLE = "bob@10.0.0.1 │ shop │ LOCAL_QUORUM │ codec auto │ page 100 │ 12 ms │ 1,234 cells decoded, 59.6 KB → 5.1 MB"


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        (200, WHOLE),
        (len(WHOLE), WHOLE),
        (len(WHOLE) - 1, WHOLE.replace("page 100 │ ", "")),
        (80, "bob@10.0.0.1 │ shop │ codec auto │ 12 ms │ 1,234 cells decoded, 59.6 KB → 5.1 MB"),
        (30, "bob@10.0.0.1 │ shop"),
        (3, "sho"),
    ],
)
def test_what_matters_least_goes_first(columns, text):
    assert draw(STATUS, "", columns) == text


def test_before_anything_was_asked():
    status = STATUS._replace(keyspace=None, latency=None, decoded=(0, 0, 0), page_size=None)
    assert draw(status, "", 100) == "bob@10.0.0.1 │ no keyspace │ LOCAL_QUORUM │ codec auto │ paging off"


def test_a_lost_connection_comes_first():
    assert draw(STATUS._replace(lost=True), "", 40) == "connection lost, trying to reconnect"


def test_a_hint_comes_before_all():
    assert draw(STATUS, "<value>", 200) == f"<value> │ {WHOLE}"
    assert draw(STATUS._replace(lost=True), "<value>", 12) == "<value>"


def test_wide_characters_count_double():
    assert get_cwidth(draw(STATUS._replace(keyspace="数据" * 10), "", 21)) <= 21


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 B"), (1023, "1023 B"), (1024, "1.0 KB"), (150 * 1024, "150 KB"), (3 << 40, "3.0 TB")]
)
def test_sizes(count, text):
    assert size(count) == text


@pytest.mark.parametrize(("seconds", "text"), [(0.0004, "0.4 ms"), (0.0123, "12 ms"), (3.14, "3.1 s")])
def test_latencies(seconds, text):
    assert latency(seconds) == text
