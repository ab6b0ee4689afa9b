"""Samples of a real table whose partitions have 1 to 1,000 rows: 95 % intervals hold the truth."""

import random
import zlib
from types import SimpleNamespace

import pytest
from cassandra import ConsistencyLevel
from cassandra.cluster import Cluster
from cassandra.concurrent import execute_concurrent_with_args
from cassandra.policies import WhiteListRoundRobinPolicy

from cqlsh_ext.decoding import decode
from cqlsh_ext.ratio.conclude import figures_of
from cqlsh_ext.ratio.figures import Extent, Reading
from cqlsh_ext.ratio.settings import Measuring
from cqlsh_ext.ratio.survey import Layout, Survey, Wanted
from cqlsh_ext.shell.sampling import TableSample
from cqlsh_ext.shell.table_facts import facts_of

RUNS, LEAST = 100, 90
ROWS, CAP = 300, 3
PARTITIONS = 120


@pytest.fixture(scope="module")
def truth(keyspace, session):  # noqa: ARG001 - the session uses the keyspace
    """Fill a table in which large partitions compress better; return its rows and ratio."""
    source = random.Random(11)
    rows = []
    for partition in range(PARTITIONS):
        size = int(10 ** source.uniform(0, 3))
        for number in range(size):
            plain = source.randbytes(100) + bytes(source.randint(0, 100 + size))
            rows.append((partition, number, zlib.compress(plain, 1), len(plain)))
    session.execute("CREATE TABLE mixed (p int, c int, data blob, PRIMARY KEY (p, c))")
    insert = session.prepare("INSERT INTO mixed (p, c, data) VALUES (?, ?, ?)")
    execute_concurrent_with_args(session, insert, [row[:3] for row in rows], concurrency=50)
    return len(rows), sum(row[3] for row in rows) / sum(len(row[2]) for row in rows)


@pytest.fixture(scope="module")
def shell(server, truth):
    """Return what a reader of tables needs of a shell, connected as the shell is."""
    assert truth
    host, port = server
    with Cluster([host], int(port), load_balancing_policy=WhiteListRoundRobinPolicy([host])) as cluster:
        yield make_shell(cluster.connect())


def make_shell(session):
    return SimpleNamespace(
        session=session,
        conn=session.cluster,
        on_keyspaces=False,
        consistency_level=ConsistencyLevel.ONE,
        serial_consistency_level=None,
        page_size=100,
        get_partitioner=lambda: session.cluster.metadata.partitioner,
    )


def sample(shell, keyspace, seed, counts):
    shell.measuring = Measuring(sample_seed=seed)
    source = TableSample(shell, facts_of(shell, keyspace, "mixed"), "")
    layout = Layout(source.names, source.facts.sizing, source.place)
    survey = Survey(layout, [Wanted(source.names.index("data"), "data", "blob", lambda _: (), decode)])
    for batch in source.sample(ROWS):
        survey.add(batch.rows, batch.weight)
        counts.extend((row[0], seed) for row in batch.rows)
        if batch.cluster is not None:
            survey.counts.close_cluster(batch.cluster)
    return figures_of(survey, Reading("", Extent.SAMPLE, 1.0, source.draw), shell.measuring)


def test_intervals_hold_the_truth(shell, keyspace, truth):
    rows, ratio = truth
    held = held_rows = read = 0
    for seed in range(RUNS):
        counts = []
        found = sample(shell, keyspace, seed, counts)
        estimate = found.columns[0].figures.ratio
        held += estimate.low <= ratio <= estimate.high
        held_rows += found.rows.low <= rows <= found.rows.high
        read += found.rows_read
        assert max(counts.count(each) for each in set(counts)) <= CAP
    assert held >= LEAST
    assert held_rows >= LEAST
    assert ROWS / 2 <= read / RUNS <= 2 * ROWS


def test_a_seed_draws_the_same_rows(shell, keyspace):
    first, second, other = [], [], []
    sample(shell, keyspace, 5, first)
    sample(shell, keyspace, 5, second)
    sample(shell, keyspace, 6, other)
    assert first == second
    assert [row for row, _ in first] != [row for row, _ in other]
