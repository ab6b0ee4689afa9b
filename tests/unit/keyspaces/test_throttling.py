"""Pauses between repeats, and what is said after them."""

from cqlsh_ext.keyspaces.throttling import LONGEST_PAUSE, REPEATS, explain, pauses


def test_pauses_are_few_and_bounded_and_differ():
    runs = [list(pauses()) for _ in range(50)]
    assert {len(run) for run in runs} == {REPEATS}
    assert all(0 < pause <= LONGEST_PAUSE for run in runs for pause in run)
    assert max(sum(run) for run in runs) < 16
    assert len({run[0] for run in runs}) > 40


def test_a_read_has_written_nothing():
    assert "written" not in explain(repeats=8, why_not=None, reads=True)
    assert explain(repeats=8, why_not=None, reads=True).startswith("Throttled, 9 times in a row: ")


def test_a_write_may_have_been_carried_out():
    assert "may have been written all the same, and can be run again safely" in explain(
        repeats=8, why_not=None, reads=False
    )
    assert "was not sent again, as it adds: look" in explain(repeats=0, why_not="it adds", reads=False)
