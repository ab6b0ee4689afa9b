"""Processes that count beside the one that reads: what they count is what it would have counted itself."""

import gzip
import random
import time
import zlib
from functools import partial
from typing import NamedTuple

import pytest

from cqlsh_ext.decoding import decode
from cqlsh_ext.errors import UsageError
from cqlsh_ext.keyspaces.row_size import Column, Role, Table
from cqlsh_ext.ratio.batch import Batch
from cqlsh_ext.ratio.conclude import figures_of
from cqlsh_ext.ratio.crew import Crew
from cqlsh_ext.ratio.figures import Extent, Reading
from cqlsh_ext.ratio.settings import Measuring
from cqlsh_ext.ratio.survey import Layout, Survey, Wanted
from cqlsh_ext.render.ratio_json import ratio_json

TABLE = Table({"id": Column("int", Role.PARTITION), "data": Column("blob", Role.REGULAR)})
SECONDS = 60


def make_rows(key=lambda number: number):
    source = random.Random(1)
    for number in range(3000):
        plain = source.randbytes(20) + b"0123456789" * source.randrange(200)
        stored = (gzip.compress(plain, mtime=0), zlib.compress(plain), None, plain[:20], gzip.compress(plain)[:-3])
        yield key(number), stored[number % 5]


def new_survey():
    layout = Layout(tuple(TABLE.columns), TABLE, lambda row, _: f"id = {row[0]}")
    return Survey(layout, [Wanted(1, "data", "blob", lambda _: (), partial(decode))])


def told(survey):
    text = ratio_json(figures_of(survey, Reading("ks.t", Extent.FULL, 0.0), Measuring()))
    return text[: text.index("decoding_microseconds")], text[text.index("table_rows") :]


@pytest.fixture
def crew():
    """Return a survey and its crew, whose processes have started."""
    survey = new_survey()
    crew = Crew(survey, most=2, pays_after=0)
    deadline = time.monotonic() + SECONDS
    while not crew.takes(Batch(())):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    yield survey, crew
    crew.close()


def feed(crew, rows):
    taken = [crew.takes(Batch(rows[start : start + 100])) for start in range(0, len(rows), 100)]
    return all(taken)


def test_processes_count_alike(crew):
    survey, processes = crew
    rows, alone = list(make_rows()), new_survey()
    alone.add(rows)
    assert feed(processes, rows)
    assert survey.counts.count == 0
    processes.finish()
    assert survey.counts.count == 3000
    assert told(survey)[1] == told(alone)[1]
    one, other = (figures_of(each, Reading("", Extent.FULL, 1.0), Measuring()).columns[0] for each in (survey, alone))
    assert (one.nulls, one.by_status, one.figures.stored, one.figures.plain) == (
        other.nulls, other.by_status, other.figures.stored, other.figures.plain,
    )  # fmt: skip
    assert one.figures.stored_sizes == other.figures.stored_sizes
    for places in one.places.values():
        assert len(places) == 3
        assert all(int(place.removeprefix("id = ")) % 5 == 4 for place in places)


def test_few_rows_are_counted_here():
    survey = new_survey()
    processes = Crew(survey)
    assert not processes.takes(Batch(list(make_rows())[:100]))
    processes.finish()
    assert survey.counts.count == 0


def test_keys_that_no_other_process_knows_are_counted_here(crew):
    class Part(NamedTuple):
        name: int

    survey, processes = crew
    rows = list(make_rows(Part))
    assert feed(processes, rows)
    assert survey.counts.count == 3000
    processes.finish()
    assert survey.counts.count == 3000


def test_a_process_that_has_ended_is_told(crew):
    _, processes = crew
    for worker in processes._workers:
        worker._process.kill()
        worker._process.wait()
    with pytest.raises(UsageError, match="a process that decodes values has ended"):
        feed(processes, list(make_rows()))
    with pytest.raises(UsageError, match="a process that decodes values has ended"):
        processes.finish()


def test_no_process_is_left_behind(crew):
    _, processes = crew
    started = [worker._process for worker in processes._workers]
    processes.finish()
    assert [process.poll() is not None for process in started] == [True] * len(started)
