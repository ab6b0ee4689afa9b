"""Hexadecimal text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.hex import HEX
from cqlsh_ext.limits import Limits

LIMITS = Limits()


@given(plain=st.binary(min_size=1, max_size=200))
def test_every_way_to_write_it_opens(plain):
    lower = plain.hex().encode()
    lines = b"".join(lower[at : at + 60] + b"\n" for at in range(0, len(lower), 60))
    for text in (lower, lower.upper(), b"0x" + lower, b"0X" + lower.upper(), lines):
        assert HEX.may_be(text)
        assert HEX.open(text, LIMITS).plain == plain


@pytest.mark.parametrize("text", [b"", b"0x", b"\n", b"abc", b"0xabc", b"ab cd", b"abxg", b"x0ab", b"0x0xab"])
def test_what_is_no_hexadecimal_is_refused(text):
    with pytest.raises(Refused):
        HEX.open(text, LIMITS)


def test_the_header_tells_how_it_is_written():
    told = {field.name: (field.value, field.offset, field.size) for field in HEX.read_header(b"0x1F8B\n08\n", (0,))}
    assert told == {"prefix": ("0x", 0, 2), "case": ("upper", None, 0), "lines": (2, None, 0)}
