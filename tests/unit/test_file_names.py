import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.file_names import file_name

NAME = re.compile(r"[A-Za-z0-9_%~][A-Za-z0-9_%,.~-]*")
ODD = st.sampled_from([".", "..", "manifest", "é", "e\u0301"])
TEXTS = st.text(max_size=300) | st.text("aA./\\~%,\0-", max_size=4) | ODD
NAMED = st.tuples(st.lists(TEXTS, min_size=1, max_size=3), TEXTS, st.none() | st.integers(0, 99))


@given(NAMED)
def test_a_name_is_safe(named):
    name = file_name(*named, "json")
    assert NAME.fullmatch(name)
    assert len(name) < 200
    assert name.endswith(".json")
    assert name.count(".") >= 2 or "~" in name, "or it might be the manifest's"


@given(NAMED, NAMED)
def test_two_names_differ_where_case_is_not_told(one, other):
    names = [unicodedata.normalize("NFC", file_name(*each, "bin")).casefold() for each in (one, other)]
    assert (names[0] == names[1]) == (one == other)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (("main", "2"), "main,2.data.json"),
        (("../../etc/passwd",), "%2e%2e%2f%2e%2e%2fetc%2fpasswd.data.json"),
        (("-rf",), "%2drf.data.json"),
        ((".hidden",), "%2ehidden.data.json"),
        (("a\0b\n",), "a%00b%0a.data.json"),
        (("a,b", ""), "a%2cb,%.data.json"),
        (("café",), "caf%c3%a9.data.json"),
        (("Main",), "Main.data~e0fe57be72fa503d.json"),
        (("main~e0fe57be72fa503d",), "main%7ee0fe57be72fa503d.data.json"),
        (("0x1f8b",), "0x1f8b.data.json"),
    ],
)
def test_names(key, name):
    assert file_name(key, "data", None, "json") == name


def test_long_names_are_cut_and_stay_apart():
    names = {file_name([f"{'k' * 1000}{number}"], "data", None, "bin") for number in range(100)}
    assert len(names) == 100
    assert {len(name) for name in names} == {140 + 1 + 16 + 4}
