"""The sentences of decoding faults."""

import pytest

from cqlsh_ext.errors import Damaged


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (Damaged("truncated"), "truncated"),
        (Damaged("checksum mismatch", offset=40), "checksum mismatch at byte 40"),
        (Damaged("needs a dictionary", detail="id 7"), "needs a dictionary (id 7)"),
        (Damaged("truncated", offset=1234, detail="in a frame header"), "truncated at byte 1,234 (in a frame header)"),
        (
            Damaged("block runs past the end", offset=20_481, number=3, detail="declared 4,096, left 112"),
            "block 3 at byte 20,481 runs past the end (declared 4,096, left 112)",
        ),
    ],
)
def test_a_fault_is_a_sentence(fault: Damaged, sentence: str) -> None:
    assert str(fault) == sentence
