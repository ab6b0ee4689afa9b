"""The pauses between attempts."""

from itertools import islice, pairwise

import pytest

from cqlsh_ext.attempts import LONGEST_PAUSE, SHORTEST_PAUSE, pauses


@pytest.mark.parametrize("_", range(20))
def test_pauses_grow_by_chance_within_bounds(_):
    found = list(islice(pauses(), 50))
    assert found[0] == SHORTEST_PAUSE
    assert all(
        SHORTEST_PAUSE <= later <= min(SHORTEST_PAUSE + 3 * pause, LONGEST_PAUSE) for pause, later in pairwise(found)
    )
    assert len(set(found)) > 5
